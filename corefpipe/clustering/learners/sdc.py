"""SDC, supervised discriminative clustering (Li & Roth 2005): a metric learned for one partitioner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from corefpipe.clustering.decoders.partitioner import make_partitioner, square
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.clustering.learners.base import Learner
from corefpipe.clustering.learners.pair_features import PairFeatures
from corefpipe.clustering.learners.sdc_threshold import best_threshold
from corefpipe.clustering.links import Links
from corefpipe.clustering.partitioners.base import Partitioner
from corefpipe.clustering.registry import register_learner
from corefpipe.clustering.settings import Passes, Positive, Seed
from corefpipe.exceptions import LinksError

Start = Literal["means", "random"]
Keep = Literal["wrong", "error", "last"]


@register_learner("sdc", decoder="partitioner", summary="supervised discriminative clustering (Li & Roth 2005)")
class SDCLearner(Learner):
    r"""Learns the weights of a Manhattan distance by clustering with it, again and again.

    The text of the paper that we had lacks equations 1 to 5 and the update rule; this is their derivation. Let S be a
    set of n items, p its true partition, φ(x, y) the features of a pair, and

        d_w(x, y) = Σ_l w_l φ_l(x, y),  Σ_l |w_l| = 1,

    where φ_l = |x_l - y_l| if the items are vectors. The constraint fixes the scale, without which small weights
    would always be better. The partitioner, given the true number K of clusters and d_w, yields the partition h. With

        A_xy = [p(x) = p(y) and h(x) ≠ h(y)],  B_xy = [p(x) ≠ p(y) and h(x) = h(y)],

    a pair that was wrongly split counts its distance, and one that was wrongly joined counts what its distance lacks to
    the largest one, D = max d_w over the pairs of S. The *weighted clustering error* is

        err_S(w) = 1/n² Σ_xy (d_w A + (D - d_w) B).

    Distances are 0 or more in the paper. Features of similarity, such as LMR's, need weights below 0, so we count
    distances from the lowest one, m = min(0, min d_w): d_w becomes d_w - m in the first term, and for the partitioner.
    That adds a constant to the costs of linkages, K-medoids and K-means, whose partitions stay the same.

    While h stays as it is, err is linear in w except through D and m, each of which is the distance of one pair, x⁺y⁺
    and x⁻y⁻. So almost everywhere

        ∂err/∂w_l = 1/n² ( Σ_xy φ_l (A - B)  +  φ_l(x⁺, y⁺) Σ_xy B  -  φ_l(x⁻, y⁻) Σ_xy A ).

    Because A - B = [p(x) = p(y)] - [h(x) = h(y)], the first sum is the sum of φ within the true clusters less that
    within the found ones, as in a structured perceptron. Each round clusters, then sets w ← w - α ∂err/∂w, and divides
    w by Σ|w_l|. Several sets count the same: err and its gradient are their means.

    Errors of different weights compare badly: weights spread over many features, or on one that hardly varies, make
    D - m small, and both terms with it. So a feature with one value on all pairs keeps the weight 0, and the weights
    kept by default are those with the fewest wrong pairs A + B; among equal ones those with the lowest err. From a
    random start the terms of D and m can keep the weights from settling; `follow=False` leaves them out.

    Scores are -d_w. If a feature has one value other than 0 on all pairs, it takes a threshold as its weight, so that
    scores are above 0 for distances at which cutting the training sets gives the best F1 of pairs. Only linkages have
    one; then a decoder needs no K.

    >>> from corefpipe.clustering.learners import SDCLearner
    >>> learner = SDCLearner().fit(links, labels)
    >>> learner.decision_function(links).shape
    (10,)

    Args:
        partitioner: name of the partitioner, or a `Partitioner`; the decoder should have the same.
        passes: number of rounds.
        rate: α.
        start: the first weights. `means`: the mean of each feature over the pairs of different clusters less its mean
            over pairs of one cluster. `random`: as in the paper; uniform from -1 to 1, or from 0 if not `signed`.
        signed: whether weights may be below 0; otherwise features must be 0 or more, and weights below 0 become 0.
        follow: whether the gradient follows D and m, or takes them for constants.
        keep: the round whose weights are kept: that with the fewest wrong pairs, that of the lowest err, or the last.
        seed: random seed of the start and of the partitioner.

    Attributes:
        coef_: (n_features,) float32, -w, and the threshold.
        errors_: (n_rounds,) float64, err before each update and at the end; it ends early if no pair is wrong.
        wrong_: (n_rounds,) float64, share of wrong pairs, the mean over the sets.
    """

    def __init__(
        self,
        partitioner: str | Partitioner = "single",
        passes: Passes = 20,
        rate: Positive = 100.0,
        start: Start = "means",
        signed: bool = True,
        follow: bool = True,
        keep: Keep = "wrong",
        seed: Seed = 0,
    ):
        self.partitioner = partitioner
        self.passes = passes
        self.rate = rate
        self.start = start
        self.signed = signed
        self.follow = follow
        self.keep = keep
        self.seed = seed

    def fit(self, links: Links, labels: Sequence[np.ndarray]) -> SDCLearner:
        """Learn from item sets (see `Learner.fit`). Pairs without a link are as far apart as the farthest ones."""
        self.check()
        partitioner = make_partitioner(self.partitioner)
        data = PairFeatures.of(links, labels)
        counts = [len(np.unique(label)) for label in labels]
        varying, constant = self._columns(data)
        w = _unit(self._first(data) * varying)
        found: list[_Round] = []
        for number in range(self.passes + 1):
            if number:
                w = self._step(w, data.total(found[-1].slope) * varying)
            found.append(self._round(data, w, counts, partitioner))
            if not found[-1].wrong:
                break
        self.errors_ = np.array([one.error for one in found])
        self.wrong_ = np.array([one.wrong for one in found])
        best = found[self._best()].w
        coef = -best
        if constant is not None and partitioner.has_threshold:
            column, value = constant
            coef[column] = best_threshold(_parts(data, best), data.same, partitioner) / value
        self._keep(coef)
        return self

    def _first(self, data: PairFeatures) -> np.ndarray:
        """(n_features,) the weights at the start, of any scale."""
        if self.start == "random":
            return np.random.default_rng(self.seed).uniform(-1 if self.signed else 0, 1, data.features.shape[1])
        same = data.same.astype(np.float64)
        apart = 1 - same
        found = data.total(apart / max(apart.sum(), 1)) - data.total(same / max(same.sum(), 1))
        # Without any weight above 0 all distances would be 0.
        return found if self.signed else np.maximum(found, 0) if (found > 0).any() else np.ones_like(found)

    def _columns(self, data: PairFeatures) -> tuple[np.ndarray, tuple[int, float] | None]:
        """(n_features,) bool, which features vary, and the number and value of one that does not, other than 0."""
        if not len(data.row):
            return np.zeros(data.features.shape[1], dtype=bool), None
        rows = data.features[data.row]
        low, high = (getattr(rows, name)(axis=0).toarray().ravel() for name in ("min", "max"))
        if not self.signed and (low < 0).any():
            raise LinksError(
                f"column {int((low < 0).argmax())} of the features has the value {low.min():g}",
                cure="Weights of one sign need features that are 0 or more; use signed=True",
            )
        constant = np.flatnonzero((low == high) & (low != 0))
        return low != high, (int(constant[0]), float(low[constant[0]])) if len(constant) else None

    def _step(self, w: np.ndarray, gradient: np.ndarray) -> np.ndarray:
        moved = w - self.rate * gradient
        return _unit(moved if self.signed else np.maximum(moved, 0))

    def _round(self, data: PairFeatures, w: np.ndarray, counts: Sequence[int], partitioner: Partitioner) -> _Round:
        """Cluster all sets, and compute the error, the share of wrong pairs and the slope for each pair."""
        slope = np.zeros(len(data.row))
        error = wrong = 0.0
        for (part, rows), count in zip(_parts(data, w), counts, strict=True):
            if not len(part):
                continue
            distances, lowest = square(part)
            together = part.together(partitioner.partition_distances(distances, count, random_state=self.seed))
            same = data.same[rows]
            split, joined = same & ~together, together & ~same
            share = 2 / part.n**2 / len(data.sizes)  # both orders of a pair
            own = share * (split.astype(np.float64) - joined)
            far, near = part.weight.argmax(), part.weight.argmin()
            if self.follow:
                own[far] += share * joined.sum()
                if lowest < 0:
                    own[near] -= share * split.sum()
            slope[rows] = own
            error += share * ((part.weight - lowest)[split].sum() + (part.weight[far] - part.weight)[joined].sum())
            wrong += (split | joined).mean() / len(data.sizes)
        return _Round(w, float(error), float(wrong), slope)

    def _best(self) -> int:
        """The round whose weights are kept."""
        if self.keep == "last":
            return len(self.errors_) - 1
        first, second = (self.wrong_, self.errors_) if self.keep == "wrong" else (self.errors_, self.wrong_)
        return int(np.lexsort((second, first))[0])


@dataclass(slots=True, frozen=True)
class _Round:
    """One clustering of all sets: its weights, err, share of wrong pairs, and ∂err/∂d of each pair."""

    w: np.ndarray
    error: float
    wrong: float
    slope: np.ndarray


def _parts(data: PairFeatures, w: np.ndarray) -> list[tuple[ScoredPairs, slice]]:
    """The pairs of each set, items numbered from 0, with their distances as weights; and where they are in `data`."""
    distance = data.scores(w)
    first = np.cumsum(data.sizes) - data.sizes
    found = []
    for n, offset, lo, hi in zip(data.sizes.tolist(), first.tolist(), data.bounds[:-1], data.bounds[1:], strict=True):
        rows = slice(int(lo), int(hi))
        left, right = data.pairs.left[rows] - offset, data.pairs.right[rows] - offset
        found.append((ScoredPairs(n, left, right, distance[rows]), rows))
    return found


def _unit(w: np.ndarray) -> np.ndarray:
    """The weights with Σ|w_l| = 1; zeros stay zeros."""
    size = np.abs(w).sum()
    found: np.ndarray = w / size if size > 0 else w
    return found
