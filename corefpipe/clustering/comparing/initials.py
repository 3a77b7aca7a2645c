"""Comparators of abbreviated strings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.clustering.comparing.abbreviations import abbreviation, is_abbreviation
from corefpipe.clustering.comparing.base import Comparator, PairwiseComparator
from corefpipe.clustering.comparing.similarity import edit_distance
from corefpipe.clustering.comparing.weighted_words import words_of
from corefpipe.clustering.registry import register_comparator


@register_comparator("abbreviation")
class Abbreviation(Comparator):
    """1 less the normalised edit distance of the abbreviations, "GWB" of George W. Bush (Daumé & Marcu 2005, 7.3.3)."""

    form = "written"

    def __init__(self, values: Sequence[str], counts: np.ndarray):
        super().__init__([abbreviation(value) for value in values], counts)

    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values, by their numbers."""
        ones, others = ([self.values[i] for i in side.tolist()] for side in (one, other))
        empty = np.array([not a or not b for a, b in zip(ones, others, strict=True)], dtype=bool)
        return np.where(empty, 0.0, 1.0 - edit_distance(ones, others, normalised=True))


@register_comparator("initials")
class Initials(PairwiseComparator):
    """Share of the words of the shorter string that equal, begin or abbreviate the word at their place in the other.

    1 for "J. Smith" and "John Smith", "J R" and "James Robert", "Main St." and "Main Street".
    """

    @staticmethod
    def function(ones: Sequence[str], others: Sequence[str]) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of strings."""
        words = {value: words_of(value) for value in {*ones, *others}}
        return np.array([_aligned(words[a], words[b]) for a, b in zip(ones, others, strict=True)], dtype=np.float64)


def _aligned(one: list[str], other: list[str]) -> float:
    """Share of the words of the shorter list that fit the word at their place in the other."""
    fewest = min(len(one), len(other))
    return sum(map(_fits, one, other)) / fewest if fewest else 0.0


def _fits(one: str, other: str) -> bool:
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return long.startswith(short) if len(short) == 1 else is_abbreviation(f"{short}.", long)
