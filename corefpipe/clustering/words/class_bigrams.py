"""Counts of bigrams of classes, and the mutual information that each merge of two classes would lose.

With h(x) = x ln x, counts n of bigrams of classes, their row sums l and column sums r, and N the sum of all,
the average mutual information of a class and the next one (Brown et al. 1992, equation 10) is

    I = (Σ h(n_cd) - Σ h(l_c) - Σ h(r_d)) / N + ln N.

Merging i and j changes cells of their rows and columns only. With g(x, y) = h(x) + h(y) - h(x + y), which is 0 if one
of them is 0, N times the loss is

    L(i, j) = G(i, j) + C(i, j) - g(l_i, l_j) - g(r_i, r_j),
    G(i, j) = Σ_d g(n_id, n_jd) + g(n_di, n_dj)    over all classes d,

where C corrects G for the four cells of i and j among themselves. All L are kept in a table. A merge or a new class
changes terms of G only where the smaller class has neighbours, which takes O(k²) steps, and fewer for rare words.
"""

from __future__ import annotations

import numpy as np

_TINY = 1e-300


def entropic(x: np.ndarray) -> np.ndarray:
    """h(x) = x ln x, and 0 for 0."""
    return x * np.log(np.maximum(x, _TINY))


def synergy(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """g(x, y) = h(x) + h(y) - h(x + y), 0 or less."""
    return entropic(x) + entropic(y) - entropic(x + y)


def mutual_information(table: np.ndarray) -> float:
    """Average mutual information of row and column, in nats.

    Args:
        table: (n_rows, n_columns) counts.
    """
    total = float(table.sum())
    if not total:
        return 0.0
    cells, left, right = (float(entropic(part).sum()) for part in (table, table.sum(axis=1), table.sum(axis=0)))
    return max((cells - left - right) / total + float(np.log(total)), 0.0)


class ClassBigrams:
    """A table of class bigrams with the losses of all merges.

    Args:
        table: (n_slots, n_slots) counts; each slot holds one class.

    Attributes:
        counts: (n_slots, n_slots) float64; 0 for empty slots.
        alive: (n_slots,) bool, whether there is a class in the slot.
        losses: (n_slots, n_slots) float64, L; infinite on the diagonal and for empty slots.
    """

    def __init__(self, table: np.ndarray):
        self.counts = np.array(table, dtype=np.float64)
        size = len(self.counts)
        self.alive = np.ones(size, dtype=bool)
        self.losses = np.full((size, size), np.inf)
        self._left, self._right = self.counts.sum(axis=1), self.counts.sum(axis=0)
        self._shared = np.zeros((size, size))  # G
        for vectors in (self.counts, self.counts.T):
            for vector in vectors:
                some = np.flatnonzero(vector)
                self._shared[np.ix_(some, some)] += synergy(vector[some, None], vector[some])
        self._corners = np.array([self._corner(i) for i in range(size)]).reshape(size, size)
        self._margins = self._margin(np.arange(size))
        self._refresh(np.arange(size))

    def best(self) -> tuple[int, int]:
        """The pair of slots whose merge loses least; of equal ones the first."""
        i, j = np.unravel_index(int(self.losses.argmin()), self.losses.shape)
        return int(i), int(j)

    def neighbours(self, slot: int) -> int:
        """Number of classes before and after a class."""
        return int(np.count_nonzero(self.counts[slot]) + np.count_nonzero(self.counts[:, slot]))

    def merge(self, a: int, b: int) -> None:
        """Merge the class of slot b into that of slot a; b becomes empty. Quickest if b has the fewer neighbours."""
        changed = np.union1d(self._fold(self.counts, a, b), self._fold(self.counts.T, a, b))
        for margin in (self._left, self._right):
            margin[a] += margin[b]
            margin[b] = 0.0
        self.alive[b] = False
        self._margins[a] = self._margins[:, a] = self._margin(np.array([a]))[0]
        self._corners[a] = self._corners[:, a] = self._corner(a)
        self._refresh(np.union1d(changed, [a, b]))

    def insert(self, slot: int, row: np.ndarray, column: np.ndarray) -> None:
        """Put a class into an empty slot.

        Args:
            slot: the slot.
            row: (n_slots,) counts of the class before each other one; in the slot itself, before itself.
            column: (n_slots,) counts of the class after each other one; in the slot itself, the same as in `row`.
        """
        n = self.counts
        n[slot], n[:, slot] = row, column
        after, before = np.flatnonzero(row), np.flatnonzero(column)
        for some, vector in ((before, column), (after, row)):  # the class as a context of others
            self._shared[np.ix_(some, some)] += synergy(vector[some, None], vector[some])
        own = synergy(row[after], n[:, after]).sum(axis=1) + synergy(column[before, None], n[before]).sum(axis=0)
        self._shared[slot] = self._shared[:, slot] = own
        self._left += column
        self._right += row
        self._left[slot], self._right[slot] = row.sum(), column.sum()
        self.alive[slot] = True
        changed = np.union1d(np.union1d(before, after), [slot])
        self._margins[changed] = self._margin(changed)
        self._margins[:, changed] = self._margins[changed].T
        self._corners[slot] = self._corners[:, slot] = self._corner(slot)
        self._refresh(changed)

    def _fold(self, n: np.ndarray, a: int, b: int) -> np.ndarray:
        """Add column b to column a, for all pairs that have them as contexts and for the class a itself.

        Args:
            n: the counts or, to fold rows, their transpose.
            a, b: the columns.

        Returns:
            The rows of G that changed besides row a.
        """
        some = np.flatnonzero(n[:, b])
        x, y = n[:, a].copy(), n[some, b]
        z = x.copy()
        z[some] += y
        n[:, a], n[:, b] = z, 0.0
        if not len(some):
            return some
        of_x, of_z = entropic(x), entropic(z)
        gain = of_z - of_x
        block = gain[some, None] + gain - entropic(z[some, None] + z) + entropic(x[some, None] + x)
        block[:, some] -= synergy(y[:, None], y)
        self._shared[some] += block
        self._shared[:, some] = self._shared[some].T
        rest = n[some]
        own = (of_z - of_x)[some, None] - entropic(z[some, None] + rest) + entropic(x[some, None] + rest)
        self._shared[a] += own.sum(axis=0)
        self._shared[:, a] = self._shared[a]
        return some

    def _margin(self, rows: np.ndarray) -> np.ndarray:
        """(n_rows, n_slots) of g(l_i, l_j) + g(r_i, r_j)."""
        left, right = self._left, self._right
        return synergy(left[rows, None], left) + synergy(right[rows, None], right)

    def _corner(self, i: int) -> np.ndarray:
        """(n_slots,) of C(i, j): the four cells are merged into one, not pairwise along rows and columns."""
        n = self.counts
        ii, ij, ji, jj = n[i, i], n[i], n[:, i], np.diagonal(n)
        one = entropic(ii) + entropic(ij) + entropic(ji) + entropic(jj) - entropic(ii + ij + ji + jj)
        return one - synergy(ii, ji) - synergy(ij, jj) - synergy(ii, ij) - synergy(ji, jj)

    def _refresh(self, rows: np.ndarray) -> None:
        """Compute the losses of some classes again."""
        losses = self._shared[rows] + self._corners[rows] - self._margins[rows]
        losses[:, ~self.alive] = np.inf
        losses[~self.alive[rows]] = np.inf
        losses[np.arange(len(rows)), rows] = np.inf
        self.losses[rows] = losses
        self.losses[:, rows] = losses.T
