"""Many words in little memory."""

from __future__ import annotations

from array import array
from bisect import bisect_left

import numpy as np


class SortedWords:
    """The numbers of words in ascending order.

    They are kept as one string and found by bisection: a dict of 100,000 words takes ten times the memory.

    Args:
        lines: (n_bytes,) uint8, the words in ASCII, one per line, each once and in ascending order.
    """

    def __init__(self, lines: np.ndarray):
        self._lines = lines.tobytes().decode("ascii")
        ends = np.append(np.flatnonzero(lines == ord("\n")), len(lines)) if len(lines) else np.zeros(0)
        self._ends = array("i", ends.astype(np.intc).tobytes())

    def __len__(self) -> int:
        """Number of words."""
        return len(self._ends)

    def __getitem__(self, number: int) -> str:
        """The word with a number."""
        return self._lines[self._ends[number - 1] + 1 if number else 0 : self._ends[number]]

    def find(self, word: str) -> int:
        """The number of a word, -1 for an unknown one."""
        number = bisect_left(range(len(self)), word, key=self.__getitem__)
        return number if number < len(self) and self[number] == word else -1
