"""The registry of constraints, and the constraints of a document.

A constraint is a function from the mention table to `Constraints`, or None where it does not apply. A certain
constraint holds whatever the scores say; a likely one is evidence, which a model weighs (the feature `rule`). Another
package adds its own by an entry point of the group `corefpipe_constraints`, `name = "module"`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.groups import no_pairs
from corefpipe.exceptions import SettingError, require_one_of
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import is_joinable
from corefpipe.parsing.annotations import MissingAnnotationError
from corefpipe.resolver.constraints.decided import without_joining
from corefpipe.utils.registry import Registry

ConstraintFunction = Callable[[MentionTable], Constraints | None]


@dataclass(slots=True, frozen=True)
class NamedConstraint:
    """A registered constraint.

    Attributes:
        name: its name.
        compute: mention table -> constraints, None where it does not apply.
        is_certain: whether models obey it by default; else it is evidence.
    """

    name: str
    compute: ConstraintFunction
    is_certain: bool = True

    @property
    def doc(self) -> str:
        """Its description: the docstring of the function."""
        return inspect.getdoc(self.compute) or ""

    @property
    def summary(self) -> str:
        """The first sentence of its description."""
        return self.doc.partition("\n")[0]


CONSTRAINTS: Registry[NamedConstraint] = Registry(
    "constraint", "corefpipe_constraints", ("corefpipe.resolver.constraints",), sort=True
)
"""Constraints by name."""


def constraint(function: ConstraintFunction) -> ConstraintFunction:
    """Register a constraint under the name of its function."""
    CONSTRAINTS.register(function.__name__, NamedConstraint(function.__name__, function), function)
    return function


def likely(function: ConstraintFunction) -> ConstraintFunction:
    """Register a constraint that is evidence: no model obeys it unless its settings say so."""
    name = function.__name__
    CONSTRAINTS.register(name, NamedConstraint(name, function, is_certain=False), function)
    return function


def certain_constraints() -> tuple[str, ...]:
    """The names of the constraints of this package that hold by default, sorted."""
    return tuple(sorted(name for name, one in CONSTRAINTS.own().items() if one.is_certain))


def check_constraints(names: Iterable[str]) -> tuple[str, ...]:
    """The names, each once and sorted.

    Raises:
        SettingError: no list of names, or a constraint that is not registered.
    """
    listed = list(names) if isinstance(names, Iterable) and not isinstance(names, str) else None
    if listed is None or not all(isinstance(name, str) for name in listed):
        raise SettingError(f"constraints is {names!r:.80}", cure="It must be a list of names")
    known = tuple(CONSTRAINTS)  # looks for those of other packages, so only once
    for name in listed:
        require_one_of("constraint", name, known)
    return tuple(sorted(set(listed)))


def constraints_of(table: MentionTable, names: Sequence[str], decided: np.ndarray | None = None) -> Constraints | None:
    """The constraints of a document by several rules together; None if none applies.

    What must be together wins over what must be apart: a pair that one rule joins is not kept apart by another, and a
    group with two values in a column has none there. What was decided before wins over all rules.

    Args:
        table: the mentions.
        names: of the constraints.
        decided: (n_mentions,) int, the entity of each mention that was decided before, -1 for the others; None if none
            was.
    """
    several = [_computed(table, name) for name in names]
    if decided is None or (decided < 0).all():
        return _together(len(table), several)
    return _together(len(table), [Constraints.of_known(decided), *without_joining(several, decided)])


def deciding(table: MentionTable, names: Sequence[str], one: int, other: int) -> list[tuple[str, bool]]:
    """The constraints on a pair of mentions: name, and whether they must be together.

    Where some join the pair, perhaps by way of other mentions, those that forbid it have no effect, but are listed too.

    Args:
        table: the mentions.
        names: of the constraints.
        one, other: rows of the mentions.
    """
    several = {name: own for name in names if (own := _computed(table, name)) is not None}
    joint = _together(len(table), several.values())
    if joint is None:
        return []
    group = joint.components(len(table))
    joined = bool(group[one] == group[other])
    joining = [name for name, own in several.items() if joined and _joins(own, len(table), one, other)]
    if joined and not joining:
        joining = [name for name, own in several.items() if (group[own.together] == group[one]).any()]
    pairs = no_pairs() if joined else joint.together
    forbidding = [
        name
        for name, own in several.items()
        if name not in joining
        and _forbids(replace(own, together=np.concatenate([own.together, pairs])), table, one, other)
    ]
    return [(name, name in joining) for name in names if name in joining or name in forbidding]


def between(
    table: MentionTable, names: Sequence[str], ones: Sequence[int], others: Sequence[int]
) -> list[tuple[str, int, int]]:
    """The constraints that keep two chains apart: name, and a pair of their mentions that it forbids.

    Args:
        table: the mentions.
        names: of the constraints.
        ones, others: rows of the mentions of each chain.
    """
    several = {name: own for name in names if (own := _computed(table, name)) is not None}
    joint = _together(len(table), several.values())
    if joint is None:
        return []
    one, other = np.repeat(ones, len(others)), np.tile(others, len(ones))
    found = []
    for name, own in several.items():
        forbidden = _forbidden(replace(own, together=np.concatenate([own.together, joint.together])), table, one, other)
        if forbidden.any():
            at = int(forbidden.argmax())
            found.append((name, int(one[at]), int(other[at])))
    return found


def _joins(constraints: Constraints, n: int, one: int, other: int) -> bool:
    """Whether these constraints on n mentions alone join a pair of them."""
    group = constraints.components(n)
    return bool(group[one] == group[other])


def _forbids(constraints: Constraints, table: MentionTable, one: int, other: int) -> bool:
    """Whether these constraints alone keep a pair of mentions apart."""
    pair = np.array([one]), np.array([other])
    is_outside = constraints.within is not None and constraints.within[one] != constraints.within[other]
    return is_outside or bool(_forbidden(constraints, table, *pair)[0])


def _forbidden(constraints: Constraints, table: MentionTable, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(n,) bool: whether these constraints alone keep pairs of mentions, given by their rows, in two chains."""
    own = _together(len(table), [constraints])
    assert own is not None
    groups = own.groups(len(table))
    by_groups = Constraints(apart=groups.apart, starts=groups.starts, values=groups.values)
    return by_groups.forbids(groups.number[one], groups.number[other])


