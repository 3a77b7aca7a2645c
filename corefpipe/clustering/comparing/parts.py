"""Comparators of parts of strings: the first and the last word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.clustering.comparing.base import PairwiseComparator
from corefpipe.clustering.comparing.similarity import edit_distance
from corefpipe.clustering.registry import register_comparator


@register_comparator("first_word")
class FirstWord(PairwiseComparator):
    """1 less the normalised edit distance of the first words."""

    @staticmethod
    def function(ones: Sequence[str], others: Sequence[str]) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of strings."""
        one, other = ([value.partition(" ")[0] for value in side] for side in (ones, others))
        return 1.0 - edit_distance(one, other, normalised=True)


@register_comparator("last_word")
class LastWord(PairwiseComparator):
    """1 less the normalised edit distance of the last words."""

    @staticmethod
    def function(ones: Sequence[str], others: Sequence[str]) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of strings."""
        one, other = ([value.rpartition(" ")[2] for value in side] for side in (ones, others))
        return 1.0 - edit_distance(one, other, normalised=True)
