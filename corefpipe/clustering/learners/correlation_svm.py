"""The structural SVM for correlation clustering (Finley & Joachims 2005)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from scipy import sparse

from corefpipe.clustering.decoders.correlation.greedy import greedy, matrix
from corefpipe.clustering.decoders.correlation.relaxed import relax
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.clustering.learners.base import Learner
from corefpipe.clustering.learners.cutting_planes import Cuts, CuttingPlanes
from corefpipe.clustering.learners.dual import require_clarabel
from corefpipe.clustering.learners.kernel_pairs import Kernel, KernelFunction, KernelPairs, kernel_scores
from corefpipe.clustering.learners.losses import muc_losses, pairwise_weights
from corefpipe.clustering.learners.muc_search import greedy_with_muc
from corefpipe.clustering.learners.pair_features import PairFeatures
from corefpipe.clustering.links import Links, require_links
from corefpipe.clustering.registry import register_learner
from corefpipe.clustering.settings import Cost, Count, Positive, Seconds
from corefpipe.exceptions import LinksError, SettingError

Loss = Literal["pairwise", "muc"]
Oracle = Literal["greedy", "relaxed"]
Slack = Literal["1", "n"]


@register_learner(
    "correlation-svm",
    decoder="correlation",
    summary="structural SVM for correlation clustering (Finley & Joachims 2005)",
)
class CorrelationSVMLearner(Learner):
    """Learns weights under which the true clusters of each set are its best correlation clustering, by a margin.

    This is the structural SVM of equations 5 and 6. It minimises ½‖w‖² + C Σ ξ_i, where w·Ψ(x_i, y_i) must exceed
    w·Ψ(x_i, y) of any other clustering y by at least the loss Δ(y_i, y) - ξ_i. Ψ is the sum of φ over the pairs within
    clusters, divided by the squared number of items (equation 7). Only pairs that are links count, both for Ψ and for
    the number T of pairs in the pairwise loss. Dummies are ignored: their features keep the weight 0.

    In the paper's terms, C_G and C_R are the searches `oracle="greedy"` and `oracle="relaxed"` of training; C_G and
    C*_R are the methods `greedy` and `relaxed` of the correlation decoder, which clusters unseen sets. Table 4's models
    without the loss have `loss_in_search=False`.

    With a kernel, w = Σ_v β_v φ(v) over the feature vectors v of the training pairs, and the program is solved in the
    dual: as the paper says (section 4.2), each similarity takes a kernel value with every pair in the constraints. All
    of these are computed once, which limits training to `kernel_pairs.MOST_VECTORS` different vectors. Such a model
    has no `coef_`, and cannot be written to files. For more, products of features do the same as a polynomial kernel,
    and scikit-learn's Nystroem approximates others.

    The losses are percentages, so weights and useful values of C are large. The authors' baseline PCC, which
    classifies each pair by itself, is `BinaryLearner(sampling="all")` with the correlation decoder.

    The paper is read differently from its print in four places. It adds to the relaxed program the loss of pairs in
    different true clusters only; here that of pairs in the same true cluster is added too, since Δ_P counts both. Its
    triangle inequality (equation 10) is taken to be that of distances (see `decoders.correlation.relaxed.relax`). Ψ of
    a relaxed clustering is divided by |x|² (equation 7), not by x (equation 11). Δ_M is not the printed mean of 1 - R
    and 1 - P (see `corefpipe.scoring.distances.mitre_loss`).

    >>> from corefpipe.clustering.learners import CorrelationSVMLearner
    >>> learner = CorrelationSVMLearner().fit(links, labels)
    >>> learner.decision_function(links).shape
    (10,)

    Args:
        C: cost of slack, per set.
        loss: `pairwise`: Δ_P, the percentage of pairs that are clustered differently.
            `muc`: Δ_M, which is no sum over pairs (see `muc_search.greedy_with_muc`).
        oracle: the algorithm of the search: `greedy` (C_G, section 5.1) or `relaxed` (C_R, section 5.2; not with
            `muc`, whose loss is not defined for relaxed clusterings).
        slack: `n`: one ξ per set, as in the paper; all sets are searched before the quadratic program is solved again.
            `1`: one ξ for all sets, and one constraint per search (Joachims, Finley & Yu 2009). Both have the same
            optimum; the programs with one slack are far smaller.
        epsilon: how far the objective may be from its optimum, in units of loss per set.
        max_rounds: maximum number of searches; ConvergenceWarning if they do not suffice.
        time_limit: seconds of wall time of one search by `relaxed`. Results that are cut short by it can differ from
            run to run.
        verbose: show a progress bar with objective and gap.
        loss_in_search: whether the search maximises w·Ψ + Δ. Otherwise it maximises w·Ψ alone, and the loss counts in
            the constraint found only (section 7.3). With `muc`, counting it takes time n³ per set of n items: False is
            the choice for sets of thousands.
        kernel: `linear`; or `poly`, (γ x·y + coef0)^degree, or `rbf`, exp(-γ |x - y|²), of the features of pairs.
        gamma: γ of the kernel; None is 1 / number of features.
        degree, coef0: of `poly`.

    Attributes:
        coef_: (n_features,) float32 weights; only of a linear kernel.
        support_: (n_support, n_features) CSR float64, the vectors v of other kernels.
        dual_coef_: (n_support,) float64, their coefficients β.
        objective_: optimum of the quadratic program after each round that changed it; it never falls.
        gap_: upper bound of the difference between the objective at `coef_` and its optimum.
        slack_: (n_sets,) or (1,) float64, the ξ at `coef_`.
        n_rounds_: number of searches.
    """

    def __init__(
        self,
        C: Positive = 1e5,
        loss: Loss = "pairwise",
        oracle: Oracle = "greedy",
        slack: Slack = "1",
        epsilon: Positive = 0.1,
        max_rounds: Count = 1000,
        time_limit: Seconds = 60.0,
        verbose: bool = False,
        loss_in_search: bool = True,
        kernel: Kernel = "linear",
        gamma: Positive | None = None,
        degree: Count = 3,
        coef0: Cost = 1.0,
    ):
        self.C = C
        self.loss = loss
        self.oracle = oracle
        self.slack = slack
        self.epsilon = epsilon
        self.max_rounds = max_rounds
        self.time_limit = time_limit
        self.verbose = verbose
        self.loss_in_search = loss_in_search
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0

    def fit(self, links: Links, labels: Sequence[np.ndarray]) -> CorrelationSVMLearner:
        """Learn from item sets (see `Learner.fit`).

        Raises:
            SolverError: Clarabel, which solves the quadratic programs, is not installed or fails.
        """
        self.check()
        for name in {"coef_", "support_", "dual_coef_"} & vars(self).keys():  # of a fit with another kernel
            delattr(self, name)
        space = PairFeatures.of(links, labels)
        if self.kernel != "linear":
            space = KernelPairs.under(space, self._function())
        gram = space.gram if isinstance(space, KernelPairs) else None
        search = ClusteringSearch(self, space, links.check_labels(labels))
        one, n_sets = self.slack == "1", links.n_sets
        epsilon = self.epsilon * (n_sets if one else 1)
        planes = CuttingPlanes(space.features.shape[1], 1 if one else n_sets, self.C, epsilon, self.verbose, gram)
        planes.minimise(search, self.max_rounds)
        if isinstance(space, KernelPairs):
            used = np.flatnonzero(planes.w)
            self.support_, self.dual_coef_ = space.vectors[used], planes.w[used]
        else:
            self._keep(planes.w)
        self.objective_, self.gap_, self.slack_ = planes.bounds, planes.gap, planes.slack
        self.n_rounds_ = planes.rounds
        return self

    def decision_function(self, links: Links) -> np.ndarray:
        """(n_links,) score w_ij of each link (see `Learner.decision_function`); of one to the dummy 0 with a kernel."""
        if not hasattr(self, "support_"):
            return super().decision_function(links)
        if require_links(links).features.shape[1] != self.support_.shape[1]:
            raise LinksError(
                f"links of {links.features.shape[1]} features for a kernel of {self.support_.shape[1]}",
                cure="Give links with the features learned from",
            )
        found, pair = np.zeros(links.n_links), np.flatnonzero(links.antecedent >= 0)
        found[pair] = kernel_scores(self._function(), links.features[pair], self.support_, self.dual_coef_)
        return found

    def _function(self) -> KernelFunction:
        return KernelFunction(self.kernel, self.gamma, self.degree, self.coef0)

    def check(self) -> None:
        """Raise SettingError for a setting outside its range, or a loss that the oracle does not have.

        Raises:
            SolverError: Clarabel is not installed.
        """
        super().check()
        require_clarabel(self)
        if self.loss == "muc" and self.oracle == "relaxed":
            raise SettingError(
                "the muc loss of a relaxed clustering is not defined", cure="Use oracle='greedy' with loss='muc'"
            )


class ClusteringSearch:
    """Searches for the clustering of each set that violates its constraint most (line 6 of the algorithm).

    Args:
        learner: the settings.
        space: the pairs of all sets.
        labels: for each set (n_items,) true labels.
    """

    def __init__(self, learner: CorrelationSVMLearner, space: PairFeatures, labels: Sequence[np.ndarray]):
        self.learner = learner
        self.space = space
        self.labels = labels
        self.scale = space.spread(1 / np.maximum(space.sizes, 1) ** 2.0)
        self.loss = pairwise_weights(space.same, space.counts)
        self.ends = np.cumsum(space.sizes)[:-1]

    def __call__(self, w: np.ndarray) -> Cuts:
        value = self.space.scores(w) * self.scale
        together, loss = self.cluster(value)
        less = self.space.same - together  # true minus found co-membership of each pair
        needed = loss - self.space.per_set(less * value)  # H of equation 8
        # In a set where no slack is needed, no clustering violates its constraint more than the true one.
        violated = needed > 0
        if self.learner.slack == "n":
            sets = np.flatnonzero(violated)
            return Cuts(self.space.totals(less * self.scale, sets), loss[sets], sets)
        row = self.space.total(less * self.scale * self.space.spread(violated))
        return Cuts(sparse.csr_matrix(row), loss[violated].sum(keepdims=True), np.zeros(1, dtype=np.int64))

    def cluster(self, value: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Cluster all sets: (n_pairs,) float64 co-membership, and (n_sets,) losses.

        Args:
            value: (n_pairs,) w·φ / |x|².
        """
        pairs, learner = self.space.pairs, self.learner
        if learner.loss == "muc":
            found = self._with_muc(value) if learner.loss_in_search else greedy(replace(pairs, weight=value))
            return pairs.together(found).astype(np.float64), muc_losses(self.labels, np.split(found, self.ends))
        pairs = replace(pairs, weight=value + self.loss if learner.loss_in_search else value)
        if learner.oracle == "greedy":
            together = pairs.together(greedy(pairs)).astype(np.float64)
        else:
            together = relax(pairs, time.monotonic() + learner.time_limit).e
        return together, self.space.per_set(self.loss * (together - self.space.same))

    def _with_muc(self, value: np.ndarray) -> np.ndarray:
        """(n_items,) labels of all sets by greedy mergers that count Δ_M."""
        pairs, found = replace(self.space.pairs, weight=value), []
        first = np.concatenate([[0], self.ends])
        for lo, hi, start, true in zip(self.space.bounds, self.space.bounds[1:], first, self.labels, strict=False):
            own = ScoredPairs(len(true), pairs.left[lo:hi] - start, pairs.right[lo:hi] - start, pairs.weight[lo:hi])
            found.append(start + greedy_with_muc(matrix(own), true))
        return np.concatenate(found)
