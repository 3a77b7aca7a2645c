"""The registries of features, and the decorators that register attributes of mentions and features of pairs.

A feature is one function. An attribute takes the mention table and returns one string per mention; a pair feature takes
`MentionPairs` and returns one value per pair. Feature sets (the TOML files) name both by the function's name.

Our own features are registered by the modules of `corefpipe.features.attributes` and `corefpipe.features.published`.
Another package brings its own by entry points of the group `corefpipe_features`, each of which names a module whose
import registers any number of features:

    [project.entry-points.corefpipe_features]
    mine = "my_package.my_features"
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Any, Literal, TypeVar

import numpy as np

from corefpipe.exceptions import SettingError, did_you_mean, valid_names
from corefpipe.features.engine.column import Column
from corefpipe.utils.registry import Registry, UnknownNameError

Kind = Literal["boolean", "categorical", "numeric"]
Entry = TypeVar("Entry")
Function = TypeVar("Function", bound=Callable[..., Any])
AttributeFunction = TypeVar("AttributeFunction", bound=Callable[[Any], Sequence[str] | Column])
PairFunction = TypeVar("PairFunction", bound=Callable[..., np.ndarray])

CONTEXT = "context"
"""What features of context are `learned` by: a network, which is given and not trained on the documents."""
GROUP = "corefpipe_features"
PACKAGES = ("corefpipe.features.attributes", "corefpipe.features.published")
_SHOWN = 12  # names listed in an error


class FeatureRegistry(Registry[Entry]):
    """Features of one kind by name.

    The name of an entry point is free, and its module may register any number of features. Therefore the modules of all
    entry points are imported when a name is looked up that is not among our own, or when all names are listed.

    Args:
        what: what an entry is called in errors, such as "pair feature".
    """

    def __init__(self, what: str):
        super().__init__(what, GROUP, PACKAGES, sort=True)

    def __contains__(self, name: object) -> bool:
        if name not in self._entries and name not in self.own():
            self._load(str(name))
        return name in self._entries

    def unknown(self, name: str, valid: Iterable[str] | None = None) -> UnknownNameError:
        """The error for an unregistered name, with the nearest registered ones."""
        names = sorted(self if valid is None else valid)
        if len(names) <= _SHOWN:
            cure = valid_names(name, names)
        else:
            cure = f"{did_you_mean(name, names)}`corefpipe features list` shows all {self.what}s"
        own = f"One of your own: give its file with --code, import its module first, or name that in {self.group}"
        return UnknownNameError(f"unknown {self.what} '{name}'", cure=f"{cure}. {own}")

    def _load(self, name: str) -> None:
        """Import the modules of the entry points of that name; if there are none, of all.

        Raises:
            SettingError: one cannot be imported.
        """
        points = entry_points(group=self.group)
        for point in points.select(name=name) or points:
            try:
                point.load()
            except Exception as error:  # the import of another package's module may raise anything
                raise SettingError(
                    f"the features of '{point.value}' cannot be loaded: {type(error).__name__}: {error}",
                    cure=f"Repair or uninstall the package {point.dist.name if point.dist else point.name}",
                ) from error


@dataclass(slots=True, frozen=True)
class Attribute:
    """An attribute of mentions: a categorical feature of the anaphor (`ana.`) or the antecedent (`ante.`).

    Attributes:
        name: its name.
        compute: mention table -> one string per mention, "" where unknown or not applicable; or a `Column` of them.
        source: the paper that it comes from, "" for our own.
        learned: name of the model that must have been trained for it (see `learned`), "" for none.
        of_span: whether its value does not depend on the other mentions of the table.
    """

    name: str
    compute: Callable[[Any], Sequence[str] | Column]
    source: str = ""
    learned: str = ""
    of_span: bool = False

    @property
    def doc(self) -> str:
        """Its description: the docstring of the function."""
        return inspect.getdoc(self.compute) or ""


@dataclass(slots=True, frozen=True)
class PairFeature:
    """A feature of pairs of mentions.

    Attributes:
        name: its name.
        kind: boolean, categorical or numeric.
        compute: (MentionPairs, parameters) -> (n_pairs,) bool, int codes into `values`, or float.
        values: the meanings of the codes; empty for a numeric feature.
        silent: the value for which no feature is emitted, usually the most frequent one ("" or, say, "I").
        bins: upper edges of the default bins of a numeric feature.
        source: the paper that it comes from, "" for our own.
        learned: name of the model that must have been trained for it, "" for none.
        of_anaphor: whether it depends on the anaphor alone, so that it is a feature of starting a chain, too.
        parameters: names of its parameters with their defaults.
    """

    name: str
    kind: Kind
    compute: Callable[..., np.ndarray]
    values: tuple[str, ...] = ()
    silent: str = ""
    bins: tuple[float, ...] = ()
    source: str = ""
    learned: str = ""
    of_anaphor: bool = False
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def doc(self) -> str:
        """Its description: the docstring of the function."""
        return inspect.getdoc(self.compute) or ""

    def codes(self, pairs: Any, parameters: Mapping[str, Any]) -> np.ndarray:
        """(n_pairs,) values of `MentionPairs`, as `kind` says."""
        several = [pairs] if is_joinable(self.compute) else pairs.by_document()
        found = [np.asarray(self.compute(own, **parameters)) for own in several]
        return found[0] if len(found) == 1 else np.concatenate(found)


ATTRIBUTES: FeatureRegistry[Attribute] = FeatureRegistry("mention attribute")
"""Attributes of mentions by name."""
PAIR_FEATURES: FeatureRegistry[PairFeature] = FeatureRegistry("pair feature")
"""Features of pairs of mentions by name."""


def joinable(function: Function) -> Function:
    """Mark a function of mentions, pairs or constraints that respects the bounds of documents (see `JointTable`).

    It gives the same for several documents in one table as for each of them alone. Others are called once per document.
    """
    function.joinable = True  # type: ignore[attr-defined]
    return function


def is_joinable(function: Callable[..., Any]) -> bool:
    """Whether a function is marked as `joinable`."""
    return getattr(function, "joinable", False)


def attribute(
    *, source: str = "", learned: str = "", of_span: bool = False
) -> Callable[[AttributeFunction], AttributeFunction]:
    """Register a function from the mention table to one string per mention; "" means not applicable.

    >>> from corefpipe.features import ATTRIBUTES, attribute
    >>> @attribute()
    ... def my_length(table):
    ...     '''Number of words, one or more.'''
    ...     return ["one" if n == 1 else "more" for n in table.spans.end - table.spans.start]
    >>> table["my_length"].values()[:3]
    ['one', 'more', 'more']
    >>> ATTRIBUTES.unregister("my_length")

    Args:
        source: the paper that it comes from.
        learned: the model that must have been trained for it.
        of_span: the value does not depend on other mentions, so that it is kept when mentions are selected.
    """

    def register(function: AttributeFunction) -> AttributeFunction:
        name = function.__name__
        ATTRIBUTES.register(name, Attribute(name, function, source, learned, of_span), function)
        return function

    return register


def boolean(*, source: str = "", learned: str = "") -> Callable[[PairFunction], PairFunction]:
    """Register a function from `MentionPairs` to booleans; a feature is emitted where it is true.

    >>> from corefpipe.features import PAIR_FEATURES, boolean
    >>> @boolean()
    ... def neighbours(pairs):
    ...     '''Whether no mention is between the two.'''
    ...     return pairs.ana - pairs.ante == 1
    >>> PAIR_FEATURES["neighbours"].kind
    'boolean'
    >>> PAIR_FEATURES.unregister("neighbours")
    """
    return _pair_feature("boolean", values=("", "yes"), source=source, learned=learned)


def categorical(
    *values: str, silent: str = "", source: str = "", learned: str = ""
) -> Callable[[PairFunction], PairFunction]:
    """Register a function from `MentionPairs` to codes into these values; nothing is emitted for the silent one.

    >>> from corefpipe.features import PAIR_FEATURES, categorical
    >>> @categorical("near", "far")
    ... def how_far(pairs):
    ...     '''Near or far.'''
    ...     return np.where(pairs.ana - pairs.ante < 5, 0, 1)
    >>> PAIR_FEATURES["how_far"].kind
    'categorical'
    >>> PAIR_FEATURES.unregister("how_far")
    """
    return _pair_feature("categorical", values=values, silent=silent, source=source, learned=learned)


def numeric(
    *bins: float, source: str = "", learned: str = "", of_anaphor: bool = False
) -> Callable[[PairFunction], PairFunction]:
    """Register a function from `MentionPairs` to numbers, with the upper edges of its default bins.

    NaN means not applicable: nothing is emitted. Infinity falls into the last bin; as a raw number it is not emitted.

    >>> from corefpipe.features import PAIR_FEATURES, numeric
    >>> @numeric(0, 1, 3)
    ... def length_difference(pairs):
    ...     '''How many words one mention is longer than the other.'''
    ...     words = pairs.table.spans.end - pairs.table.spans.start
    ...     return np.abs(words[pairs.ana] - words[pairs.ante])
    >>> PAIR_FEATURES["length_difference"].bins
    (0, 1, 3)
    >>> PAIR_FEATURES.unregister("length_difference")
    """
    return _pair_feature("numeric", bins=bins, source=source, learned=learned, of_anaphor=of_anaphor)


def _pair_feature(kind: Kind, **settings: Any) -> Callable[[PairFunction], PairFunction]:
    def register(function: PairFunction) -> PairFunction:
        name = function.__name__
        _, *further = inspect.signature(function).parameters.values()
        parameters = {parameter.name: parameter.default for parameter in further}
        for parameter, default in parameters.items():
            if not isinstance(default, (bool, int, float, str, tuple)):
                raise SettingError(
                    f"the parameter '{parameter}' of '{name}' has no default that a file can hold",
                    cure="Give it a number, a string, true or false, or a tuple of those",
                )
        PAIR_FEATURES.register(name, PairFeature(name, kind, function, parameters=parameters, **settings), function)
        return function

    return register
