"""Learning of the Latent Left-Linking Model by stochastic gradient steps, one an item."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from sklearn.base import BaseEstimator
from tqdm import tqdm

from corefpipe.clustering.decoders.l3m import check_gamma
from corefpipe.clustering.links import Links
from corefpipe.errors import SettingError


class L3MLearner(BaseEstimator):
    """Weights that minimise the loss-augmented likelihood of Samdani, Chang & Roth 2014 (equation 7).

    Each item in its order makes one (sub)gradient step (equation 8): the links that its loss-augmented distribution
    prefers are demoted, the right ones promoted. At γ = 0 both distributions are the best link alone.

    Args:
        gamma: temperature in [0, 1].
        passes: passes over all item sets.
        l2: λ; the weights of the features met shrink with every step.
        step: `adagrad` gives each feature a rate of its own (Duchi et al. 2011), `sgd` is rate / sqrt(1 + pass).
        rate: the learning rate.
        average: return the mean of the weights over all steps, not the last ones.
        false_link: δ of a link from an item that should start a cluster. The paper's δ is 1 for every error.
        false_start: δ of the dummy for an item that should link.
        wrong_link: δ of a link to another cluster.
        shuffle: item sets in a new order each pass; items keep their order in the set.
        seed: of the shuffling.
        verbose: a progress bar with the objective.

    Attributes:
        coef_: (n_features,) float32 weights.
        objective_: mean loss an item of each pass, measured as the weights move.
    """

    def __init__(
        self,
        gamma: float = 1.0,
        passes: int = 5,
        l2: float = 0.0,
        step: Literal["adagrad", "sgd"] = "adagrad",
        rate: float = 0.1,
        average: bool = True,
        false_link: float = 1.0,
        false_start: float = 1.0,
        wrong_link: float = 1.0,
        shuffle: bool = True,
        seed: int = 0,
        verbose: bool = False,
    ):
        self.gamma = gamma
        self.passes = passes
        self.l2 = l2
        self.step = step
        self.rate = rate
        self.average = average
        self.false_link = false_link
        self.false_start = false_start
        self.wrong_link = wrong_link
        self.shuffle = shuffle
        self.seed = seed
        self.verbose = verbose

    def fit(self, links: Links, labels: Sequence[np.ndarray]) -> L3MLearner:
        """Learn from item sets.

        Args:
            links: the candidates of all sets.
            labels: one int array a set, one true label an item.
        """
        self._check()
        right = links.coreferent(labels)
        run = _Run(self, links, right, _margins(self, links, right))
        order = np.arange(links.n_sets)
        random = np.random.default_rng(self.seed)
        self.objective_ = []
        for number in range(self.passes):
            if self.shuffle:
                random.shuffle(order)
            last_pass = number + 1 == self.passes
            bar = tqdm(order, f"pass {number + 1}/{self.passes}", leave=last_pass, disable=not self.verbose)
            loss, items = 0.0, 0
            for which in bar:
                first, last = links.sets[which], links.sets[which + 1]
                for item in range(first, last):
                    loss += run.step(item, number)
                items += last - first
                if self.verbose:
                    bar.set_postfix(objective=f"{loss / max(items, 1):.4f}")
            self.objective_.append(loss / max(items, 1))
        self.coef_ = run.weights().astype(np.float32)
        return self

    def _check(self) -> None:
        check_gamma(self.gamma)
        if self.passes < 1:
            raise SettingError(f"passes is {self.passes}", cure="At least one pass is needed")
        if self.step not in ("adagrad", "sgd"):
            raise SettingError(f"unknown step '{self.step}'", cure="Valid steps are adagrad, sgd")


def _margins(learner: L3MLearner, links: Links, right: np.ndarray) -> np.ndarray:
    """δ(C, i, j) of every link: 0 where it is right."""
    if not len(right):
        return np.zeros(0, dtype=np.float32)
    dummies = links.indptr[:-1]
    starts = np.repeat(right[dummies], np.diff(links.indptr))
    margin = np.where(starts, learner.false_link, learner.wrong_link)
    margin[dummies] = learner.false_start
    margin[right] = 0
    return margin.astype(np.float32)


class _Run:
    """The moving parts of one fit: weights, accumulated squares, running sums for the average."""

    def __init__(self, learner: L3MLearner, links: Links, right: np.ndarray, margin: np.ndarray):
        n_features = links.features.shape[1]
        self.learner = learner
        self.bounds = links.indptr.tolist()
        self.rows = links.features.indptr
        self.indices = links.features.indices
        self.data = links.features.data
        self.right = right
        self.margin = margin
        self.w = np.zeros(n_features)
        self.squares = np.full(n_features, 1e-8)
        self.late = np.zeros(n_features)  # Σ t·Δw, so that mean = w - late / t
        self.gradient = np.zeros(n_features)
        self.last = np.zeros(n_features, dtype=np.int64)  # where each feature stood last among those of a step
        self.time = 0

    def step(self, item: int, number: int) -> float:
        """One (sub)gradient step; the item's loss before it."""
        lo, hi = self.bounds[item], self.bounds[item + 1]
        if hi - lo < 2:
            return 0.0
        self.time += 1
        right, rows = self.right[lo:hi], self.rows[lo : hi + 1]
        indices, data = self.indices[rows[0] : rows[-1]], self.data[rows[0] : rows[-1]]
        # Sums of rows by differences of one running sum: reduceat would misread empty rows.
        running = np.concatenate([[0.0], np.cumsum(self.w[indices] * data)])
        scores = np.diff(running[rows - rows[0]])
        loss, slope = self._slope(scores, right, scores + self.margin[lo:hi])
        pushed = np.abs(slope) > 1e-6
        if pushed.any():
            self._update(slope, pushed, np.diff(rows), indices, data, number)
        return loss

    def _slope(self, scores: np.ndarray, right: np.ndarray, augmented: np.ndarray) -> tuple[float, np.ndarray]:
        """(loss, p - p') of one item (equation 8)."""
        gamma = self.learner.gamma
        true = np.where(right, scores, -np.inf)
        top, best = augmented.max(), true.max()
        if gamma == 0:
            slope = np.zeros(len(scores))
            if top - best > 0:
                slope[augmented.argmax()] += 1
                slope[true.argmax()] -= 1
            return float(top - best), slope
        p = np.exp((augmented - top) / gamma)
        q = np.exp((true - best) / gamma)
        z, z_true = p.sum(), q.sum()
        loss = top - best + gamma * (np.log(z) - np.log(z_true))
        return float(loss), p / z - q / z_true

    def _update(
        self,
        slope: np.ndarray,
        pushed: np.ndarray,
        counts: np.ndarray,
        indices: np.ndarray,
        data: np.ndarray,
        number: int,
    ) -> None:
        kept = np.repeat(pushed, counts)
        touched = indices[kept]
        np.add.at(self.gradient, touched, np.repeat(slope, counts)[kept] * data[kept])
        # A feature may stand in `touched` many times; it is stepped once.
        number_of = np.arange(len(touched))
        self.last[touched] = number_of
        met = touched[self.last[touched] == number_of]
        g = self.gradient[met]
        self.gradient[met] = 0
        w = self.w[met]
        if self.learner.l2:
            g += self.learner.l2 * w
        if self.learner.step == "adagrad":
            squares = self.squares[met]
            squares += g * g
            self.squares[met] = squares
            change = g / np.sqrt(squares)
            change *= -self.learner.rate
        else:
            change = -self.learner.rate / np.sqrt(1 + number) * g
        self.w[met] = w + change
        change *= self.time - 1
        self.late[met] += change

    def weights(self) -> np.ndarray:
        if not self.learner.average or not self.time:
            return self.w
        return self.w - self.late / self.time
