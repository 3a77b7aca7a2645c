"""Base class of online learners, which take one stochastic (sub)gradient step per item."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Literal, Protocol, Self

import numpy as np
from tqdm import tqdm

from corefpipe.clustering.learners.base import Learner, finite, true_links
from corefpipe.clustering.links import Links
from corefpipe.clustering.settings import Cost, Count, Passes, Positive, Seed
from corefpipe.exceptions import LinksError, SettingError

Step = Literal["adagrad", "sgd"]


class ItemLoss(Protocol):
    """The loss of one item at a time."""

    def slope(self, lo: int, hi: int, scores: np.ndarray) -> tuple[float, np.ndarray]:
        """Loss of an item, and its derivative by the score of each of its links.

        Args:
            lo: number of its first link.
            hi: number of its last link, plus 1.
            scores: (hi - lo,) w_ij.

        Returns:
            The loss, and (hi - lo,) derivatives.
        """


class OnlineLearner(Learner):
    """Base class: takes one (sub)gradient step per item and pass. Subclasses define the loss of an item.

    >>> from corefpipe.clustering.learners import L3MLearner, OnlineLearner
    >>> isinstance(L3MLearner(), OnlineLearner)
    True

    Args:
        passes: number of passes over all item sets.
        l2: λ of the penalty λ/2·‖w‖², which is added to the loss of each item.
        step: `adagrad`: a learning rate per feature (Duchi et al. 2011); a step applies the penalty to the features
            of its item only. `sgd`: the rate is divided by sqrt(1 + number of the pass), and each step applies the
            penalty to all weights (Samdani, Chang & Roth 2014, equation 8).
        rate: the learning rate.
        average: return the mean of the weights over all steps instead of the last weights.
        shuffle: visit the item sets in a new random order in each pass; the order of items in a set is kept.
        orders: learn so many times, each with its own random orders, and return the mean of the weights, which depends
            less on the order than those of one run do.
        seed: random seed of the orders.
        verbose: show a progress bar with the objective.

    Attributes:
        coef_: (n_features,) float32 weights.
        objective_: for each pass the mean loss per item (and order), without the penalty, at the weights before the
            item's step.
    """

    def __init__(
        self,
        passes: Passes = 5,
        l2: Cost = 0.0,
        step: Step = "adagrad",
        rate: Positive = 0.1,
        average: bool = True,
        shuffle: bool = True,
        orders: Count = 1,
        seed: Seed = 0,
        verbose: bool = False,
    ):
        self.passes = passes
        self.l2 = l2
        self.step = step
        self.rate = rate
        self.average = average
        self.shuffle = shuffle
        self.orders = orders
        self.seed = seed
        self.verbose = verbose

    @abstractmethod
    def _loss(self, links: Links, labels: Sequence[np.ndarray]) -> ItemLoss:
        """The losses of all items; the links are valid."""

    def fit(self, links: Links, labels: Sequence[np.ndarray], coef_init: np.ndarray | None = None) -> Self:
        """Learn from item sets (see `Learner.fit`).

        Args:
            links: the candidate links of all sets.
            labels: for each set an int array, the true cluster of each item.
            coef_init: (n_features,) initial weights; by default 0.
        """
        *_, last = self.passes_over(links, labels, coef_init)
        self._keep(last)
        return self

    def passes_over(
        self, links: Links, labels: Sequence[np.ndarray], coef_init: np.ndarray | None = None
    ) -> Iterator[np.ndarray]:
        """Yield the (n_features,) float32 weights after each pass; `fit` learns those after the last.

        Raises:
            LinksError, SettingError: as `fit`; or weights that are not finite.
        """
        self.check()
        true_links(links, labels)
        start = np.zeros(links.features.shape[1]) if coef_init is None else np.array(coef_init, dtype=np.float64)
        if start.shape != (links.features.shape[1],):
            raise LinksError(
                f"initial weights of shape {start.shape} for {links.features.shape[1]} features",
                cure="Give one weight per feature",
            )
        loss = self._loss(links, labels)
        runs = [_Run(self, links, loss, start.copy()) for _ in range(self.orders)]
        randoms = [np.random.default_rng([self.seed, number] if number else self.seed) for number in range(self.orders)]
        orders = [np.arange(links.n_sets) for _ in runs]
        self.objective_: list[float] = []
        for number in range(self.passes):
            losses = []
            for run, random, order in zip(runs, randoms, orders, strict=True):
                if self.shuffle:
                    random.shuffle(order)
                losses.append(self._one_pass(run, links.sets.tolist(), order, number))
            self.objective_.append(sum(losses) / self.orders)
            yield finite(np.mean([run.weights() for run in runs], axis=0))

    def _one_pass(self, run: _Run, sets: list[int], order: np.ndarray, number: int) -> float:
        last = number + 1 == self.passes
        bar = tqdm(order.tolist(), f"pass {number + 1}/{self.passes}", leave=last, disable=not self.verbose)
        loss, items = 0.0, 0
        for which in bar:
            for item in range(sets[which], sets[which + 1]):
                loss += run.step(item, number)
            items += sets[which + 1] - sets[which]
            if self.verbose:
                bar.set_postfix(objective=f"{loss / max(items, 1):.4f}")
        return loss / max(items, 1)

    def check(self) -> None:
        """Raise SettingError for a setting outside its range; subclasses check theirs, too."""
        super().check()
        if self.orders > 1 and not self.shuffle:
            raise SettingError(
                f"orders is {self.orders}, and shuffle is off", cure="Without shuffle there is one order"
            )
        if self.step == "sgd" and self.rate * self.l2 >= 1:
            raise SettingError(
                f"rate is {self.rate} and l2 {self.l2}",
                cure="Their product must be below 1: a step of SGD shrinks by it",
            )


class _Run:
    """The state of one `fit`: weights, sums of squared gradients, running sums for the average.

    The weights are `scale` times `w`, so that a step of SGD can shrink all of them by one multiplication.
    """

    def __init__(self, learner: OnlineLearner, links: Links, loss: ItemLoss, start: np.ndarray):
        self.adagrad = learner.step == "adagrad"
        self.rate, self.l2, self.average = learner.rate, learner.l2, learner.average
        self.loss = loss
        self.bounds = links.indptr.tolist()
        self.rows = links.features.indptr
        self.indices = links.features.indices
        self.data = links.features.data
        self.binary = bool((self.data == 1).all())  # most feature sets are; saves a product
        self.hollow = bool((np.diff(self.rows) == 0).any())
        self.w = start
        self.scale = 1.0
        self.squares = np.full(len(start), 1e-8)
        # Σ_t scale_t·w_t = scales·w - late, where late is Σ_t (scales before t)·Δw_t.
        self.late = np.zeros(len(start))
        self.scales = 0.0
        self.time = 0
        self.last = np.zeros(len(start), dtype=np.int64)  # the last position of each feature in a step

    def step(self, item: int, number: int) -> float:
        """Take one (sub)gradient step, and return the loss of the item before it."""
        lo, hi = self.bounds[item], self.bounds[item + 1]
        if hi - lo < 2:
            return 0.0
        rows = self.rows[lo : hi + 1]
        first, end = int(rows[0]), int(rows[-1])
        loss, slope = self.loss.slope(lo, hi, self._scores(rows, first, end))
        if not self.adagrad and self.l2:
            self._shrink(self.rate / np.sqrt(1 + number))
        pushed = np.abs(slope) > 1e-6  # late in training most slopes are next to 0
        if pushed.any():
            self._update(slope, pushed, rows, first, end, number)
        self.scales += self.scale
        self.time += 1
        return loss

    def _scores(self, rows: np.ndarray, first: int, end: int) -> np.ndarray:
        values = self.w[self.indices[first:end]]
        if not self.binary:
            values *= self.data[first:end]
        if self.hollow:  # reduceat cannot sum empty rows
            scores = np.diff(np.concatenate([[0.0], np.cumsum(values)])[rows - first])
        else:
            scores = np.add.reduceat(values, rows[:-1] - first)
        return scores if self.adagrad else scores * self.scale

    def _shrink(self, rate: float) -> None:
        self.scale *= 1 - rate * self.l2
        if self.scale < 1e-6:  # before precision is lost
            self.late -= self.scales * self.w  # the sum over all steps so far
            self.scales = 0.0
            self.w *= self.scale
            self.scale = 1.0

    def _update(
        self, slope: np.ndarray, pushed: np.ndarray, rows: np.ndarray, first: int, end: int, number: int
    ) -> None:
        counts = np.diff(rows)
        kept = np.repeat(pushed, counts)
        touched = self.indices[first:end][kept]
        if not len(touched):  # a dummy without features
            return
        values = np.repeat(slope[pushed], counts[pushed])
        if not self.binary:
            values *= self.data[first:end][kept]
        # A feature may occur in `touched` many times; its last occurrence takes the sum of its gradients.
        place = np.arange(len(touched))
        self.last[touched] = place
        last = self.last[touched]
        once = last == place
        met = touched[once]
        g = np.bincount(last, values, len(touched))[once]
        w = self.w[met]
        if self.adagrad:
            if self.l2:
                g += self.l2 * w
            squares = self.squares[met]
            squares += g * g
            self.squares[met] = squares
            change = g / np.sqrt(squares)
            change *= -self.rate
        else:
            change = g * (-self.rate / np.sqrt(1 + number) / self.scale)
        self.w[met] = w + change
        if self.average:
            change *= self.scales
            self.late[met] += change

    def weights(self) -> np.ndarray:
        """(n_features,) float64 weights learned so far, averaged if the learner averages."""
        if not self.average or not self.time:
            return self.w * self.scale
        return (self.w * self.scales - self.late) / self.time
