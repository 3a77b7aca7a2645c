"""Comparators of strings word by word: common words, TF-IDF, SoftTFIDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from scipy import sparse

from corefpipe.clustering.comparing.base import Comparator
from corefpipe.clustering.comparing.weighted_words import WeightedWords, WordCounts, words_of
from corefpipe.clustering.registry import register_comparator


class _CommonWords(Comparator):
    """Base class: counts the distinct words that two strings have in common."""

    def __init__(self, values: Sequence[str], counts: np.ndarray):
        super().__init__(values, counts)
        words = [self._words(value) for value in values]
        self._sizes = np.array([len(own) for own in words], dtype=np.float64)
        numbers: dict[str, int] = {}
        indices = [numbers.setdefault(word, len(numbers)) for own in words for word in own]
        indptr = np.append(0, np.cumsum(self._sizes)).astype(np.int64)
        self._matrix = sparse.csr_matrix(
            (np.ones(len(indices), dtype=np.float32), np.array(indices, dtype=np.int32), indptr),
            shape=(len(values), len(numbers)),
        )

    @staticmethod
    def _words(value: str) -> set[str]:
        return set(words_of(value))

    def _common(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        both = self._matrix[one].multiply(self._matrix[other])
        return np.asarray(both.sum(axis=1)).ravel()


@register_comparator("word_overlap")
class WordOverlap(_CommonWords):
    """Number of common words of two strings, divided by the number of words of either (Jaccard)."""

    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values, by their numbers."""
        common = self._common(one, other)
        return common / np.maximum(self._sizes[one] + self._sizes[other] - common, 1)


@register_comparator("word_containment")
class WordContainment(_CommonWords):
    """Number of common words of two strings, divided by the number of words of the one that has fewer."""

    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values, by their numbers."""
        return self._common(one, other) / np.maximum(np.minimum(self._sizes[one], self._sizes[other]), 1)


@register_comparator("digit_overlap")
class DigitOverlap(WordOverlap):
    """Number of common numbers of two strings, divided by the number of numbers in either (Jaccard); 0 without."""

    @staticmethod
    def _words(value: str) -> set[str]:
        return {word for word in words_of(value) if word.isdigit()}


class _Weighted(Comparator):
    """Base class: words with weights by document frequency, over the items that are compared.

    The weight is log(2 N / df), not log(N / df), so that words in all items count, too.
    """

    def __init__(self, values: Sequence[str], counts: np.ndarray):
        super().__init__(values, counts)
        frequency: Counter[str] = Counter()
        for value, count in zip(values, counts.tolist(), strict=True):
            for word in set(words_of(value)):
                frequency[word] += count
        self._words = WeightedWords(values, WordCounts(frequency, 2 * max(int(counts.sum()), 1)))


@register_comparator("tfidf")
class TfIdf(_Weighted):
    """Cosine of the TF-IDF vectors of the words of two strings; document frequencies of the items compared."""

    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values, by their numbers."""
        return self._words.cosine(one, other).clip(0, 1)


@register_comparator("soft_tfidf")
class SoftTfIdf(_Weighted):
    """SoftTFIDF of two strings (Cohen, Ravikumar & Fienberg 2003, section 2.3), the lower of both directions."""

    above: ClassVar[float] = 0.9

    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values, by their numbers."""
        there, back = self._words.soft(one, other, self.above), self._words.soft(other, one, self.above)
        return np.minimum(there, back).clip(0, 1)


@register_comparator("misspelt_words")
class MisspeltWords(SoftTfIdf):
    """As `soft_tfidf`, with words that are close above a Jaro-Winkler similarity of 0.75: worse misspelt ones."""

    above = 0.75
