"""The links of scored blocks that constraints forbid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.links import Links
from corefpipe.clustering.packed_values import PackedValues
from corefpipe.clustering.scored_block import ScoredBlock

_IMPOSSIBLE = -1e6
"""Score whose probability is 0, beside that of any other link."""


class ForbiddenLinks:
    """Finds the links between items that must be apart by themselves (see `Constraints.forbids`).

    Args:
        constraints: of the items of one set.
    """

    def __init__(self, constraints: Constraints):
        pairs = np.sort(constraints.apart.astype(np.int64), axis=1)
        self._left, self._right = pairs[np.argsort(pairs[:, 1], kind="stable")].T
        self._values = None if constraints.values is None else PackedValues.of(constraints.values)
        self._starts = constraints.starts
        self._within = constraints.within

    def leaving(self, block: ScoredBlock) -> np.ndarray:
        """(n_links,) bool: whether each link of a block leaves the unit of its item; none to the dummy does."""
        if self._within is None:
            return np.zeros(len(block.antecedent), dtype=bool)
        return leaves_unit(self._within, block.item(), block.antecedent)

    def among(self, block: ScoredBlock) -> np.ndarray:
        """(n_links,) bool: whether each link of a block is forbidden; none to the dummy is."""
        item, antecedent = block.item(), block.antecedent.astype(np.int64)
        found = self.leaving(block)
        if self._values is not None:
            found |= self._values.differ(np.maximum(antecedent, 0), item) & (antecedent >= 0)
        if self._starts is not None:
            found |= self._starts[item] & (antecedent >= 0)
        own = slice(*np.searchsorted(self._right, [block.first, block.first + len(block)]).tolist())
        keys = item * block.n_items + antecedent
        wanted = self._right[own] * block.n_items + self._left[own]
        if not (np.diff(keys) > 0).all():  # candidates in no order
            return found | np.isin(keys, wanted)
        at = np.searchsorted(keys, wanted)
        at = at[keys.take(at, mode="clip") == wanted] if len(keys) else at
        found[at] = True
        return found


def allowed(blocks: Iterable[ScoredBlock], constraints: Constraints | None) -> Iterator[ScoredBlock]:
    """The same blocks, in which forbidden links are as good as impossible, and without those that leave a unit.

    A sum over the links into a cluster shall be lost by the items that must be apart, but not by those of other units.
    """
    if constraints is None:
        yield from blocks
        return
    forbidden = ForbiddenLinks(constraints)
    for block in blocks:
        scored = replace(block, scores=np.where(forbidden.among(block), _IMPOSSIBLE, block.scores))
        yield scored if constraints.within is None else scored.only(~forbidden.leaving(block))


def inside_units(links: Links, scores: np.ndarray, constraints: Constraints | None) -> tuple[Links, np.ndarray]:
    """The links of one set that leave no unit, with their scores.

    Args:
        links: candidates of one set.
        scores: (n_links,) w_ij.
        constraints: of the set, valid; None for none.
    """
    if constraints is None or constraints.within is None:
        return links, scores
    kept = ~leaves_unit(constraints.within, *links.ends())
    return (links, scores) if kept.all() else (links.only(kept), scores[kept])


def leaves_unit(within: np.ndarray, item: np.ndarray, antecedent: np.ndarray) -> np.ndarray:
    """(n_links,) bool: whether links lead to another unit.

    Args:
        within: (n_items,) int, the unit of each item.
        item: (n_links,) int.
        antecedent: (n_links,) int, -1 for the dummy, which is in each unit.
    """
    found: np.ndarray = (within[item] != within[antecedent]) & (antecedent >= 0)
    return found
