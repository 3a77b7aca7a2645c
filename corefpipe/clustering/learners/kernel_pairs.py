"""Pairs of items under a kernel: weights are expanded in the feature vectors of the training pairs."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

import numpy as np
from scipy import sparse

from corefpipe.clustering.learners.pair_features import PairFeatures
from corefpipe.exceptions import LinksError

Kernel = Literal["linear", "poly", "rbf"]

MOST_VECTORS = 20_000
"""Most different feature vectors of training pairs; their kernel takes 3.2 GB."""
_ROWS = 2048  # number of rows whose kernel with all vectors is computed at once


@dataclass(slots=True, frozen=True)
class KernelFunction:
    """A kernel of feature vectors, named as in scikit-learn: (γ x·y + coef0)^degree, or exp(-γ |x - y|²).

    Attributes:
        kernel: `poly` or `rbf`.
        gamma: γ; None is 1 / number of features.
        degree: degree of `poly`.
        coef0: constant of `poly`.
    """

    kernel: Kernel
    gamma: float | None = None
    degree: int = 3
    coef0: float = 1.0

    def __call__(self, one: Any, other: Any) -> np.ndarray:
        """(n, m) float64, the kernel of the rows of two matrices, dense or CSR."""
        from sklearn.metrics.pairwise import pairwise_kernels  # takes long to import

        found: np.ndarray = pairwise_kernels(
            one, other, self.kernel, filter_params=True, gamma=self.gamma, degree=self.degree, coef0=self.coef0
        )
        return found


@dataclass(slots=True, frozen=True)
class KernelPairs(PairFeatures):
    """As `PairFeatures` in the space of a kernel, where w = Σ_v β_v φ(v) over the different vectors v of the pairs.

    Weights and sums of features are given by their coefficients β, and inner products by `gram`. `features` has no
    values, and a column per vector.

    Attributes:
        vectors: (n_vectors, n_features) CSR float64, different feature vectors.
        number: (n_pairs,) int, the vector of each pair.
        gram: (n_vectors, n_vectors) float64, their kernel.
    """

    vectors: sparse.csr_matrix
    number: np.ndarray
    gram: np.ndarray

    @classmethod
    def under(cls, data: PairFeatures, kernel: KernelFunction) -> KernelPairs:
        """The same pairs under a kernel.

        Raises:
            LinksError: more than `MOST_VECTORS` different vectors.
        """
        rows = sparse.csr_matrix(data.features[data.row], dtype=np.float64)
        first, number = distinct(rows)
        if len(first) > MOST_VECTORS:
            raise LinksError(
                f"{len(first)} different feature vectors of pairs, too many for a kernel",
                cure=f"Learn from at most {MOST_VECTORS}, or use products of features instead of a kernel",
            )
        vectors = rows[first]
        own = {field.name: getattr(data, field.name) for field in fields(PairFeatures)}
        own["features"] = sparse.csr_matrix((data.features.shape[0], len(first)))
        return cls(**own, vectors=vectors, number=number, gram=kernel(vectors, vectors))

    def scores(self, w: np.ndarray) -> np.ndarray:
        """(n_pairs,) float64 w·φ of each pair, from the coefficients of w."""
        found: np.ndarray = (self.gram @ w)[self.number]
        return found

    def total(self, coefficients: np.ndarray, first: int = 0) -> np.ndarray:
        """(n_vectors,) float64, the coefficients of Σ c φ over the pairs from `first` on."""
        own = self.number[first : first + len(coefficients)]
        return np.bincount(own, coefficients, minlength=len(self.gram))


def distinct(rows: sparse.csr_matrix) -> tuple[np.ndarray, np.ndarray]:
    """(n_distinct,) int, the first of each of the different rows, and (n_rows,) int, which of these each row equals."""
    rows = rows.copy()
    rows.sum_duplicates()
    rows.eliminate_zeros()
    number: dict[tuple[bytes, bytes], int] = {}
    first: list[int] = []
    found = np.empty(rows.shape[0], dtype=np.int64)
    for row, (lo, hi) in enumerate(zip(rows.indptr[:-1].tolist(), rows.indptr[1:].tolist(), strict=True)):
        key = rows.indices[lo:hi].tobytes(), rows.data[lo:hi].tobytes()
        if key not in number:
            number[key] = len(first)
            first.append(row)
        found[row] = number[key]
    return np.array(first, dtype=np.int64), found


def kernel_scores(
    kernel: KernelFunction, features: sparse.csr_matrix, support: sparse.csr_matrix, coefficients: np.ndarray
) -> np.ndarray:
    """(n_rows,) float64, Σ_v β_v k(v, x) of each row x of the features."""
    found = np.zeros(features.shape[0])
    for lo in range(0, len(found) if len(coefficients) else 0, _ROWS):
        found[lo : lo + _ROWS] = kernel(features[lo : lo + _ROWS].astype(np.float64), support) @ coefficients
    return found
