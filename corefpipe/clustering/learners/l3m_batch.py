"""The Latent Left-Linking Model, trained in batch (Samdani, Chang & Roth 2014, sections 3.3 and 5.3)."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

from corefpipe.clustering.decoders.link_values import link_probabilities
from corefpipe.clustering.learners.base import Learner, true_links
from corefpipe.clustering.learners.l3m import margins
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_learner
from corefpipe.clustering.settings import Cost, Count, Gamma
from corefpipe.exceptions import LinksError, SettingError

Solver = Literal["lbfgs", "cccp"]
_ROWS = 65_536  # number of rows converted to double precision at once


@register_learner("l3m-batch", decoder="l3m", summary="Latent Left-Linking Model by L-BFGS or CCCP, γ above 0")
class L3MBatchLearner(Learner):
    """Learns by minimising equation 7 over all item sets with its exact gradient.

    >>> from corefpipe.clustering.learners import L3MBatchLearner
    >>> learner = L3MBatchLearner().fit(links, labels)
    >>> learner.decision_function(links).shape
    (10,)

    Args:
        gamma: temperature γ, above 0 and at most 1; at 0 the objective has no gradient.
        l2: λ, the L2 penalty.
        solver: `lbfgs` minimises the objective itself, which is not convex. `cccp` (Yuille & Rangarajan 2003) repeats:
            replace the concave part, the likelihood of the true clusters, by its tangent, and minimise the resulting
            convex function by L-BFGS.
        max_iter: maximum number of iterations of L-BFGS; for `cccp`, per round.
        max_rounds: maximum number of rounds of `cccp`.
        tol: `cccp` stops when the objective falls by less than this part of it.
        false_link, false_start, wrong_link: margins δ of the kinds of errors, as in `L3MLearner`.

    Attributes:
        coef_: (n_features,) float32 weights.
        objective_: equation 7 before the first and after each round; `lbfgs` has one round.
        n_iter_: number of iterations of L-BFGS in all.
    """

    def __init__(
        self,
        gamma: Gamma = 1.0,
        l2: Cost = 1e-4,
        solver: Solver = "lbfgs",
        max_iter: Count = 100,
        max_rounds: Count = 100,
        tol: Cost = 1e-4,
        false_link: Cost = 1.0,
        false_start: Cost = 1.0,
        wrong_link: Cost = 1.0,
    ):
        self.gamma = gamma
        self.l2 = l2
        self.solver = solver
        self.max_iter = max_iter
        self.max_rounds = max_rounds
        self.tol = tol
        self.false_link = false_link
        self.false_start = false_start
        self.wrong_link = wrong_link

    def fit(self, links: Links, labels: Sequence[np.ndarray], coef_init: np.ndarray | None = None) -> L3MBatchLearner:
        """Learn from item sets (see `Learner.fit`).

        Args:
            links: the candidate links of all sets.
            labels: for each set an int array, the true cluster of each item.
            coef_init: (n_features,) initial weights; by default 0.
        """
        self.check()
        right = true_links(links, labels)
        costs = self.false_link, self.false_start, self.wrong_link
        objective = Objective(links, right, margins(links, right, *costs), self.gamma, self.l2)
        w = np.zeros(links.features.shape[1]) if coef_init is None else np.array(coef_init, dtype=np.float64)
        if w.shape != (links.features.shape[1],):
            raise LinksError(
                f"initial weights of shape {w.shape} for {links.features.shape[1]} features",
                cure="Give one weight per feature",
            )
        self.objective_, self.n_iter_ = [objective(w)[0]], 0
        if self.solver == "lbfgs":
            w = self._descend(objective, w)
            self.objective_.append(objective(w)[0])
        else:
            w = self._rounds(objective, w)
        self._keep(w)
        return self

    def predict_proba(self, links: Links) -> np.ndarray:
        """(n_links,) float64, Pr[j ← i]: that item i links to j, or to the dummy; of an item they sum to 1.

        This is equation 2 of Samdani, Chang & Roth 2014 at the γ of training. That two items are in one
        cluster is more probable than that one links to the other.
        """
        return link_probabilities(links.indptr, self.decision_function(links), self.gamma)

    def _rounds(self, objective: Objective, w: np.ndarray) -> np.ndarray:
        for _ in range(self.max_rounds):
            w = self._descend(objective.convex(w), w)
            before, now = self.objective_[-1], objective(w)[0]
            self.objective_.append(now)
            if before - now <= self.tol * abs(before):
                return w
        warnings.warn(f"CCCP has not converged after {self.max_rounds} rounds", ConvergenceWarning, stacklevel=3)
        return w

    def _descend(self, function: Callable[[np.ndarray], tuple[float, np.ndarray]], w: np.ndarray) -> np.ndarray:
        found = minimize(function, w, jac=True, method="L-BFGS-B", options={"maxiter": self.max_iter})
        self.n_iter_ += found.nit
        if self.solver == "lbfgs" and not found.success:
            warnings.warn(f"L-BFGS has not converged after {found.nit} iterations", ConvergenceWarning, stacklevel=3)
        return found.x

    def check(self) -> None:
        """Raise SettingError for a setting outside its range; γ must be above 0."""
        super().check()
        if self.gamma == 0:
            raise SettingError(
                "gamma is 0", cure="The objective has no gradient there: use L3MLearner, or a small gamma"
            )


class Objective:
    """Equation 7 and its gradient.

    Args:
        links: the candidate links of all sets.
        right: (n_links,) bool, C(i, j).
        margin: (n_links,) δ(C, i, j).
        gamma: temperature γ, above 0.
        l2: λ, the L2 penalty.
    """

    def __init__(self, links: Links, right: np.ndarray, margin: np.ndarray, gamma: float, l2: float):
        self.links = links
        self.right = right
        self.margin = margin
        self.gamma = gamma
        self.l2 = l2
        sizes = np.diff(links.sets)
        # All sets have the same weight, 1 / |D|, and so have the items of a set, 1 / m_d. Empty sets do not count.
        self.weight = np.repeat(1 / (np.maximum(sizes, 1) * np.count_nonzero(sizes)), sizes)

    def __call__(self, w: np.ndarray) -> tuple[float, np.ndarray]:
        """The value at weights w, and the (n_features,) gradient."""
        scores = self._scores(w)
        value, p = self._soft_maxima(scores + self.margin)
        true, q = self._soft_maxima(np.where(self.right, scores, -np.inf))
        return self._sum(w, value - true, p - q)

    def convex(self, at: np.ndarray) -> Callable[[np.ndarray], tuple[float, np.ndarray]]:
        """The convex upper bound of equation 7 that touches it at the given weights.

        The likelihood of the true clusters is replaced by its tangent at these weights.
        """
        start = self._scores(at)
        true, q = self._soft_maxima(np.where(self.right, start, -np.inf))
        first = self.links.indptr[:-1]

        def function(w: np.ndarray) -> tuple[float, np.ndarray]:
            scores = self._scores(w)
            value, p = self._soft_maxima(scores + self.margin)
            tangent = true + np.add.reduceat(q * (scores - start), first)
            return self._sum(w, value - tangent, p - q)

        return function

    def _soft_maxima(self, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n_items,) γ log Σ exp(score/γ) over the links of each item, and (n_links,) derivatives by the scores."""
        indptr = self.links.indptr
        probability = link_probabilities(indptr, scores, self.gamma)
        peak = np.maximum.reduceat(scores, indptr[:-1])
        # The probability of the best link is exp(peak/γ) / Σ.
        best = np.maximum.reduceat(probability, indptr[:-1])
        return peak - self.gamma * np.log(best), probability

    def _sum(self, w: np.ndarray, loss: np.ndarray, slope: np.ndarray) -> tuple[float, np.ndarray]:
        slope = slope * np.repeat(self.weight, np.diff(self.links.indptr))
        gradient = self.l2 * w
        for lo, part in self._blocks():
            gradient += part.T @ slope[lo : lo + part.shape[0]]
        return float(self.weight @ loss + 0.5 * self.l2 * (w @ w)), gradient

    def _scores(self, w: np.ndarray) -> np.ndarray:
        return np.concatenate([part @ w for _, part in self._blocks()])

    def _blocks(self) -> Iterator[tuple[int, sparse.csr_matrix]]:
        """Yield blocks of rows of the features in double precision, each with the number of its first row."""
        matrix = self.links.features
        for lo in range(0, matrix.shape[0], _ROWS):
            rows = matrix.indptr[lo : lo + _ROWS + 1]
            data, indices = (array[rows[0] : rows[-1]] for array in (matrix.data, matrix.indices))
            part = (data.astype(np.float64), indices, rows - rows[0])
            yield lo, sparse.csr_matrix(part, shape=(len(rows) - 1, matrix.shape[1]), copy=False)
