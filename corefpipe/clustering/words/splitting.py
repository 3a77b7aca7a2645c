"""When a class splits in deterministic annealing, and the tree of its splits."""

from __future__ import annotations

import numpy as np
from scipy import sparse

_SMALL = 500
"""Number of words or contexts up to which all singular values are computed."""
_NOTHING = 1e-10
"""Eigenvalue below which one is a rounding error: the words of the class have one distribution."""


def critical_beta(shares: sparse.csr_matrix, weights: np.ndarray) -> tuple[float, np.ndarray]:
    """β above which a class and its twin move apart.

    Let p(v|c) = m_v be the mean of p(v|n) weighted by ω_n, and let the twins have m_v (1 ± ε_v), Σ_v m_v ε_v = 0. Then,
    to first order, D(n, c±) = D(n, c) ∓ s_n with s_n = Σ_v p(v|n) ε_v, memberships are split as (1 ± β s_n) / 2, and
    new centres have

        ε'_v = β Σ_n ω_n s_n p(v|n) / m_v.

    So ε grows if β exceeds 1 / λ, where λ is the largest eigenvalue of Σ_n ω_n p(u|n) p(v|n) / sqrt(m_u m_v)
    orthogonal to sqrt(m): the square of the largest correlation of word and context in the class. Our derivation; Rose,
    Gurewitz & Fox 1990 have the same for squared distances.

    Args:
        shares: (n_words, n_contexts) CSR, distributions of words over contexts.
        weights: (n_words,) float64, ω_n up to a factor: weights of the words in the class.

    Returns:
        The critical β, infinite if all words of the class have one distribution, and (n_contexts,) ε, the direction in
        which the twins move. Of its largest components by absolute value the first is positive.
    """
    share = weights / weights.sum() if weights.sum() > 0 else weights
    mean = share @ shares
    words, contexts = np.flatnonzero(share > 0), np.flatnonzero(mean > 0)
    direction = np.zeros(shares.shape[1])
    if len(words) < 2 or len(contexts) < 2:
        return np.inf, direction
    root, scale = np.sqrt(share[words]), np.sqrt(mean[contexts])
    part = sparse.diags(root) @ shares[words][:, contexts] @ sparse.diags(1 / scale)
    value, vector = _second(part.tocsr(), root, scale)
    if value < _NOTHING:
        return np.inf, direction
    vector = vector / scale
    largest = np.flatnonzero(np.abs(vector) >= np.abs(vector).max() * (1 - 1e-9))[0]
    direction[contexts] = vector * np.sign(vector[largest])
    return 1 / value, direction


def _second(matrix: sparse.csr_matrix, left: np.ndarray, right: np.ndarray) -> tuple[float, np.ndarray]:
    """The square of the second singular value and its right vector; the first one is 1, with known vectors."""
    if min(matrix.shape) <= _SMALL:
        values, vectors = np.linalg.svd(matrix.toarray() - np.outer(left, right), full_matrices=False)[1:]
        return float(values[0] ** 2), vectors[0]
    rest = sparse.linalg.LinearOperator(
        matrix.shape,
        matvec=lambda x: matrix @ x.ravel() - left * (right @ x.ravel()),
        rmatvec=lambda x: matrix.T @ x.ravel() - right * (left @ x.ravel()),
        dtype=np.float64,
    )
    start = np.random.default_rng(0).uniform(-1, 1, min(matrix.shape))
    _, value, vector = sparse.linalg.svds(rest, k=1, v0=start)
    return float(value[0] ** 2), vector[0]


def words_paths(splits: np.ndarray, n_classes: int) -> tuple[str, ...]:
    """The path of each class from the root: at each split 0 for the class that keeps its number, 1 for the new one.

    Args:
        splits: (n_splits, 2) int, the class that splits, and the class that leaves it, in the order of the splits.
        n_classes: number of classes.
    """
    paths = [""] * n_classes
    for one, other in splits.tolist():
        paths[one], paths[other] = paths[one] + "0", paths[one] + "1"
    return tuple(paths)
