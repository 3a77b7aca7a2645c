"""Comparators of numbers, dates and sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from corefpipe.clustering.comparing.base import Comparator, PairwiseComparator
from corefpipe.clustering.registry import register_comparator

_MONTH, _YEAR = 30.0, 365.25  # days


class _Amounts(Comparator):
    """Base class: values that are numbers."""

    def __init__(self, values: Sequence[Any], counts: np.ndarray):
        super().__init__(values, counts)
        self._amount = np.array(values, dtype=np.float64)

    def _apart(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        return np.abs(self._amount[one] - self._amount[other])


@register_comparator("difference")
class Difference(_Amounts):
    """1 / (1 + |x - y|) of two numbers."""

    form = "number"

    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values, by their numbers."""
        return 1 / (1 + self._apart(one, other))


@register_comparator("relative")
class Relative(_Amounts):
    """1 - |x - y| / max(|x|, |y|) of two numbers, at least 0."""

    form = "number"

    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values, by their numbers."""
        larger = np.maximum(np.abs(self._amount[one]), np.abs(self._amount[other]))
        return (1 - self._apart(one, other) / np.maximum(larger, np.finfo(np.float64).tiny)).clip(0, 1)


@register_comparator("days")
class Days(_Amounts):
    """1 / (1 + days / 30) for two dates so many days apart."""

    form = "date"

    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values, by their numbers."""
        return 1 / (1 + self._apart(one, other) / _MONTH)


@register_comparator("years")
class Years(_Amounts):
    """1 / (1 + years) for two dates so many years apart."""

    form = "date"

    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values, by their numbers."""
        return 1 / (1 + self._apart(one, other) / _YEAR)


@register_comparator("jaccard")
class Jaccard(PairwiseComparator):
    """Number of common members of two sets, divided by the number of members of either."""

    form = "set"

    @staticmethod
    def function(ones: Sequence[frozenset[str]], others: Sequence[frozenset[str]]) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of sets."""
        return np.array([len(a & b) / len(a | b) for a, b in zip(ones, others, strict=True)], dtype=np.float64)
