"""The registry of features: what computes the attributes of mentions and the features of pairs of them, by name.

A feature is one function. An attribute takes the mention table and gives one string a mention; a pair feature takes
`Pairs` and gives one value a pair. Feature sets (the TOML files) refer to both by the function's name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from corefpipe.errors import SettingError

if TYPE_CHECKING:
    from corefpipe.features.engine.pairs import Pairs
    from corefpipe.features.engine.table import Column, MentionTable

Kind = Literal["boolean", "categorical", "numeric"]
AttributeFunction = Callable[["MentionTable"], "Sequence[str] | Column"]
PairFunction = Callable[..., np.ndarray]


@dataclass(slots=True, frozen=True)
class Attribute:
    """An attribute of mentions: a categorical feature of the anaphor (`ana.`) or of the antecedent (`ante.`).

    Attributes:
        name: its name.
        compute: mention table -> one string per mention, "" where unknown or not applicable; or a `Column` of them.
        source: the paper that it comes from, "" for our own.
        learned: name of the classifier that must have been trained for it (see `learned`), "" for none.
        of_span: whether a mention has the same value whatever other mentions there are.
    """

    name: str
    compute: AttributeFunction
    source: str = ""
    learned: str = ""
    of_span: bool = False

    @property
    def doc(self) -> str:
        """What it means."""
        return inspect.getdoc(self.compute) or ""


@dataclass(slots=True, frozen=True)
class PairFeature:
    """A feature of pairs of mentions.

    Attributes:
        name: its name.
        kind: boolean, categorical or numeric.
        compute: (Pairs, parameters) -> (n_pairs,) bool, int codes into `values`, or float.
        values: what the codes mean; none for a numeric feature.
        silent: the value that is not emitted: what a feature says of most pairs ("" or, say, "I").
        bins: upper edges of the bins that a numeric feature falls into unless the set says otherwise.
        source: the paper that it comes from, "" for our own.
        learned: the classifier that must have been trained for it, "" for none.
        parameters: names of its parameters with their defaults.
    """

    name: str
    kind: Kind
    compute: PairFunction
    values: tuple[str, ...] = ()
    silent: str = ""
    bins: tuple[float, ...] = ()
    source: str = ""
    learned: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def doc(self) -> str:
        """What it means."""
        return inspect.getdoc(self.compute) or ""

    def codes(self, pairs: Pairs, parameters: Mapping[str, Any]) -> np.ndarray:
        """(n_pairs,) values, as `kind` says."""
        return np.asarray(self.compute(pairs, **parameters))


_SHOWN = 12  # names in an error
_LIST = "`corefpipe features list` shows all"

ATTRIBUTES: dict[str, Attribute] = {}
PAIR_FEATURES: dict[str, PairFeature] = {}


def attribute(
    *, source: str = "", learned: str = "", of_span: bool = False
) -> Callable[[AttributeFunction], AttributeFunction]:
    """Register a function from the mention table to one string a mention; "" means not applicable.

    Args:
        source: the paper that it comes from.
        learned: the classifier that must have been trained for it.
        of_span: whether other mentions have no part in it: where mentions are selected it is not computed again.
    """

    def register(function: AttributeFunction) -> AttributeFunction:
        name = function.__name__
        _refuse_twice(name, ATTRIBUTES)
        ATTRIBUTES[name] = Attribute(name, function, source, learned, of_span)
        return function

    return register


def boolean(*, source: str = "", learned: str = "") -> Callable[[PairFunction], PairFunction]:
    """Register a function from Pairs to bools; only True is emitted."""
    return _pair_feature("boolean", values=("", "yes"), source=source, learned=learned)


def categorical(
    *values: str, silent: str = "", source: str = "", learned: str = ""
) -> Callable[[PairFunction], PairFunction]:
    """Register a function from Pairs to codes into these values; the silent one is not emitted."""
    return _pair_feature("categorical", values=values, silent=silent, source=source, learned=learned)


def numeric(*bins: float, source: str = "", learned: str = "") -> Callable[[PairFunction], PairFunction]:
    """Register a function from Pairs to numbers, with the upper edges of the bins that they usually fall into.

    Nothing is emitted for NaN, what does not apply. Infinity is in the last bin; as a number it is not emitted.
    """
    return _pair_feature("numeric", bins=bins, source=source, learned=learned)


def _pair_feature(kind: Kind, **settings: Any) -> Callable[[PairFunction], PairFunction]:
    def register(function: PairFunction) -> PairFunction:
        name = function.__name__
        _refuse_twice(name, PAIR_FEATURES)
        _, *further = inspect.signature(function).parameters.values()
        parameters = {parameter.name: parameter.default for parameter in further}
        for parameter, default in parameters.items():
            if not isinstance(default, (bool, int, float, str, tuple)):
                raise ValueError(f"the parameter '{parameter}' of '{name}' needs a default that a file can hold")
        PAIR_FEATURES[name] = PairFeature(name, kind, function, parameters=parameters, **settings)
        return function

    return register


def _refuse_twice(name: str, known: Mapping[str, object]) -> None:
    if name in known:
        raise ValueError(f"two features are called '{name}'")


def attribute_named(name: str) -> Attribute:
    """The attribute of that name, or SettingError with the choices."""
    if name not in ATTRIBUTES:
        raise unknown("mention attribute", name, ATTRIBUTES)
    return ATTRIBUTES[name]


def pair_feature_named(name: str) -> PairFeature:
    """The pair feature of that name, or SettingError with the choices."""
    if name not in PAIR_FEATURES:
        raise unknown("pair feature", name, PAIR_FEATURES)
    return PAIR_FEATURES[name]


def unknown(what: str, name: str, valid: Mapping[str, object]) -> SettingError:
    """An error that names the nearest choices first, then all of them, if they are not too many."""
    near = get_close_matches(name, valid, 3)
    hint = f"Did you mean {' or '.join(near)}? " if near else ""
    every = f"Valid names are {', '.join(sorted(valid))}" if len(valid) <= _SHOWN else _LIST
    return SettingError(f"unknown {what} '{name}'", cure=hint + every)
