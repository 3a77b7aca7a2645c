"""Groups: the items of a set that constraints keep together, and which of these groups they keep apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(slots=True, frozen=True, eq=False)
class Groups:
    """Items that must stay together, as groups; an item without `together` pairs is a group of its own.

    Attributes:
        number: (n_items,) int64, the group of each item; groups are numbered from 0 by their first items.
        apart: (n_pairs, 2) int64, pairs of groups that must not be in one cluster: each once, the lower number first.
        starts: (n_groups,) bool, whether the first item of a group must start a cluster.
        values: (n_groups, n_columns) int64, -1 where unknown; groups with different values in a column are apart.
        weak: (n_pairs,) bool, which pairs of `apart` give way to sure links (see `Constraints`).
    """

    number: np.ndarray
    apart: np.ndarray
    starts: np.ndarray
    values: np.ndarray
    weak: np.ndarray

    @classmethod
    def single(cls, n_items: int) -> Groups:
        """A group for each item, without constraints."""
        nothing = np.zeros(n_items, dtype=bool)
        return cls(np.arange(n_items), no_pairs(), nothing, np.zeros((n_items, 0), np.int64), nothing[:0])

    @property
    def n_groups(self) -> int:
        """Number of groups."""
        return len(self.starts)

    @property
    def free(self) -> bool:
        """Whether nothing is constrained; the first item starts a cluster anyway."""
        pairs = len(self.apart) or any(len(np.unique(column[column >= 0])) > 1 for column in self.values.T)
        return self.n_groups == len(self.number) and not pairs and not self.starts[1:].any()

    def in_pairs(self) -> Groups:
        """The same constraints, with pairs of groups instead of values."""
        if not self.values.shape[1]:
            return self
        found = [self.apart]
        for column in self.values.T:
            known = np.flatnonzero(column >= 0)
            one, other = np.triu_indices(len(known), 1)
            differ = column[known[one]] != column[known[other]]
            found.append(np.stack([known[one[differ]], known[other[differ]]], axis=1))
        pairs = np.unique(np.concatenate(found), axis=0)
        values, weak = np.zeros((self.n_groups, 0), dtype=np.int64), np.zeros(len(pairs), dtype=bool)
        return Groups(self.number, pairs, self.starts, values, weak)

    def met(self, labels: np.ndarray) -> bool:
        """Whether (n_items,) labels satisfy the constraints."""
        first = np.unique(self.number, return_index=True)[1]
        own = labels[first]
        if (own[self.number] != labels).any() or (own[self.apart[:, 0]] == own[self.apart[:, 1]]).any():
            return False
        for column in self.values.T:
            pairs = np.unique(np.stack([own, column])[:, column >= 0], axis=1)
            if len(np.unique(pairs[0])) < pairs.shape[1]:
                return False
        # Groups are numbered by their first items, so that of the groups of a cluster the lowest number comes first.
        _, leading, cluster = np.unique(own, return_index=True, return_inverse=True)
        met: bool = (leading[cluster] == np.arange(self.n_groups))[self.starts].all()
        return met

    def part(self, items: np.ndarray, apart: np.ndarray) -> Groups:
        """The groups of some items that hold whole groups.

        Args:
            items: (n,) int, ascending.
            apart: the pairs of these groups that must be apart.
        """
        chosen, number = np.unique(self.number[items], return_inverse=True)
        pairs, weak = np.searchsorted(chosen, apart), np.zeros(len(apart), dtype=bool)
        return Groups(number, pairs, self.starts[chosen], self.values[chosen], weak)

    def previous(self) -> np.ndarray:
        """(n_items,) int32, the last item before each one in its group; -1 for the first item of a group."""
        found = np.full(len(self.number), -1, dtype=np.int32)
        order = np.argsort(self.number, kind="stable")
        same = self.number[order[1:]] == self.number[order[:-1]]
        found[order[1:][same]] = order[:-1][same]
        return found

    def rivals(self, weak: bool | None = None) -> list[list[int]]:
        """For each group the groups that must not be in its cluster.

        Args:
            weak: only those of weak pairs, or only those of the others; None for all.
        """
        found: list[list[int]] = [[] for _ in range(self.n_groups)]
        pairs = self.apart if weak is None else self.apart[self.weak == weak]
        for one, other in pairs.tolist():
            found[one].append(other)
            found[other].append(one)
        return found


def no_pairs() -> np.ndarray:
    """(0, 2) int64."""
    return np.zeros((0, 2), dtype=np.int64)
