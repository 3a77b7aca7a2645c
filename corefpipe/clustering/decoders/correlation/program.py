"""Linear program of correlation clustering, over the mistakes of a clustering (Demaine & Immorlica 2003)."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from scipy import sparse

from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.exceptions import CorefpipeError

VIOLATED = 1e-6
"""Least violation of an inequality that counts: ten times the solver's tolerance."""
LARGEST = 1_000_000
"""Number of pairs up to which a component is solved as a program: all pairs of 1,400 items, about 0.5 GB."""
PROGRESS = 1e-7
"""Least relative decrease of the bound after which inequalities may be dropped, so that the rounds end."""


class SolverError(CorefpipeError, RuntimeError):
    """A solver failed for another reason than its time limit."""


class Program:
    """The linear program of one component of pairs, with the inequalities found so far.

    Each pair of positive weight that is cut and each pair of negative weight that is joined is a *mistake* that costs
    |w|; a clustering is worth the sum of the positive weights less the cost of its mistakes. A cycle of one negative
    pair and otherwise positive ones has at least one mistake. The program minimises the cost of mistakes x in [0, 1]
    under the inequalities of these cycles, which `cycles.add_cycles` adds where they are violated.

    Its optimum is that of the program over all pairs with all triangle inequalities, e_ab + e_bc - 1 <= e_ac for
    co-membership e. Let δ be the length of the shortest path over positive pairs, each as long as its mistake, but at
    most 1. It is a metric, so e = 1 - δ meets all triangle inequalities; no positive pair is longer in δ than its
    mistake, and for negative pairs 1 - δ is the least that the cycles allow: e costs no more than x. Conversely, the
    triangle inequalities along a cycle add up to its inequality, so the mistakes of such an e are allowed here and
    cost the same. All this holds for integer mistakes as well; clusters are then the items at distance 0. The program
    needs far fewer variables and inequalities than that over triangles, and none for pairs of weight 0.

    A forbidden pair is a negative one whose mistake is fixed at 0, so that solutions and bounds are those of the
    clusterings without forbidden pairs.

    Attributes:
        pairs: of one component (see `ScoredPairs.joinable`).
        pair: (n_columns,) int, the pair of each variable; the positive ones come first.
        n_positive: number of positive pairs.
        cost: (n_columns,) float, the cost of each mistake; the mean positive pair costs 1.
        x: (n_columns,) float, the mistakes of the last solution; 0 at first.
        bound: proven upper bound of the objective of a clustering.
    """

    def __init__(self, pairs: ScoredPairs):
        self.pairs = pairs
        positive, negative = np.flatnonzero(pairs.weight > 0), np.flatnonzero(pairs.weight < 0)
        self.pair = np.concatenate([positive, negative])
        self.n_positive = len(positive)
        self._total = self.bound = float(pairs.weight[positive].sum())
        self._scale = max(self._total / len(positive), np.finfo(float).smallest_subnormal)
        # A clustering with a mistake that costs more than all positive pairs is never better than all items apart. So
        # the costs can be capped, which keeps the solver precise with very negative weights, and forbidden pairs.
        self.cost = np.minimum(np.abs(pairs.weight[self.pair]), self._total) / self._scale
        self.x = np.zeros(len(self.pair))
        self._lower, self._upper = np.zeros_like(self.x), np.where(pairs.forbidden[self.pair], 0.0, 1.0)
        self._reduced, self._least = self.cost, 0.0
        self._columns: list[np.ndarray] = []
        self._sizes: list[np.ndarray] = []
        self._needs: list[np.ndarray] = []
        self._loose = np.zeros(0, dtype=bool)
        left, right = pairs.left[self.pair], pairs.right[self.pair]
        keys = np.concatenate([left * pairs.n + right, right * pairs.n + left])
        order = np.argsort(keys, kind="stable")
        self._keys, self._of_key = keys[order], order % len(self.pair)

    def column(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """The variables of pairs of items, whose order does not matter; -1 for pairs without one."""
        key = a * self.pairs.n + b
        at = np.minimum(np.searchsorted(self._keys, key), len(self._keys) - 1)
        return np.where(self._keys[at] == key, self._of_key[at], -1)

    def add(self, columns: np.ndarray, sizes: np.ndarray, needs: np.ndarray) -> None:
        """Add inequalities: least numbers of mistakes among some of the variables.

        Args:
            columns: int, the variables of the first inequality, then those of the second, and so on.
            sizes: (n_rows,) int, the number of variables in each inequality.
            needs: (n_rows,) float, the least sum of these variables.
        """
        self._columns.append(columns)
        self._sizes.append(sizes)
        self._needs.append(needs)

    def solve(self, deadline: float, whole: bool = False) -> bool:
        """Solve under the inequalities found so far; set `x` and lower `bound`.

        Args:
            deadline: in seconds of `time.monotonic`.
            whole: whether mistakes must be integers.

        Returns:
            Whether a solution was found before the deadline.

        Raises:
            SolverError: the solver failed.
        """
        seconds = deadline - time.monotonic()
        if seconds <= 0:
            return False
        rows, needs = self._rows()
        # Inequalities that are not tight are left out of the next linear program; they help the integer program.
        self._loose = np.concatenate([self._loose, np.zeros(len(needs) - len(self._loose), dtype=bool)])
        chosen = np.full(len(needs), True) if whole else ~self._loose
        rows, needs = rows[chosen], needs[chosen]
        used = np.flatnonzero(np.diff(rows.tocsc().indptr))
        before = self.bound
        x = (self._solve_whole if whole else self._solve_linear)(used, rows[:, used], needs, {"time_limit": seconds})
        if x is None:
            return False
        self.x = self._lower.copy()  # variables in no inequality stay at their lower bounds
        self.x[used] = x
        if not whole and self.bound < before - PROGRESS * before:
            self._loose[chosen] = rows @ self.x - needs > VIOLATED
        return True

    def _rows(self) -> tuple[sparse.csr_matrix, np.ndarray]:
        """All inequalities found: an (n_rows, n_columns) matrix of ones, and (n_rows,) least sums."""
        columns, sizes, needs = map(np.concatenate, (self._columns, self._sizes, self._needs))
        indptr = np.concatenate([[0], np.cumsum(sizes)])
        return sparse.csr_matrix((np.ones(len(columns)), columns, indptr), shape=(len(needs), len(self.x))), needs

    def _solve_linear(
        self, used: np.ndarray, matrix: sparse.csr_matrix, needs: np.ndarray, options: dict[str, float]
    ) -> np.ndarray | None:
        from scipy.optimize import linprog  # here, because it takes longer than loading a model

        limits = np.stack([self._lower[used], self._upper[used]], axis=1)
        found = linprog(self.cost[used], -matrix, -needs, bounds=limits, method="highs-ds", options=options)
        if _out_of_time(found):
            return None
        # Any multipliers prove a bound, whatever the solver's tolerances did to its own objective.
        multipliers = np.maximum(-found.ineqlin.marginals, 0)
        self._reduced = self.cost.copy()
        self._reduced[used] -= multipliers @ matrix
        self._least = float(multipliers @ needs + self._reduced @ np.where(self._reduced > 0, self._lower, self._upper))
        self._costs_at_least(self._least)
        return found.x

    def _solve_whole(
        self, used: np.ndarray, matrix: sparse.csr_matrix, needs: np.ndarray, options: dict[str, float]
    ) -> np.ndarray | None:
        from scipy.optimize import Bounds, LinearConstraint, milp

        found = milp(
            self.cost[used],
            integrality=used < self.n_positive,  # the other variables are then integers too
            bounds=Bounds(self._lower[used], self._upper[used]),
            constraints=LinearConstraint(matrix, needs, np.inf),
            options={**options, "mip_rel_gap": 0},
        )
        late = _out_of_time(found)
        if found.mip_dual_bound is not None:
            outside = self._lower @ self.cost - self._lower[used] @ self.cost[used]
            self._costs_at_least(found.mip_dual_bound + outside)
        return None if late else found.x

    def _costs_at_least(self, least: float) -> None:
        self.bound = min(self.bound, self._total - self._scale * least)

    def fix(self, objective: float) -> None:
        """Fix the variables whose other value cannot give a larger objective than this one.

        From then on `bound` is proven only for clusterings with a larger objective.
        """
        room = (self._total - objective) / self._scale - self._least + VIOLATED
        free = self._lower < self._upper
        self._upper[free & (self._reduced > room)] = 0
        self._lower[free & (self._reduced < -room)] = 1


def _out_of_time(found: Any) -> bool:
    """Whether a solver stopped at its time limit.

    Raises:
        SolverError: it failed.
    """
    if found.status not in (0, 1):
        raise SolverError(f"the solver HiGHS failed: {found.message}")
    late: bool = found.status == 1
    return late
