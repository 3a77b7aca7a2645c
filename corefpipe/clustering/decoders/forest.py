"""Decoder by maximum spanning forests (Yu & Joachims 2009)."""

# Types are no strings here: classes of other modules inherit the settings, and their ranges with them.

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import minimum_spanning_tree

from corefpipe.clustering.decoders.base import Partition
from corefpipe.clustering.decoders.merging import merge_in_order
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.clustering.groups import Groups
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder
from corefpipe.clustering.settings import Threshold


@register_decoder("spanning-forest", summary="all links above 0 (Yu & Joachims 2009)")
@dataclass(slots=True, frozen=True)
class SpanningForestDecoder(Partition):
    """Clusters are the trees of the maximum spanning forest over the links above the threshold (Yu & Joachims 2009).

    These trees span the connected components over these links, so that the components give the clusters. The dummies'
    scores are ignored. Under constraints, Kruskal's algorithm skips the links that would break them.

    >>> from corefpipe.clustering.decoders import SpanningForestDecoder
    >>> SpanningForestDecoder().decode(links, scores).labels
    array([0, 0, 1, 1], dtype=int32)

    Args:
        threshold: only links that score above it are used; the paper's is 0.
    """

    honours_constraints = True
    cuts = True
    threshold: Threshold = 0.0

    def partition(self, links: Links, scores: np.ndarray, groups: Groups | None = None) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        return joined_above(ScoredPairs.of(links, scores), self.threshold, groups)

    def cut(self, links: Links, scores: np.ndarray, n_clusters: int, groups: Groups) -> np.ndarray:
        """(n_items,) int labels of one item set (see `Decoder.cut`)."""
        return merge_in_order(groups, by_weight(ScoredPairs.of(links, scores), groups), n_clusters)


def by_weight(pairs: ScoredPairs, groups: Groups) -> Iterator[tuple[int, int]]:
    """The pairs in descending order of weight; without constraints only those of the maximum spanning forest."""
    kept = np.arange(len(pairs))
    if groups.free:
        kept = np.flatnonzero(maximum_forest(pairs.n, pairs.left, pairs.right, pairs.weight))
    kept = kept[np.argsort(-pairs.weight[kept], kind="stable")]
    return zip(pairs.left[kept].tolist(), pairs.right[kept].tolist(), strict=True)


def joined_above(pairs: ScoredPairs, threshold: float, groups: Groups | None = None) -> np.ndarray:
    """Connected components over the pairs above a threshold.

    Under constraints, items are joined along these pairs in descending order of weight, as in Kruskal's algorithm,
    except along pairs that would bring together items that must be apart.

    Returns:
        (n,) int labels, of any numbers.
    """
    above = pairs.weight > threshold
    if groups is None:
        return pairs.components(above)
    return merge_in_order(groups, by_weight(pairs.only(above), groups))


def maximum_forest(n: int, left: np.ndarray, right: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """The spanning forest of the largest total weight, with one tree per connected component of the graph.

    Every pair given may be part of it, also those of negative weight. Among equal weights the earlier pair is taken
    first, as in Kruskal's algorithm. The graphs of several item sets can be passed as one.

    Args:
        n: number of nodes.
        left: (n_pairs,) int, one end of each pair; no pair twice, no loops.
        right: (n_pairs,) int, the other end.
        weight: (n_pairs,) float.

    Returns:
        (n_pairs,) bool: whether a pair is in the forest.
    """
    order = np.argsort(-weight, kind="stable")
    # Ranks as costs: none is 0, which would mean no edge, none is rounded, and no two are equal.
    rank = np.empty(len(weight))
    rank[order] = np.arange(1, len(weight) + 1)
    tree = minimum_spanning_tree(sparse.coo_matrix((rank, (left, right)), shape=(n, n)).tocsr())
    chosen = np.zeros(len(weight), dtype=bool)
    chosen[order[tree.data.astype(np.int64) - 1]] = True
    return chosen
