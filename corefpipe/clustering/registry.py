"""The registries of learners, decoders, partitioners and word clusterers, and the decorators that add classes to them.

    @register_learner("mine", decoder="l3m")
    class MyLearner(Learner): ...

    @register_decoder("mine")
    @dataclass(slots=True, frozen=True)
    class MyDecoder(Decoder): ...

    @register_partitioner("mine")
    @dataclass(slots=True, frozen=True)
    class MyPartitioner(Partitioner): ...

    @register_word_clusterer("mine")
    class MyClusterer(WordClusterer): ...

Another package names its modules with such classes as entry points of `corefpipe_learners`, `corefpipe_decoders`,
`corefpipe_partitioners` and `corefpipe_word_clusterers`:

    [project.entry-points.corefpipe_decoders]
    mine = "my_package.decoders"

Comparators of values and rules of blocking are registered in the same way, by `register_comparator` (entry points of
`corefpipe_comparators`) and `register_blocking` (`corefpipe_blockings`); families of distributions for Bayesian
clustering by `register_family` (`corefpipe_families`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from inspect import getdoc, signature
from typing import Any, TypeVar

from corefpipe.exceptions import SettingError
from corefpipe.utils.registry import Registry

Class = TypeVar("Class", bound=type)


@dataclass(frozen=True, slots=True)
class Entry:
    """A registered learner, decoder, partitioner or word clusterer.

    Attributes:
        kind: the class.
        summary: one line on it.
        decoder: for a learner, the name of the decoder that goes with it.
    """

    kind: type[Any]
    summary: str
    decoder: str = ""


LEARNERS: Registry[Entry] = Registry("learner", "corefpipe_learners", ["corefpipe.clustering.learners"], sort=True)
"""Learners by name: what learns weights of links."""
DECODERS: Registry[Entry] = Registry("decoder", "corefpipe_decoders", ["corefpipe.clustering.decoders"], sort=True)
"""Decoders by name: what makes clusters of scored links."""
COMPARATORS: Registry[Entry] = Registry(
    "comparator", "corefpipe_comparators", ["corefpipe.clustering.comparing"], sort=True
)
"""Comparators by name: what computes features of two values of a field."""
BLOCKINGS: Registry[Entry] = Registry(
    "blocking rule", "corefpipe_blockings", ["corefpipe.clustering.blocking"], sort=True
)
"""Blocking rules by name: which pairs of items are compared."""
PARTITIONERS: Registry[Entry] = Registry(
    "partitioner", "corefpipe_partitioners", ["corefpipe.clustering.partitioners"], sort=True
)
"""Partitioners by name: what clusters distances or vectors."""
FAMILIES: Registry[Entry] = Registry("family", "corefpipe_families", ["corefpipe.clustering.bayes.families"], sort=True)
"""Families of distributions by name, for Bayesian mixtures."""
WORD_CLUSTERERS: Registry[Entry] = Registry(
    "method", "corefpipe_word_clusterers", ["corefpipe.clustering.words"], sort=True
)
"""Methods of clustering words by name."""


def register_learner(name: str, *, decoder: str, summary: str = "") -> Callable[[Class], Class]:
    """Decorator that adds a subclass of `Learner` to `LEARNERS`.

    >>> from corefpipe.clustering import register_learner
    >>> from corefpipe.clustering.learners import UnitLearner
    >>> from corefpipe.clustering.registry import LEARNERS
    >>> @register_learner("ones", decoder="best-link")
    ... class Ones(UnitLearner):
    ...     '''Gives each feature the weight 1.'''
    >>> LEARNERS["ones"].decoder
    'best-link'
    >>> LEARNERS.unregister("ones")

    Args:
        name: its name in settings and in files.
        decoder: name of the decoder that goes with it.
        summary: one line for help; empty is the first line of the docstring.

    Raises:
        SettingError: the name is taken, or a setting of the learner is called `name`.
    """
    return _adder(LEARNERS, name, summary, decoder)


def register_decoder(name: str, *, summary: str = "") -> Callable[[Class], Class]:
    """Decorator that adds a subclass of `Decoder` to `DECODERS`; it stands above `@dataclass`.

    >>> from dataclasses import dataclass
    >>> from corefpipe.clustering import register_decoder
    >>> from corefpipe.clustering.decoders import BestLinkDecoder
    >>> from corefpipe.clustering.registry import DECODERS
    >>> @register_decoder("bold-link")
    ... @dataclass(slots=True, frozen=True)
    ... class BoldLinkDecoder(BestLinkDecoder):
    ...     '''Links above -1.'''
    ...     threshold: float = -1.0
    >>> DECODERS["bold-link"].summary
    'Links above -1'
    >>> DECODERS.unregister("bold-link")

    Args:
        name: its name in settings and in files.
        summary: one line for help; empty is the first line of the docstring.

    Raises:
        SettingError: the name is taken, a setting of the decoder is called `name`, or the class is no dataclass.
    """
    return _dataclass_adder(DECODERS, name, summary)


def register_partitioner(name: str, *, summary: str = "") -> Callable[[Class], Class]:
    """Decorator that adds a subclass of `Partitioner` to `PARTITIONERS`; it stands above `@dataclass`.

    >>> from dataclasses import dataclass
    >>> from corefpipe.clustering import register_partitioner
    >>> from corefpipe.clustering.partitioners import SingleLinkage
    >>> from corefpipe.clustering.registry import PARTITIONERS
    >>> @register_partitioner("chain")
    ... @dataclass(slots=True, frozen=True)
    ... class Chain(SingleLinkage):
    ...     '''Single linkage by another name.'''
    >>> PARTITIONERS["chain"].summary
    'Single linkage by another name'
    >>> PARTITIONERS.unregister("chain")

    Args:
        name: its name in settings and in files.
        summary: one line for help; empty is the first line of the docstring.

    Raises:
        SettingError: the name is taken, a setting of the partitioner is called `name`, or the class is no dataclass.
    """
    return _dataclass_adder(PARTITIONERS, name, summary)


def register_family(name: str, *, summary: str = "") -> Callable[[Class], Class]:
    """Decorator that adds a subclass of `Family` to `FAMILIES`; it stands above `@dataclass`.

    >>> from dataclasses import dataclass
    >>> from corefpipe.clustering import register_family
    >>> from corefpipe.clustering.bayes.families import UnitGaussian
    >>> from corefpipe.clustering.registry import FAMILIES
    >>> @register_family("wide")
    ... @dataclass(slots=True, frozen=True)
    ... class Wide(UnitGaussian):
    ...     '''Means far from 0.'''
    ...     variance: float = 100.0
    >>> FAMILIES["wide"].summary
    'Means far from 0'
    >>> FAMILIES.unregister("wide")

    Args:
        name: its name in settings and in files.
        summary: one line for help; empty is the first line of the docstring.

    Raises:
        SettingError: the name is taken, a setting of the family is called `name`, or the class is no dataclass.
    """
    return _dataclass_adder(FAMILIES, name, summary)


def register_word_clusterer(name: str, *, summary: str = "") -> Callable[[Class], Class]:
    """Decorator that adds a subclass of `WordClusterer` to `WORD_CLUSTERERS`.

    Args:
        name: its name in settings and in files.
        summary: one line for help; empty is the first line of the docstring.

    Raises:
        SettingError: the name is taken, or a setting of the clusterer is called `name`.
    """
    return _adder(WORD_CLUSTERERS, name, summary)


def register_comparator(name: str, *, summary: str = "") -> Callable[[Class], Class]:
    """Decorator that adds a subclass of `Comparator` or `VectorComparator` to `COMPARATORS`.

    Args:
        name: its name in settings and in files.
        summary: one line for help; empty is the first line of the docstring.

    Raises:
        SettingError: the name is taken, or an argument of the comparator is called `name`.
    """
    return _adder(COMPARATORS, name, summary)


def register_blocking(name: str, *, summary: str = "") -> Callable[[Class], Class]:
    """Decorator that adds a subclass of `BlockingRule` to `BLOCKINGS`; it stands above `@dataclass`.

    Args:
        name: its name in settings and in files.
        summary: one line for help; empty is the first line of the docstring.

    Raises:
        SettingError: the name is taken, a setting of the rule is called `name`, or the class is no dataclass.
    """
    return _dataclass_adder(BLOCKINGS, name, summary)


def _adder(registry: Registry[Entry], name: str, summary: str, decoder: str = "") -> Callable[[Class], Class]:
    """Decorator that adds a class to a registry."""

    def add(kind: Class) -> Class:
        if "name" in signature(kind).parameters:
            raise SettingError(
                f"{kind.__name__} has a setting called 'name', which stands for the registered name in files",
                cure="Call it something else",
            )
        registry.register(name, Entry(kind, summary or _first_line(kind), decoder), kind)
        return kind

    return add


def _dataclass_adder(registry: Registry[Entry], name: str, summary: str) -> Callable[[Class], Class]:
    """Decorator that adds a dataclass to a registry."""
    add = _adder(registry, name, summary)

    def checked(kind: Class) -> Class:
        if not is_dataclass(kind):
            raise SettingError(
                f"the {registry.what} {kind.__name__} is no dataclass",
                cure=f"Put @dataclass(slots=True, frozen=True) below @register_{registry.what.split()[0]}",
            )
        return add(kind)

    return checked


def _first_line(kind: type) -> str:
    return (getdoc(kind) or kind.__name__).partition("\n")[0].removesuffix(".")
