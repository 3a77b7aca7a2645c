"""Spectral clustering, by scikit-learn: a relaxation of the minimum normalised cut."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.partitioners.base import Partitioner
from corefpipe.clustering.registry import register_partitioner
from corefpipe.clustering.settings import Positive

_FARTHEST = 200.0
"""Distance, in units of the scale, beyond which affinities do not fall: the graph stays connected."""


@register_partitioner("spectral")
@dataclass(slots=True, frozen=True)
class SpectralPartitioner(Partitioner):
    """Spectral clustering: cuts the graph of affinities exp(-d/σ) into K parts (Shi & Malik 2000; Damle et al. 2019).

    >>> from corefpipe.clustering.partitioners import SpectralPartitioner
    >>> SpectralPartitioner().partition_vectors(values[:, None], 2)
    array([0, 0, 1, 1], dtype=int32)

    Args:
        scale: σ in units of the median of the distances above 0.
    """

    scale: Positive = 0.5

    def split(self, items: np.ndarray, n_clusters: int, random_state: int) -> np.ndarray:
        """(n,) int labels of scikit-learn's SpectralClustering."""
        from sklearn.cluster import SpectralClustering  # takes long to import

        # For many clusters lobpcg computes all eigenvectors, where arpack would fail.
        solver = "lobpcg" if len(items) < 5 * n_clusters + 1 else "arpack"
        model = SpectralClustering(
            n_clusters, affinity="precomputed", assign_labels="cluster_qr", eigen_solver=solver,
            random_state=random_state,
        )  # fmt: skip
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # affinities that underflow the smallest share
            labels: np.ndarray = model.fit(self.affinities(items)).labels_
        return labels

    def affinities(self, distances: np.ndarray) -> np.ndarray:
        """(n, n) exp(-d/σ), above 0."""
        above = distances[distances > 0]
        scale = self.scale * float(np.median(above)) if len(above) else 1.0
        found: np.ndarray = np.exp(-np.minimum(distances / scale if scale > 0 else distances, _FARTHEST))
        return (found + found.T) / 2
