"""The latent structural SVM over spanning forests (Yu & Joachims 2009, section 5.2)."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from corefpipe.clustering.decoders.forest import maximum_forest
from corefpipe.clustering.learners.base import Learner
from corefpipe.clustering.learners.cutting_planes import Cuts, CuttingPlanes
from corefpipe.clustering.learners.dual import require_clarabel
from corefpipe.clustering.learners.pair_features import PairFeatures
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_learner
from corefpipe.clustering.settings import Cost, Count, Positive


@register_learner(
    "spanning-forest",
    decoder="spanning-forest",
    summary="latent structural SVM of spanning forests (Yu & Joachims 2009)",
)
class SpanningForestLearner(Learner):
    """Learns weights under which the trees of the maximum spanning forest of positive links are the true clusters.

    The clusters y are connected by a latent forest h of links, and Ψ(x, y, h) is the sum of φ over the links of h. The
    loss of a forest ĥ is Δ = n(y) - k(y) - Σ l over its links: n items in k clusters need n - k links, and l is 1 for
    a link within a true cluster and -1 for any other. The objective is ½‖w‖² + C Σ over sets of

        max over ĥ of [w·Ψ(ĥ) + Δ(y, ĥ)] - max over h of y of w·Ψ(h).

    The concave-convex procedure finds a local minimum. It repeats two steps: find the forests h of the true clusters
    that score best under the current weights, and minimise the convex objective for these h by cutting planes. Both
    maxima are exact. Constraints are kept from one iteration to the next, since another h adds the same vector to each.

    With all weights 0, all forests score the same. The first h has the shortest links, by number of items: without a
    window of candidates that is a chain of the items of each cluster in their order, as in the paper. If the links do
    not connect a true cluster, n - k is the number of links of its forest. Dummies are ignored: their features keep
    the weight 0.

    >>> from corefpipe.clustering.learners import SpanningForestLearner
    >>> learner = SpanningForestLearner().fit(links, labels)
    >>> learner.decision_function(links).shape
    (10,)

    Args:
        C: cost of slack, per set.
        wrong_link: -l of a link across true clusters; the modified loss of the paper makes it small (0.01), in favour
            of recall.
        epsilon: how far the convex objective may be from its optimum, in units of loss (links) per set.
        tol: training ends when the objective falls by less than this part of it in an iteration.
        max_iterations: maximum number of iterations; ConvergenceWarning if they do not suffice.
        max_rounds: maximum number of searches for constraints per iteration; ConvergenceWarning if they do not suffice.
        verbose: show a progress bar per iteration, with objective and gap.

    Attributes:
        coef_: (n_features,) float32 weights.
        objective_: the objective after each iteration; it never rises.
        n_iterations_: number of iterations.
        n_rounds_: number of searches for constraints.
    """

    def __init__(
        self,
        C: Positive = 1e-2,
        wrong_link: Cost = 1.0,
        epsilon: Positive = 0.1,
        tol: Cost = 1e-3,
        max_iterations: Count = 50,
        max_rounds: Count = 1000,
        verbose: bool = False,
    ):
        self.C = C
        self.wrong_link = wrong_link
        self.epsilon = epsilon
        self.tol = tol
        self.max_iterations = max_iterations
        self.max_rounds = max_rounds
        self.verbose = verbose

    def check(self) -> None:
        """Raise SettingError for a setting outside its range.

        Raises:
            SolverError: Clarabel is not installed.
        """
        super().check()
        require_clarabel(self)

    def fit(self, links: Links, labels: Sequence[np.ndarray]) -> SpanningForestLearner:
        """Learn from item sets (see `Learner.fit`).

        Raises:
            SolverError: Clarabel, which solves the quadratic programs, is not installed or fails.
        """
        self.check()
        space = PairFeatures.of(links, labels)
        search = ForestSearch(space, self.wrong_link)
        planes = CuttingPlanes(links.features.shape[1], 1, self.C, self.epsilon * links.n_sets, self.verbose)
        self.objective_: list[float] = []
        for iteration in range(1, self.max_iterations + 1):
            planes.minimise(search, self.max_rounds, f"iteration {iteration}")
            planes.move(search.complete(planes.w))
            self.objective_.append(planes.objective)
            if iteration > 1 and self.objective_[-2] - planes.objective <= self.tol * self.objective_[-2]:
                break
        else:
            warnings.warn(f"CCCP has not converged after {iteration} iterations", ConvergenceWarning, stacklevel=2)
        self._keep(planes.w)
        self.n_iterations_, self.n_rounds_ = iteration, planes.rounds
        return self


class ForestSearch:
    """The forests of the true clusters, and the loss-augmented search for the forests that violate constraints most.

    Args:
        space: the pairs of all sets.
        wrong_link: see `SpanningForestLearner`.

    Attributes:
        true: (n_pairs,) bool, the links of the current forests of the true clusters.
    """

    def __init__(self, space: PairFeatures, wrong_link: float):
        self.space = space
        self.credit = np.where(space.same, 1.0, -wrong_link)  # l
        self.truly = np.flatnonzero(space.same)
        self.true = np.zeros(len(space.pairs), dtype=bool)
        self.true[self.truly] = self._forest(self.truly, (space.pairs.left - space.pairs.right)[self.truly])

    def __call__(self, w: np.ndarray) -> Cuts:
        """The constraint over all sets that these weights violate most."""
        value = self.space.scores(w) - self.credit
        gaining = np.flatnonzero(value > 0)
        found = gaining[self._forest(gaining, value[gaining])]
        coefficients = self.true.astype(np.float64)
        coefficients[found] -= 1
        loss = self.true.sum() - self.credit[found].sum()
        return Cuts(sparse.csr_matrix(self.space.total(coefficients)), np.array([loss]), np.zeros(1, dtype=np.int64))

    def complete(self, w: np.ndarray) -> np.ndarray:
        """Choose the best forests of the true clusters, and return the (n_features,) float64 change of Σ Ψ."""
        before = self.true
        self.true = np.zeros_like(before)
        self.true[self.truly] = self._forest(self.truly, self.space.scores(w)[self.truly])
        return self.space.total(self.true.astype(np.float64) - before)

    def _forest(self, chosen: np.ndarray, weight: np.ndarray) -> np.ndarray:
        """(n_chosen,) bool, the pairs of the maximum spanning forest over the chosen pairs."""
        pairs = self.space.pairs
        return maximum_forest(pairs.n, pairs.left[chosen], pairs.right[chosen], weight)
