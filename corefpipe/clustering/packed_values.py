"""Values of items packed into few integers, so that items are compared in all columns at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_BITS = 62


@dataclass(slots=True, frozen=True, eq=False)
class PackedValues:
    """The values of items, of which each column takes some bits of a word.

    Each bit of a value takes two: one says that it is 1, the other that it is 0. If none is set, the value is unknown.
    So one "and" finds the values that contradict those of another item.

    Attributes:
        own: (n_words, n_items) int64, the values.
        others: (n_words, n_items) int64, the same with ones and zeros exchanged: it shares a bit with what contradicts.
    """

    own: np.ndarray
    others: np.ndarray

    @classmethod
    def of(cls, values: np.ndarray) -> PackedValues:
        """From (n_items, n_columns) int, -1 where unknown. Columns of few values come first: most items know those."""
        coded = [np.unique(column[column >= 0], return_inverse=True) for column in values.T]
        columns = sorted(
            (len(distinct), number) for number, (distinct, _) in enumerate(coded) if len(distinct) > 1
        )  # where nothing differs, there is nothing to compare
        words: list[tuple[np.ndarray, np.ndarray]] = []
        free = 0
        for n_values, number in columns:
            width = (n_values - 1).bit_length()
            if free < 2 * width:
                words.append((np.zeros(len(values), dtype=np.int64), np.zeros(len(values), dtype=np.int64)))
                free = _BITS
            free -= 2 * width
            known, ones = values[:, number] >= 0, coded[number][1]
            zeros = ones ^ ((1 << width) - 1)
            own, others = words[-1]
            own[known] |= (ones << width | zeros) << free
            others[known] |= (zeros << width | ones) << free
        shape = (len(words), len(values))
        return cls(*(np.array([word[side] for word in words], dtype=np.int64).reshape(shape) for side in (0, 1)))

    def differ(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n,) bool: whether two items have different known values in a column."""
        found = np.zeros(len(one), dtype=bool)
        for own, others in zip(self.own, self.others, strict=True):
            found |= (own.take(one) & others.take(other)) != 0
        return found
