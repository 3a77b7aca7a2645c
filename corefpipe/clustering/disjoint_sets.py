"""Disjoint sets of items that are joined step by step (union-find)."""

from __future__ import annotations

import numpy as np


class DisjointSets:
    """Sets of items numbered from 0, at first one item each. The root of a set is one of its items.

    Args:
        n: number of items.
    """

    __slots__ = ("_parent",)

    def __init__(self, n: int):
        self._parent = list(range(n))

    def root(self, item: int) -> int:
        """The root of the set of an item."""
        parent = self._parent
        while parent[item] != item:
            parent[item] = item = parent[parent[item]]
        return item

    def join(self, root: int, other: int) -> None:
        """Join two sets by their roots; the first is the root of both."""
        self._parent[other] = root

    def roots(self) -> np.ndarray:
        """(n,) int64, the root of each item's set."""
        return np.array([self.root(item) for item in range(len(self._parent))], dtype=np.int64)
