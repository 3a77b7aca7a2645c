"""Agglomerative clustering by average, complete or single linkage."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform

from corefpipe.clustering.decoders.base import Partition
from corefpipe.clustering.decoders.pairs import Pairs, check_threshold, roots
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder
from corefpipe.errors import choose

LINKAGES = ("average", "complete", "single")


@register_decoder("agglomerative", summary="average, complete or single linkage")
@dataclass(slots=True, frozen=True)
class AgglomerativeDecoder(Partition):
    """The two most similar clusters merge, again and again, while their similarity is above the threshold.

    Similar are two clusters as the mean (average), the lowest (complete) or the highest (single) score of the pairs
    between them. A pair not scored never speaks for a merger: it counts 0, or the threshold where that is lower. The
    dummies' scores play no part. Average and complete linkage hold 8 bytes a pair of items of a connected component
    over the links above the threshold, single linkage is linear.

    Args:
        linkage: average, complete or single.
        threshold: mergers need a similarity above it.
    """

    linkage: str = "average"
    threshold: float = 0.0

    def __post_init__(self) -> None:
        choose("linkage", self.linkage, LINKAGES)
        check_threshold(self.threshold)

    def partition(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        pairs = Pairs.of(links, scores)
        if self.linkage == "single":
            return pairs.components(pairs.weight > self.threshold)
        labels = np.arange(pairs.n)
        # No mean and no lowest score is above the threshold where no score is.
        for items, _, part in replace(pairs, weight=pairs.weight - self.threshold).joinable():
            labels[items] = items[self._tree(part)]
        return labels

    def _tree(self, pairs: Pairs) -> np.ndarray:
        """Labels by the mergers above 0, of weights from which the threshold is taken."""
        distance = np.full((pairs.n, pairs.n), max(self.threshold, 0.0))
        distance[pairs.left, pairs.right] = distance[pairs.right, pairs.left] = -pairs.weight
        np.fill_diagonal(distance, 0)
        merged = linkage(squareform(distance, checks=False), self.linkage)
        merged = merged[merged[:, 2] < 0, :2].astype(np.int64)  # distances ascend
        parent = np.arange(pairs.n + len(merged))
        parent[merged] = pairs.n + np.arange(len(merged))[:, None]
        return np.unique(roots(parent)[: pairs.n], return_inverse=True)[1]
