"""Single, complete and average linkage, by SciPy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from corefpipe.clustering.partitioners.base import Partitioner
from corefpipe.clustering.registry import register_partitioner

Method = Literal["single", "complete", "average"]


class Linkage(Partitioner):
    """Merges the two closest clusters, again and again, until K are left or they are too far apart.

    Time is about n², and memory 8 bytes per pair of items. Subclasses say how far apart two clusters are.
    """

    __slots__ = ()
    has_threshold = True
    method: ClassVar[Method]

    def tree(self, distances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n - 1, 2) int, the nodes of each merger, and (n - 1,) its distance, ascending; node n + m is merger m."""
        from scipy.cluster.hierarchy import linkage  # takes long to import
        from scipy.spatial.distance import squareform

        # The mean of both triangles, so that rounding errors in one of them change nothing when items are permuted.
        merged = linkage(squareform((distances + distances.T) / 2, checks=False), self.method)
        return merged[:, :2].astype(np.int64), merged[:, 2]

    def split(self, items: np.ndarray, n_clusters: int, random_state: int = 0) -> np.ndarray:
        """(n,) int labels after the first n - K mergers."""
        return _after(self.tree(items)[0][: len(items) - n_clusters], len(items))

    def cut(self, items: np.ndarray, threshold: float) -> np.ndarray:
        """(n,) int labels after all mergers below the threshold."""
        nodes, height = self.tree(items)
        return _after(nodes[: np.searchsorted(height, threshold)], len(items))


@register_partitioner("single")
@dataclass(slots=True, frozen=True)
class SingleLinkage(Linkage):
    """Single linkage: clusters are as far apart as their closest items.

    >>> from corefpipe.clustering.partitioners import SingleLinkage
    >>> SingleLinkage().partition_vectors(values[:, None], 2)
    array([0, 0, 1, 1], dtype=int32)
    """

    method = "single"


@register_partitioner("complete")
@dataclass(slots=True, frozen=True)
class CompleteLinkage(Linkage):
    """Complete linkage: clusters are as far apart as their farthest items.

    >>> from corefpipe.clustering.partitioners import CompleteLinkage
    >>> CompleteLinkage().partition_vectors(values[:, None], 2)
    array([0, 0, 1, 1], dtype=int32)
    """

    method = "complete"


@register_partitioner("average")
@dataclass(slots=True, frozen=True)
class AverageLinkage(Linkage):
    """Average linkage: the distance of clusters is the mean over their pairs of items.

    >>> from corefpipe.clustering.partitioners import AverageLinkage
    >>> AverageLinkage().partition_vectors(values[:, None], 2)
    array([0, 0, 1, 1], dtype=int32)
    """

    method = "average"


def _after(nodes: np.ndarray, n: int) -> np.ndarray:
    """(n,) int, the last node of each item after some mergers."""
    top = np.arange(n + len(nodes))
    for number in range(len(nodes) - 1, -1, -1):  # from the root down
        top[nodes[number]] = top[n + number]
    return top[:n]
