"""Pairs of items with their features, and weighted sums of them: the joint features of clusterings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.clustering.learners.base import true_links
from corefpipe.clustering.links import Links

BLOCK = 4_000_000
"""Number of feature values summed up at once, of about 20 bytes each."""


@dataclass(slots=True, frozen=True)
class PairFeatures:
    """The linked pairs of items of all sets, with their features and whether they truly are in one cluster.

    Attributes:
        pairs: the pairs, with items numbered through all sets, and weights 0.
        same: (n_pairs,) bool, C(i, j): whether a pair truly is in one cluster.
        row: (n_pairs,) int, row of each pair in the features.
        bounds: (n_sets + 1,) int, where the pairs of each set begin.
        sizes: (n_sets,) int, number of items of each set.
        features: (n_links, n_features) CSR, the features of the links.
    """

    pairs: ScoredPairs
    same: np.ndarray
    row: np.ndarray
    bounds: np.ndarray
    sizes: np.ndarray
    features: sparse.csr_matrix

    @classmethod
    def of(cls, links: Links, labels: Sequence[np.ndarray]) -> PairFeatures:
        """The pairs of the links, in their order; links to the dummy are left out.

        Raises:
            LinksError: see `Learner.fit`.
        """
        same = true_links(links, labels)
        row = np.flatnonzero(links.antecedent >= 0)
        bounds = np.searchsorted(row, links.indptr[links.sets])
        return cls(
            ScoredPairs.of(links, np.zeros(links.n_links)), same[row], row, bounds, np.diff(links.sets), links.features
        )

    @property
    def counts(self) -> np.ndarray:
        """(n_sets,) number of pairs of each set."""
        return np.diff(self.bounds)

    def spread(self, values: np.ndarray) -> np.ndarray:
        """(n_pairs,) the value of the set of each pair."""
        return np.repeat(values, self.counts)

    def per_set(self, values: np.ndarray) -> np.ndarray:
        """(n_sets,) sums over the pairs of each set."""
        of_set = np.repeat(np.arange(len(self.sizes)), self.counts)
        return np.bincount(of_set, values, minlength=len(self.sizes))

    def scores(self, w: np.ndarray) -> np.ndarray:
        """(n_pairs,) float64 w·φ of each pair, computed in the precision of the features."""
        # With weights of another type, SciPy would convert, and so copy, the whole matrix.
        found: np.ndarray = self.features @ w.astype(np.result_type(self.features.dtype, np.float32))
        return found[self.row].astype(np.float64)

    def total(self, coefficients: np.ndarray, first: int = 0) -> np.ndarray:
        """(n_features,) float64 Σ c φ over the pairs from `first` on, with one coefficient c per pair."""
        used = np.flatnonzero(coefficients)
        row, c = self.row[first + used], coefficients[used]
        step = max(1, BLOCK * len(self.row) // max(self.features.nnz, 1))
        result = np.zeros(self.features.shape[1])
        for lo in range(0, len(row), step):
            result += self.features[row[lo : lo + step]].T @ c[lo : lo + step]
        return result

    def totals(self, coefficients: np.ndarray, wanted: np.ndarray) -> sparse.csr_matrix:
        """(n_wanted, n_features) CSR float64, Σ c φ over the pairs of each wanted set."""
        rows = [
            sparse.csr_matrix(self.total(coefficients[self.bounds[s] : self.bounds[s + 1]], self.bounds[s]))
            for s in wanted.tolist()
        ]
        return sparse.vstack(rows, format="csr") if rows else sparse.csr_matrix((0, self.features.shape[1]))