def _computed(table: MentionTable, name: str) -> Constraints | None:
    """The constraints of one name, None for a Doc that lacks the annotation they need."""
    compute = CONSTRAINTS[name].compute
    try:
        if is_joinable(compute):
            return compute(table)
        return per_document(table, compute, range(len(table.first_rows) - 1))
    except MissingAnnotationError:
        return None


def per_document(table: MentionTable, compute: ConstraintFunction, numbers: Iterable[int]) -> Constraints | None:
    """The constraints of some documents of a table, each computed in a table of its own, as those of the whole table.

    Args:
        table: the mentions.
        compute: table of a document -> its constraints.
        numbers: of the documents.
    """
    first_rows = table.first_rows.tolist()
    several = [(compute(table.document(number)), first_rows[number]) for number in numbers]
    found = [(one, first) for one, first in several if one is not None]
    if not found:
        return None
    width = max(0 if one.values is None else one.values.shape[1] for one, _ in found)
    values = np.full((first_rows[-1], width), -1, dtype=np.int64)
    starts = np.zeros(first_rows[-1], dtype=bool)
    within = np.full(first_rows[-1], -1, dtype=np.int64)
    for one, first in found:
        if one.values is not None:
            values[first : first + len(one.values), : one.values.shape[1]] = one.values
        if one.starts is not None:
            starts[first : first + len(one.starts)] = one.starts
        if one.within is not None:
            # Units of a document have as many numbers as it has mentions, at most.
            within[first : first + len(one.within)] = np.where(one.within < 0, -1, one.within + first)
    together, apart = (
        np.concatenate([getattr(one, name).astype(np.int64) + first for one, first in found])
        for name in ("together", "apart")
    )
    weak = np.concatenate([one.are_weak for one, _ in found])
    return Constraints(
        together,
        apart,
        starts if starts.any() else None,
        values if width else None,
        within if (within >= 0).any() else None,
        weak if weak.any() else None,
    )


def _together(n: int, several: Iterable[Constraints | None]) -> Constraints | None:
    """The constraints on n mentions as one, without what contradicts `together`; None if none applies.

    A mention that starts a chain, but is joined to one before it, does not start it.
    """
    found = [one for one in several if one is not None]
    if not found:
        return None
    together = np.concatenate([one.together for one in found]).astype(np.int64)
    apart = np.concatenate([one.apart for one in found]).astype(np.int64)
    columns = [one.values for one in found if one.values is not None]
    group = Constraints(together).components(n)
    kept = group[apart[:, 0]] != group[apart[:, 1]]
    weak = np.concatenate([one.are_weak for one in found])[kept]
    values = np.concatenate([_agreed(one, group) for one in columns], axis=1) if columns else None
    flags = [one.starts for one in found if one.starts is not None]
    starts = np.any(flags, axis=0) & _begin(group) if flags else None
    units = [one.within for one in found if one.within is not None]
    within = np.unique(np.stack(units), axis=1, return_inverse=True)[1] if len(units) > 1 else next(iter(units), None)
    return Constraints(together, apart[kept], starts, values, within, weak if weak.any() else None)


def _begin(group: np.ndarray) -> np.ndarray:
    """(n,) bool, whether each item is the first of its group."""
    found = np.zeros(len(group), dtype=bool)
    found[np.unique(group, return_index=True)[1]] = True
    return found


def _agreed(values: np.ndarray, group: np.ndarray) -> np.ndarray:
    """The values without those of groups whose items have several in one column."""
    highest = np.full((int(group.max(initial=-1)) + 1, values.shape[1]), -1, dtype=np.int64)
    lowest = np.full_like(highest, np.iinfo(np.int64).max)
    np.maximum.at(highest, group, values)
    np.minimum.at(lowest, group, np.where(values < 0, np.iinfo(np.int64).max, values))
    differ = (highest >= 0) & (lowest != highest)
    return np.where(differ[group], -1, values)
