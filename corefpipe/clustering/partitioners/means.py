"""K-means and repeated bisections, by scikit-learn."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from corefpipe.clustering.partitioners.base import Partitioner
from corefpipe.clustering.registry import register_partitioner
from corefpipe.clustering.settings import Count

_DIGITS = 8
"""Number of decimals, in units of the largest value, by which vectors are told apart."""


@register_partitioner("k-means")
@dataclass(slots=True, frozen=True)
class KMeansPartitioner(Partitioner):
    """K-means from several starts.

    >>> from corefpipe.clustering.partitioners import KMeansPartitioner
    >>> KMeansPartitioner().partition_vectors(values[:, None], 2)
    array([0, 0, 1, 1], dtype=int32)

    Args:
        starts: number of runs from random centres, of which the one of the lowest cost is kept.
        passes: largest number of passes of a run.
    """

    takes = "vectors"
    starts: Count = 10
    passes: Count = 300

    def split(self, items: np.ndarray, n_clusters: int, random_state: int) -> np.ndarray:
        """(n,) int labels of scikit-learn's KMeans."""
        from sklearn.cluster import KMeans  # takes long to import

        return _fitted(KMeans(n_clusters, n_init=self.starts, max_iter=self.passes, random_state=random_state), items)


@register_partitioner("bisecting")
@dataclass(slots=True, frozen=True)
class BisectingPartitioner(Partitioner):
    """Repeated bisections: splits a cluster in two by K-means, again and again (Zhao & Karypis 2002).

    >>> from corefpipe.clustering.partitioners import BisectingPartitioner
    >>> BisectingPartitioner().partition_vectors(values[:, None], 2)
    array([0, 0, 1, 1], dtype=int32)

    Args:
        starts: number of runs of each bisection, of which the one of the lowest cost is kept.
        passes: largest number of passes of a run.
        choose: the cluster to split next, that of the largest sum of squares (`inertia`) or of the most items.
    """

    takes = "vectors"
    starts: Count = 1
    passes: Count = 300
    choose: Literal["inertia", "items"] = "inertia"

    def split(self, items: np.ndarray, n_clusters: int, random_state: int) -> np.ndarray:
        """(n,) int labels of scikit-learn's BisectingKMeans."""
        from sklearn.cluster import BisectingKMeans  # takes long to import

        strategy = "biggest_inertia" if self.choose == "inertia" else "largest_cluster"
        model = BisectingKMeans(
            n_clusters, n_init=self.starts, max_iter=self.passes, random_state=random_state, bisecting_strategy=strategy
        )
        return _fitted(model, items)


def _fitted(model: Any, vectors: np.ndarray) -> np.ndarray:
    """(n,) int labels; vectors that are equal but for rounding count as one of a larger weight: none can be split."""
    from sklearn.exceptions import ConvergenceWarning

    rounded = np.round(vectors / max(float(np.abs(vectors).max(initial=0.0)), 1e-300), _DIGITS)
    _, first, number, counts = np.unique(rounded, axis=0, return_index=True, return_inverse=True, return_counts=True)
    if model.n_clusters >= len(first):
        return number.ravel()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # nearly equal vectors: the caller makes the clusters K
        if len(first) == len(vectors):
            labels: np.ndarray = model.fit(vectors).labels_
            return labels
        order = np.argsort(first)  # in the order of the items, as without equal ones
        labels = np.empty(len(first), dtype=np.int64)
        labels[order] = model.fit(vectors[first[order]], sample_weight=counts[order].astype(np.float64)).labels_
    return labels[number.ravel()]
