"""Rule: all pairs of a small set."""

# Types are no strings here: see `base`.

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.blocking.base import BlockingRule, pairs_within
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.registry import register_blocking
from corefpipe.clustering.settings import Count


@register_blocking("all")
@dataclass(slots=True, frozen=True)
class AllPairs(BlockingRule):
    """All pairs of a set of few items, none of a larger set.

    Args:
        most: most items of such a set.
    """

    most: Count = 200

    def pairs(self, items: ItemSets) -> np.ndarray:
        """(n_pairs, 2) int64, pairs of different items of one set."""
        return pairs_within(np.zeros(items.n_items if items.n_items <= self.most else 0, dtype=np.int64))
