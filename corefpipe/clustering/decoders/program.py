"""Correlation clustering as a linear program of mistakes (Demaine & Immorlica 2003), by cutting planes."""

from __future__ import annotations

import time

import numpy as np
from scipy import sparse
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse.csgraph import dijkstra

from corefpipe.clustering.decoders.pairs import Pairs
from corefpipe.errors import CorefpipeError

VIOLATED = 1e-6
"""Least violation of a cycle's inequality that counts, ten times what the solver lets pass."""
HOP = 1e-9
"""Added to the length of each pair, so that of equally short ways the one of fewest pairs is found."""
BLOCK = 256
"""Items whose distances are held at once."""


class SolverError(CorefpipeError, RuntimeError):
    """A solver that gave up for another reason than its time limit."""


class Program:
    """The linear program of one component of pairs, with the inequalities found so far.

    Each pair of positive weight that is cut and each pair of negative weight that is joined is a *mistake* that costs
    |w|; a clustering is worth the sum of the positive weights less the cost of its mistakes. A cycle of one negative
    pair and otherwise positive ones has at least one mistake. The program minimises the cost of mistakes x in [0, 1]
    under the inequalities of these cycles, added where violated.

    Its optimum is that of the program over all pairs with all triangle inequalities, e_ab + e_bc - 1 <= e_ac for
    co-membership e: let δ be the length of the shortest way over positive pairs as long as their mistakes, at most 1.
    It is a metric, so e = 1 - δ meets all triangle inequalities; no positive pair is longer in δ than its mistake, and
    for negative pairs 1 - δ is the least that the cycles allow. So e costs no more than x. Conversely any such e gives
    an x of equal cost, as triangles add up to cycles. The same holds for whole mistakes: clusters are the items at
    distance 0. This needs far fewer variables and inequalities, and none at all for pairs that weigh nothing.

    Attributes:
        pairs: of one component (see `Pairs.joinable`).
        pair: (n_columns,) int, the pair of each variable: first the positive ones.
        n_positive: how many these are.
        x: (n_columns,) float, the mistakes of the last solution; at first none.
        bound: proven upper bound of the objective of a clustering.
    """

    def __init__(self, pairs: Pairs):
        self.pairs = pairs
        positive, negative = np.flatnonzero(pairs.weight > 0), np.flatnonzero(pairs.weight < 0)
        self.pair = np.concatenate([positive, negative])
        self.n_positive = len(positive)
        self.total = self.bound = float(pairs.weight[positive].sum())
        # A pair that costs more than all positive ones are worth is joined in no clustering better than none at all,
        # so that weights meant as prohibitions need not spoil the solver's precision.
        self.scale = self.total / len(positive)
        self.cost = np.minimum(np.abs(pairs.weight[self.pair]), self.total) / self.scale
        self.x = np.zeros(len(self.pair))
        self._lower, self._upper = np.zeros_like(self.x), np.ones_like(self.x)
        self._columns: list[np.ndarray] = []
        self._sizes: list[np.ndarray] = []
        self._needs: list[np.ndarray] = []
        self._reduced = self.cost
        self._least = 0.0
        self._index_pairs()

    def _index_pairs(self) -> None:
        """Look-up from two items to a variable, and negative pairs by the item they are sought from."""
        n, left, right = self.pairs.n, self.pairs.left[self.pair], self.pairs.right[self.pair]
        keys = np.concatenate([left * n + right, right * n + left])
        order = np.argsort(keys, kind="stable")
        self._keys, self._of_key = keys[order], order % len(self.pair)
        self._by_source = np.argsort(self.pairs.left, kind="stable")
        self._column = np.full(len(self.pairs), -1)
        self._column[self.pair] = np.arange(len(self.pair))

    @property
    def n_rows(self) -> int:
        """Number of inequalities."""
        return sum(map(len, self._sizes))

    def column(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """The variables of pairs of items, -1 for pairs that have none."""
        key = a * self.pairs.n + b
        at = np.minimum(np.searchsorted(self._keys, key), len(self._keys) - 1)
        return np.where(self._keys[at] == key, self._of_key[at], -1)

    def add(self, columns: np.ndarray, sizes: np.ndarray, needs: np.ndarray) -> None:
        """Add inequalities: that so many mistakes are among these variables.

        Args:
            columns: int, the variables of one inequality behind those of the other.
            sizes: (n_rows,) int, how many each has.
            needs: (n_rows,) float.
        """
        self._columns.append(columns)
        self._sizes.append(sizes)
        self._needs.append(needs)

    def separate(self, deadline: float) -> tuple[np.ndarray, int] | None:
        """Add the violated inequality of the shortest cycle of each negative pair.

        Args:
            deadline: by `time.monotonic`.

        Returns:
            (n_pairs,) co-membership e of the pairs, which meets all triangle inequalities, and the number of
            inequalities added; None after the deadline, when nothing is added.
        """
        n, pairs = self.pairs.n, self.pairs
        positive = self.pair[: self.n_positive]
        ends = np.stack([pairs.left[positive], pairs.right[positive]])
        lengths = np.tile(np.maximum(self.x[: self.n_positive], 0) + HOP, 2)
        graph = sparse.csr_matrix((lengths, (ends.ravel(), ends[::-1].ravel())), shape=(n, n))
        e = np.empty(len(pairs))
        cycles, sizes = [], []
        source = pairs.left[self._by_source]
        for first in range(0, n, BLOCK):
            if time.monotonic() > deadline:
                return None
            own = self._by_source[np.searchsorted(source, first) : np.searchsorted(source, first + BLOCK)]
            block = np.arange(first, min(first + BLOCK, n))
            distance, before = dijkstra(graph, indices=block, return_predecessors=True, limit=1.0)
            e[own] = 1 - np.minimum(distance[pairs.left[own] - first, pairs.right[own]], 1)
            negative = own[pairs.weight[own] < 0]
            violated = negative[e[negative] - self.x[self._column[negative]] > VIOLATED]
            columns, lengths = self._cycles(violated, before, first)
            cycles.append(columns)
            sizes.append(lengths)
        new = np.concatenate(sizes)
        self.add(np.concatenate(cycles), new, np.ones(len(new)))
        return e, len(new)

    def _cycles(self, violated: np.ndarray, before: np.ndarray, first: int) -> tuple[np.ndarray, np.ndarray]:
        """Variables of the cycles of these pairs, one cycle behind the other, and how many each has."""
        start, at = self.pairs.left[violated], self.pairs.right[violated].copy()
        rows, columns = [np.arange(len(violated))], [self._column[violated]]
        walking = rows[0]
        while len(walking):
            step = before[start[walking] - first, at[walking]]
            rows.append(walking)
            columns.append(self.column(step, at[walking]))
            at[walking] = step
            walking = walking[step != start[walking]]
        row = np.concatenate(rows)
        return np.concatenate(columns)[np.argsort(row, kind="stable")], np.bincount(row, minlength=len(violated))

    def solve(self, deadline: float, whole: bool = False) -> bool:
        """Solve under the inequalities found so far: sets `x` and lowers `bound`.

        Args:
            deadline: by `time.monotonic`.
            whole: no parts of mistakes of positive pairs.

        Returns:
            False where the deadline left no solution.

        Raises:
            SolverError: the solver failed.
        """
        seconds = deadline - time.monotonic()
        if seconds <= 0:
            return False
        used, position = np.unique(np.concatenate(self._columns), return_inverse=True)
        indptr = np.concatenate([[0], np.cumsum(np.concatenate(self._sizes))])
        matrix = sparse.csr_matrix((np.ones(len(position)), position, indptr), shape=(self.n_rows, len(used)))
        needs = np.concatenate(self._needs)
        lower, upper = self._lower[used], self._upper[used]
        options = {"time_limit": seconds}
        if whole:
            found = milp(
                self.cost[used],
                integrality=used < self.n_positive,
                bounds=Bounds(lower, upper),
                constraints=LinearConstraint(matrix, needs, np.inf),
                options={**options, "mip_rel_gap": 0},
            )
        else:
            limits = np.stack([lower, upper], axis=1)
            found = linprog(self.cost[used], -matrix, -needs, bounds=limits, method="highs-ds", options=options)
        if found.status not in (0, 1):
            raise SolverError(f"HiGHS gave up: {found.message}")
        if whole and found.mip_dual_bound is not None:
            outside = self._lower @ self.cost - lower @ self.cost[used]
            self._lower_bound(found.mip_dual_bound + outside)
        if found.x is None or (found.status == 1 and not whole):
            return False
        self.x = self._lower.copy()
        self.x[used] = found.x
        if not whole:
            # Any multipliers prove a bound, whatever the solver's tolerances did to its own objective.
            multipliers = np.maximum(-found.ineqlin.marginals, 0)
            self._reduced = self.cost.copy()
            self._reduced[used] -= multipliers @ matrix
            at_best = np.where(self._reduced > 0, self._lower, self._upper)
            self._least = float(multipliers @ needs + self._reduced @ at_best)
            self._lower_bound(self._least)
        return True

    def _lower_bound(self, least: float) -> None:
        """Mistakes cost no less than this, in the solver's units."""
        self.bound = min(self.bound, self.total - self.scale * least)

    def fix(self, objective: float) -> None:
        """Fix the variables that, set otherwise than they are, allow nothing better than this objective.

        Afterwards `bound` holds for clusterings better than it.
        """
        room = (self.total - objective) / self.scale - self._least + VIOLATED
        free = self._lower < self._upper
        self._upper[free & (self._reduced > room)] = 0
        self._lower[free & (self._reduced < -room)] = 1
