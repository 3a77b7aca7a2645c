"""Values of items packed into few integers, so that items are compared in all columns at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_BITS = 63


@dataclass(slots=True, frozen=True, eq=False)
class PackedValues:
    """The values of items, of which each column takes some bits of a word.

    Attributes:
        bits: (n_words, n_items) int64, the values; 0 where unknown.
        known: (n_words, n_items) int64, ones where a value is known.
    """

    bits: np.ndarray
    known: np.ndarray

    @classmethod
    def of(cls, values: np.ndarray) -> PackedValues:
        """From (n_items, n_columns) int, -1 where unknown."""
        words: list[tuple[np.ndarray, np.ndarray]] = []
        free = 0
        for column in values.T:
            known = column >= 0
            distinct, codes = np.unique(column[known], return_inverse=True)
            if len(distinct) < 2:
                continue  # nothing differs
            width = (len(distinct) - 1).bit_length()
            if free < width:
                words.append((np.zeros(len(values), dtype=np.int64), np.zeros(len(values), dtype=np.int64)))
                free = _BITS
            free -= width
            bits, mask = words[-1]
            bits[known] |= codes << free
            mask[known] |= ((1 << width) - 1) << free
        shape = (len(words), len(values))
        return cls(*(np.array([word[side] for word in words], dtype=np.int64).reshape(shape) for side in (0, 1)))

    def differ(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n,) bool: whether two items have different known values in a column."""
        found = np.zeros(len(one), dtype=bool)
        for bits, known in zip(self.bits, self.known, strict=True):
            found |= ((bits.take(one) ^ bits.take(other)) & known.take(one) & known.take(other)) != 0
        return found
