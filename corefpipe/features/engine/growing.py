"""Arrays that grow in place: concatenating pieces would hold everything twice."""

from __future__ import annotations

import numpy as np


class Growing:
    """A one-dimensional array to which values are appended.

    Args:
        dtype: type of the values.
    """

    def __init__(self, dtype: type):
        self._array: np.ndarray = np.empty(1 << 16, dtype=dtype)
        self._size = 0

    def add(self, values: np.ndarray) -> None:
        """Append values."""
        size = self._size + len(values)
        if size > len(self._array):
            self._array.resize(max(size, len(self._array) * 3 // 2), refcheck=False)
        self._array[self._size : size] = values
        self._size = size

    def done(self) -> np.ndarray:
        """The array; nothing can be appended afterwards."""
        self._array.resize(self._size, refcheck=False)
        return self._array
