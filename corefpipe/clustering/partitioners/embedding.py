"""Vectors of items whose distances are known (classical scaling)."""

from __future__ import annotations

import numpy as np

_SMALL = 1e-10
"""Share of the largest eigenvalue below which one is a rounding error."""


def embedded(distances: np.ndarray) -> np.ndarray:
    """Vectors whose squared Euclidean distances are the given distances, as nearly as possible.

    With J = I - 11ᵀ/n, the matrix B = -JDJ/2 of inner products has such vectors as its factor VΛ^½ (Torgerson 1952).
    They exist, and so K-means minimises the sum of distances within clusters, each divided by the cluster's size, if
    no eigenvalue is negative: for weighted Manhattan distances of vectors this is so, because they are of negative type
    (Schoenberg 1938). Of other distances, the dimensions of negative eigenvalues are left out.

    Args:
        distances: (n, n) symmetric, 0 or more, diagonal 0.

    Returns:
        (n, n_dimensions) float64, at least one dimension.
    """
    n = len(distances)
    if not n:
        return np.zeros((0, 1))
    means = distances.mean(axis=0)
    inner = -(distances - means - means[:, None] + means.mean()) / 2
    values, vectors = np.linalg.eigh((inner + inner.T) / 2)
    kept = values > _SMALL * max(values[-1], 0.0)
    if not kept.any():
        return np.zeros((n, 1))
    found: np.ndarray = vectors[:, kept] * np.sqrt(values[kept])
    return found
