"""Comparators of strings letter by letter: equality, edit distance, Jaro-Winkler, common parts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.clustering.comparing.base import Comparator, PairwiseComparator
from corefpipe.clustering.comparing.similarity import common_subsequence, common_substring, edit_distance, jaro_winkler
from corefpipe.clustering.registry import register_comparator


@register_comparator("equal")
class Equal(Comparator):
    """1 for equal values, else 0; case and repeated spaces do not matter."""

    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, 0: it is called for values that differ."""
        return np.zeros(len(one))


@register_comparator("edit")
class Edit(PairwiseComparator):
    """1 less the edit distance of two strings, divided by the length of the longer one."""

    @staticmethod
    def function(ones: Sequence[str], others: Sequence[str]) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of strings."""
        return 1.0 - edit_distance(ones, others, normalised=True)


@register_comparator("jaro_winkler")
class JaroWinkler(PairwiseComparator):
    """Jaro-Winkler similarity of two strings (Cohen, Ravikumar & Fienberg 2003, section 2.1)."""

    @staticmethod
    def function(ones: Sequence[str], others: Sequence[str]) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of strings."""
        return jaro_winkler(ones, others)


@register_comparator("subsequence")
class Subsequence(PairwiseComparator):
    """Length of the longest common subsequence of two strings, divided by the length of the longer one."""

    @staticmethod
    def function(ones: Sequence[str], others: Sequence[str]) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of strings."""
        return common_subsequence(ones, others, normalised=True)


@register_comparator("substring")
class Substring(PairwiseComparator):
    """Length of the longest common substring of two strings, divided by the length of the longer one."""

    @staticmethod
    def function(ones: Sequence[str], others: Sequence[str]) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of strings."""
        return common_substring(ones, others, normalised=True)
