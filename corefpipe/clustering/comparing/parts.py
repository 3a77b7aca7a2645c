"""Comparators of parts of strings: trigrams of letters, the first and the last word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from corefpipe.clustering.comparing.base import Comparator, PairwiseComparator
from corefpipe.clustering.comparing.similarity import edit_distance
from corefpipe.clustering.registry import register_comparator


@register_comparator("trigrams")
class Trigrams(Comparator):
    """Number of common trigrams of letters of two strings, divided by the number of either's (Jaccard)."""

    def __init__(self, values: Sequence[str], counts: np.ndarray):
        super().__init__(values, counts)
        grams = [{text[i : i + 3] for i in range(len(text) - 2)} for text in (f" {value} " for value in values)]
        self._sizes = np.array([len(own) for own in grams], dtype=np.float64)
        numbers: dict[str, int] = {}
        indices = np.array([numbers.setdefault(gram, len(numbers)) for own in grams for gram in own], dtype=np.int32)
        self._matrix = sparse.csr_matrix(
            (np.ones(len(indices), dtype=np.float32), indices, np.append(0, np.cumsum(self._sizes)).astype(np.int64)),
            shape=(len(values), max(len(numbers), 1)),
        )

    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values, by their numbers."""
        common = np.asarray(self._matrix[one].multiply(self._matrix[other]).sum(axis=1)).ravel()
        return common / np.maximum(self._sizes[one] + self._sizes[other] - common, 1)


@register_comparator("first_word")
class FirstWord(PairwiseComparator):
    """1 less the normalised edit distance of the first words."""

    @staticmethod
    def function(ones: Sequence[str], others: Sequence[str]) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of strings."""
        first = [[value.partition(" ")[0] for value in side] for side in (ones, others)]
        return 1.0 - edit_distance(*first, normalised=True)


@register_comparator("last_word")
class LastWord(PairwiseComparator):
    """1 less the normalised edit distance of the last words."""

    @staticmethod
    def function(ones: Sequence[str], others: Sequence[str]) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of strings."""
        last = [[value.rpartition(" ")[2] for value in side] for side in (ones, others)]
        return 1.0 - edit_distance(*last, normalised=True)
