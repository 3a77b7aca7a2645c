"""Vectors of words from counts of their contexts, and their singular value decomposition."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from scipy import sparse

Weighting = Literal["shares", "roots", "ppmi", "counts"]

DENSE = 500
"""Number of rows or columns up to which the decomposition is NumPy's, of the whole matrix."""


def weighted(counts: sparse.csr_matrix, weighting: Weighting, contexts: np.ndarray | None = None) -> sparse.csr_matrix:
    """Vectors of words.

    Args:
        counts: (n_words, n_contexts) CSR float64, valid, no row empty.
        weighting: `shares`, the distribution p(context | word); `roots`, its square roots, whose Euclidean distances
            are Hellinger distances; `ppmi`, positive pointwise mutual information max(0, ln p(w, c) / (p(w) p(c)));
            `counts` as they are.
        contexts: (n_contexts,) sums of the contexts for `ppmi`; None for those of the counts.

    Returns:
        (n_words, n_contexts) CSR float64.
    """
    if weighting == "counts":
        return counts
    sums = np.asarray(counts.sum(axis=1)).ravel()
    rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    shares = counts.data / sums[rows]
    if weighting == "ppmi":
        of_contexts = np.asarray(counts.sum(axis=0)).ravel() if contexts is None else contexts
        expected = of_contexts[counts.indices] / of_contexts.sum()
        # A context that training did not have says nothing.
        known = expected > 0
        data = np.zeros(len(shares))
        data[known] = np.maximum(np.log(shares[known] / expected[known]), 0.0)
    else:
        data = np.sqrt(shares) if weighting == "roots" else shares
    return sparse.csr_matrix((data, counts.indices, counts.indptr), counts.shape)


def decomposition(matrix: sparse.csr_matrix, k: int, random_state: Any = None) -> tuple[np.ndarray, ...]:
    """The k largest singular values with their vectors: SciPy's `svds`, or NumPy's `svd` for small matrices.

    Args:
        matrix: (n, m) sparse.
        k: number of values, from 1 to the smaller of n and m.
        random_state: seed of the first vector of the iteration; it changes results by rounding errors.

    Returns:
        (n, k) left vectors, (k,) values, descending, and (k, m) right vectors. Of each right vector the largest entry
        by absolute value is positive, which makes signs the same in all libraries.
    """
    from sklearn.utils import check_random_state

    if min(matrix.shape) <= max(DENSE, k + 1):
        left, values, right = np.linalg.svd(matrix.toarray(), full_matrices=False)
        left, values, right = left[:, :k], values[:k], right[:k]
    else:
        start = check_random_state(random_state).uniform(-1.0, 1.0, min(matrix.shape))
        left, values, right = sparse.linalg.svds(matrix.astype(np.float64), k=k, v0=start)
        order = np.argsort(-values, kind="stable")
        left, values, right = left[:, order], values[order], right[order]
    signs = np.sign(right[np.arange(len(right)), np.abs(right).argmax(axis=1)])
    signs[signs == 0] = 1.0
    return left * signs, values, right * signs[:, None]
