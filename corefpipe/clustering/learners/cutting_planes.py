"""The cutting-plane algorithm for structural SVMs (Tsochantaridis et al. 2004; Joachims, Finley & Yu 2009)."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from tqdm import tqdm

from corefpipe.clustering.learners.dual import solve_dual

STEP = 0.15
"""Where to search for constraints: this part of the way from the best weights to those of the last program."""
PATIENCE = 50
"""A constraint that is inactive in more programs in a row than this is dropped."""


@dataclass(slots=True, frozen=True)
class Cuts:
    """Constraints w·row >= margin - ξ.

    Attributes:
        rows: (n_cuts, n_features) CSR float64, joint features of the correct output minus those of a wrong one.
        margin: (n_cuts,) float64, losses of the wrong outputs.
        slack: (n_cuts,) int, number of the ξ of each constraint; several may share one.
    """

    rows: sparse.csr_matrix
    margin: np.ndarray
    slack: np.ndarray

    def __len__(self) -> int:
        return len(self.margin)

    def needed(self, w: np.ndarray) -> np.ndarray:
        """(n_cuts,) the ξ that each constraint needs at these weights, or at the image of theirs under a kernel."""
        needed: np.ndarray = self.margin - self.rows @ w
        return needed

    def take(self, chosen: np.ndarray) -> Cuts:
        """The constraints of a (n_cuts,) bool mask."""
        return self if chosen.all() else Cuts(self.rows[chosen], self.margin[chosen], self.slack[chosen])

    def stack(self, other: Cuts) -> Cuts:
        """These constraints, followed by others."""
        return Cuts(
            sparse.vstack([self.rows, other.rows], format="csr"),
            np.concatenate([self.margin, other.margin]),
            np.concatenate([self.slack, other.slack]),
        )


Search = Callable[[np.ndarray], Cuts]
"""A function from weights to the constraints that they violate most, at most one per slack."""


class CuttingPlanes:
    """Minimises ½‖w‖² + C Σ ξ_s over w and ξ >= 0, under constraints that a search finds one by one.

    Each round searches at some weights, adds the violated constraints, and solves the quadratic program of all
    constraints so far, whose optimum is a lower bound that never falls. The published algorithms search at the solution
    of the program. While there are few constraints, solutions vary wildly, so here the search is at a point a small
    step from the best weights so far towards the solution, similar to the optimised cutting planes of Franc &
    Sonnenburg (2009); that halves the number of rounds, or better. If the constraints found there are not violated by
    the solution, the next search is at the solution itself.

    Args:
        n_features: number of weights.
        n_slacks: number of ξ.
        C: cost of slack.
        epsilon: tolerance of a ξ, in units of the margins.
        verbose: show a progress bar with objective and gap.
        gram: (n_features, n_features) float64, inner products of the columns: under a kernel, weights and rows are
            coefficients of vectors, whose kernel this is. None if columns are orthonormal, as features are.

    Attributes:
        w: (n_features,) float64, the best weights so far.
        slack: (n_slacks,) float64, the ξ that they need under all constraints found.
        bounds: the lower bound after each quadratic program: the highest optimum so far.
        rounds: number of searches.
    """

    def __init__(
        self,
        n_features: int,
        n_slacks: int,
        C: float,
        epsilon: float,
        verbose: bool = False,
        gram: np.ndarray | None = None,
    ):
        self._inner = gram
        self.C = C
        self.epsilon = epsilon
        self.verbose = verbose
        self.w = np.zeros(n_features)
        self.slack = np.full(n_slacks, np.inf)
        self.bounds: list[float] = []
        self.rounds = 0
        nothing = np.zeros(0)
        self._cuts = Cuts(sparse.csr_matrix((0, n_features)), nothing, nothing.astype(np.int64))
        self._gram = np.zeros((0, 0))
        self._idle = nothing.astype(np.int64)
        self._bound = 0.0
        self._program_w = np.zeros(n_features)
        self._program_slack = np.zeros(n_slacks)

    @property
    def objective(self) -> float:
        """½‖w‖² + C Σ ξ at the best weights."""
        return self._objective(self.w, self.slack)

    @property
    def gap(self) -> float:
        """Upper bound of the objective minus its optimum, if searches find the most violated constraints."""
        return self.objective - self._bound

    @property
    def closed(self) -> bool:
        """Whether the gap is at most C ε per slack."""
        return self.gap <= self.C * self.epsilon * len(self.slack)

    def minimise(self, search: Search, max_rounds: int, name: str = "cutting planes") -> None:
        """Search and solve until the gap is closed.

        Args:
            search: finds constraints.
            max_rounds: maximum number of searches; ConvergenceWarning if they do not suffice.
            name: title of the progress bar.
        """
        bar = tqdm(range(max_rounds), name, disable=not self.verbose)
        step = STEP
        for _ in bar:
            if self.closed:
                return
            point = self.w + step * (self._program_w - self.w)
            cuts = search(point)
            self.rounds += 1
            self._judge(point, cuts)
            # Half of ε: otherwise the gap could stay open with no constraint left to add.
            needed = cuts.needed(self._image(self._program_w))
            new = cuts.take(needed > self._program_slack[cuts.slack] + self.epsilon / 2)
            self._add(new)
            step = STEP if len(new) else 1.0
            bar.set_postfix(objective=f"{self.objective:.6g}", gap=f"{self.gap:.2g}", constraints=len(self._cuts))
        if not self.closed:
            warnings.warn(
                f"after {max_rounds} rounds the objective {self.objective:.6g} is up to {self.gap:.2g} above its "
                "optimum: raise max_rounds or epsilon, or lower C",
                ConvergenceWarning,
                stacklevel=3,
            )

    def move(self, change: np.ndarray) -> None:
        """Add a vector to the rows of all constraints, those not found yet included.

        Args:
            change: (n_features,) float64.
        """
        if not len(self._cuts):
            return
        cuts, image = self._cuts, self._image(change)
        along = cuts.rows @ image
        everywhere = sparse.csr_matrix(np.ones((len(cuts), 1))) @ sparse.csr_matrix(change)
        self._cuts = Cuts(sparse.csr_matrix(cuts.rows + everywhere), cuts.margin, cuts.slack)
        self._gram = self._gram + along[:, None] + along + change @ image
        self.slack = np.maximum(self.slack - self.w @ image, 0)
        self._bound = 0.0
        self._solve()

    def _image(self, rows: np.ndarray) -> np.ndarray:
        """What inner products with these rows, one per column or just one, are computed with."""
        return rows if self._inner is None else self._inner @ rows

    def _objective(self, w: np.ndarray, slack: np.ndarray) -> float:
        return float(w @ self._image(w) / 2 + self.C * slack.sum())

    def _judge(self, point: np.ndarray, cuts: Cuts) -> None:
        """Take the point as the best weights, if its objective under all constraints found is lower."""
        slack, image = np.zeros(len(self.slack)), self._image(point)
        for known in (self._cuts, cuts):
            np.maximum.at(slack, known.slack, known.needed(image))
        # An approximate search may have missed these constraints at the best weights.
        np.maximum.at(self.slack, cuts.slack, cuts.needed(self._image(self.w)))
        if self._objective(point, slack) < self.objective:
            self.w, self.slack = point, slack

    def _add(self, cuts: Cuts) -> None:
        if not len(cuts):
            return
        across, own = self._products(self._cuts.rows, cuts.rows), self._products(cuts.rows, cuts.rows)
        self._gram = np.block([[self._gram, across], [across.T, own]])
        self._cuts = self._cuts.stack(cuts)
        self._idle = np.concatenate([self._idle, np.zeros(len(cuts), dtype=np.int64)])
        self._solve()

    def _products(self, one: sparse.csr_matrix, other: sparse.csr_matrix) -> np.ndarray:
        """(n_one, n_other) inner products of the rows of constraints."""
        if self._inner is None:
            return (one @ other.T).toarray()
        found: np.ndarray = one @ self._image(other.T.toarray())
        return found

    def _solve(self) -> None:
        cuts = self._cuts
        dual = solve_dual(self._gram, cuts.margin, cuts.slack, self.C)
        along = self._gram @ dual
        self._program_w = cuts.rows.T @ dual
        self._program_slack = np.zeros(len(self.slack))
        np.maximum.at(self._program_slack, cuts.slack, cuts.margin - along)
        # Every dual value is a lower bound; a later one can be lower by the precision of the solver.
        self._bound = max(self._bound, float(cuts.margin @ dual - dual @ along / 2))
        self.bounds.append(self._bound)
        self._idle = np.where(dual > 0, 0, self._idle + 1)
        kept = self._idle <= PATIENCE
        if not kept.all():
            self._cuts, self._idle = cuts.take(kept), self._idle[kept]
            self._gram = self._gram[np.ix_(kept, kept)]
