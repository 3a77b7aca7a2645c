"""Maximum spanning forests (Yu & Joachims 2009)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import minimum_spanning_tree

from corefpipe.clustering.decoders.base import Partition
from corefpipe.clustering.decoders.pairs import Pairs, check_threshold
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder


@register_decoder("spanning-forest", summary="all links above 0 (Yu & Joachims 2009)")
@dataclass(slots=True, frozen=True)
class SpanningForestDecoder(Partition):
    """Clusters are the trees of the maximum spanning forest over the links above the threshold (Yu & Joachims 2009).

    Those trees span the connected components over these links, which is all a clustering needs of them. The dummies'
    scores play no part.

    Args:
        threshold: links score above it; the paper's forest has those above 0.
    """

    threshold: float = 0.0

    def __post_init__(self) -> None:
        check_threshold(self.threshold)

    def partition(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        pairs = Pairs.of(links, scores)
        return pairs.components(pairs.weight > self.threshold)


def maximum_forest(n: int, left: np.ndarray, right: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """The spanning forest of the largest total weight, of as many trees as the graph has components.

    All pairs given may be taken, those of negative weight as well: leave out what may not. Of equal weights the
    earlier pair is taken first, as Kruskal's algorithm would. Graphs of many item sets go in as one.

    Args:
        n: number of nodes.
        left: (n_pairs,) int, one end of each pair; no pair twice, no loops.
        right: (n_pairs,) int, the other end.
        weight: (n_pairs,) float.

    Returns:
        (n_pairs,) bool, the pairs of the forest.
    """
    order = np.argsort(-weight, kind="stable")
    # Ranks for costs: nothing is 0, which would be no edge, nothing is rounded, and no two are equal.
    rank = np.empty(len(weight))
    rank[order] = np.arange(1, len(weight) + 1)
    tree = minimum_spanning_tree(sparse.coo_matrix((rank, (left, right)), shape=(n, n)).tocsr())
    chosen = np.zeros(len(weight), dtype=bool)
    chosen[order[tree.data.astype(np.int64) - 1]] = True
    return chosen
