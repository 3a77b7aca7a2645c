"""The links of scored blocks that constraints forbid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from corefpipe.clustering.constraints import Constraints
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

    def among(self, block: ScoredBlock) -> np.ndarray:
        """(n_links,) bool: whether each link of a block is forbidden; none to the dummy is."""
        item = np.repeat(np.arange(block.first, block.first + len(block)), np.diff(block.indptr))
        antecedent = block.antecedent.astype(np.int64)
        found = np.zeros(len(item), dtype=bool)
        if self._values is not None:
            found = self._values.differ(np.maximum(antecedent, 0), item) & (antecedent >= 0)
        if self._starts is not None:
            found |= self._starts[item] & (antecedent >= 0)
        if self._within is not None:
            found |= (self._within[item] != self._within[antecedent]) & (antecedent >= 0)
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
    """The same blocks, in which forbidden links are as good as impossible: they are not learned from either."""
    if constraints is None:
        yield from blocks
        return
    forbidden = ForbiddenLinks(constraints)
    for block in blocks:
        yield replace(block, scores=np.where(forbidden.among(block), _IMPOSSIBLE, block.scores))
