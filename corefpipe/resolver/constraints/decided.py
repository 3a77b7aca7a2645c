"""Constraints beside mentions whose entities were decided before: they hold as far as they do not change these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.disjoint_sets import DisjointSets


def without_joining(several: Iterable[Constraints | None], decided: np.ndarray) -> Iterator[Constraints | None]:
    """The constraints without pairs that must be together, but would join two entities that were decided.

    Args:
        several: the constraints, of which the first win.
        decided: (n_mentions,) int, the entity of each mention, -1 for those that are not decided.
    """
    sets = DisjointSets(len(decided))
    entity = decided.tolist()
    first: dict[int, int] = {}
    for item, number in enumerate(entity):
        if number >= 0:
            sets.join(first.setdefault(number, item), item)
    for one in several:
        yield None if one is None else replace(one, together=np.array(list(_kept(one.together, sets, entity))))


def _kept(together: np.ndarray, sets: DisjointSets, entity: list[int]) -> Iterator[list[int]]:
    """The pairs that join no two entities; those of one entity are joined already. The roots of sets that have an
    entity are mentions of it.
    """
    for pair in together.tolist():
        one, other = map(sets.root, pair)
        if one == other:
            yield pair
        elif entity[one] < 0 or entity[other] < 0:
            sets.join(*((one, other) if entity[one] >= 0 else (other, one)))
            yield pair
