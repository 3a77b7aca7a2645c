"""The models of Finley & Joachims 2005: how each is trained, its C chosen by cross-validation, and its losses."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hinge import HingeSVM
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import KFold
from sklearn.svm import SVC

from corefpipe.clustering import Links
from corefpipe.clustering.decoders.correlation.decoder import CorrelationDecoder
from corefpipe.clustering.learners import BinaryLearner, CorrelationSVMLearner
from corefpipe.clustering.learners.base import Learner
from corefpipe.scoring.contingency import from_labels
from corefpipe.scoring.distances import mitre_loss, pairwise_loss

LOSSES = {"Δ_P": pairwise_loss, "Δ_M": mitre_loss}
WIDENED = 2  # powers of ten by which a grid of C may grow on each side
DECODERS = {"C_G": "greedy", "C*_R": "relaxed"}

Data = tuple[Links, list[np.ndarray]]
"""Links of item sets, and the true labels of each set."""


@dataclass(frozen=True, slots=True)
class Model:
    """A way to train.

    Attributes:
        chosen_by: keys of `LOSSES`: for each of them, C is chosen once.
        grid: the values of C to try.
        decoder: a key of `DECODERS`, which clusters in the cross-validation.
        settings: of the correlation SVM; None is PCC, an SVM of all pairs.
        gamma: of a kernel exp(-γ |x - y|²); None is the linear kernel.
    """

    chosen_by: Sequence[str]
    grid: Sequence[float]
    decoder: str = "C_G"
    settings: Mapping[str, Any] | None = field(default_factory=dict)
    gamma: float | None = None

    def learner(self, C: float) -> Learner:
        """The untrained learner."""
        if self.settings is None and self.gamma is not None:
            return BinaryLearner("all", SVC(C=C, gamma=self.gamma))
        if self.settings is None:  # the constant is a feature
            return BinaryLearner("all", HingeSVM(C))
        kernel = {} if self.gamma is None else {"kernel": "rbf", "gamma": self.gamma}
        return CorrelationSVMLearner(C, **self.settings, **kernel)


def losses(labels: Sequence[np.ndarray], found: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
    """Loss -> (n_sets,) values."""
    table = from_labels([""] * len(labels), labels, found)
    return {name: loss(table)[:, 0] for name, loss in LOSSES.items()}


def clustered(learner: Learner, links: Links, decoder: str) -> list[np.ndarray]:
    """The labels of each set by a key of `DECODERS`."""
    return CorrelationDecoder(DECODERS[decoder]).decode_all(links, learner.decision_function(links))


def fitted(model: Model, C: float, data: Data) -> tuple[Learner, float, bool]:
    """The trained learner, its CPU seconds, and whether it converged."""
    began = time.process_time()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ConvergenceWarning)
        warnings.filterwarnings("ignore", "no value of column", ConvergenceWarning)  # rare features, not the solver
        learner = model.learner(C).fit(*data)
    return learner, time.process_time() - began, not told


@dataclass(slots=True)
class Trials:
    """The cross-validation of a model.

    Attributes:
        model: the model.
        data: the sets.
        folds: their number.
        means: loss -> C -> mean over all sets, each clustered by a model that was trained on the other folds.
        unconverged: the values of C with a training that did not converge.
    """

    model: Model
    data: Data
    folds: int
    means: dict[str, dict[float, float]] = field(default_factory=lambda: {loss: {} for loss in LOSSES})
    unconverged: list[float] = field(default_factory=list)

    def measure(self, C: float) -> None:
        """Add a value of C."""
        links, labels = self.data
        values = []
        for train, held_out in KFold(self.folds, shuffle=True, random_state=0).split(labels):
            learner, _, converged = fitted(self.model, C, (links[train], [labels[at] for at in train]))
            if not converged and C not in self.unconverged:
                self.unconverged.append(C)
            true = [labels[at] for at in held_out]
            values.append(losses(true, clustered(learner, links[held_out], self.model.decoder)))
        for loss, of_c in self.means.items():
            of_c[C] = float(np.concatenate([each[loss] for each in values]).mean())

    def best(self, loss: str) -> float:
        """The C of the lowest mean, the lowest of equal ones."""
        of_c = self.means[loss]
        return min(sorted(of_c), key=of_c.__getitem__)

    def choose(self, loss: str) -> tuple[float, bool]:
        """The best C, and whether it is at the edge of what was tried.

        While it is at an edge, a power of ten is added there, up to `WIDENED` of them on each side.
        """
        for _ in range(2 * WIDENED):
            C, tried = self.best(loss), self.means[loss]
            further = C / 10 if min(tried) == C else C * 10 if max(tried) == C else None
            if further is None or not self._within_reach(further):
                break
            self.measure(float(f"{further:g}"))
        C = self.best(loss)
        return C, C in (min(self.means[loss]), max(self.means[loss]))

    def _within_reach(self, C: float) -> bool:
        """Whether a value of C is at most `WIDENED` powers of ten outside the grid."""
        powers = np.log10([min(self.model.grid), C, max(self.model.grid)]).round()
        return bool(powers[0] - WIDENED <= powers[1] <= powers[2] + WIDENED)


def cross_validated(model: Model, data: Data, folds: int) -> Trials:
    """The cross-validation of the values of C of a model's grid."""
    found = Trials(model, data, folds)
    for C in model.grid:
        found.measure(C)
    return found


def measured(
    model: Model, train: Data, test: Data, folds: int, decoders: Sequence[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """For each loss by which C is chosen: choose it, train on all of train, and score on test.

    Yields:
        The loss; and C, whether no larger or no smaller one was tried, the losses of the cross-validation, the C with
        trainings in it that did not converge, CPU seconds and rounds of the final training, and for each
        decoder and loss the values of the test sets.
    """
    trials = cross_validated(model, train, folds)
    for loss in model.chosen_by:
        C, at_edge = trials.choose(loss)
        learner, seconds, converged = fitted(model, C, train)
        yield (
            loss,
            {
                "C": C,
                "at the edge": at_edge,
                "cross-validation": {
                    f"{value:g}": round(each, 3) for value, each in sorted(trials.means[loss].items())
                },
                "unconverged": sorted(trials.unconverged),
                "seconds": round(seconds, 2),
                "rounds": getattr(learner, "n_rounds_", None),
                "converged": converged,
                "test": {
                    decoder: rounded(losses(test[1], clustered(learner, test[0], decoder))) for decoder in decoders
                },
            },
        )


def rounded(values: Mapping[str, np.ndarray]) -> dict[str, list[float]]:
    """The values of each loss as lists, for JSON."""
    return {name: np.round(each, 4).tolist() for name, each in values.items()}


def default(labels: Sequence[np.ndarray]) -> dict[str, list[float]]:
    """The losses of the default clusterings: each item alone for Δ_P, all in one cluster for Δ_M."""
    alone = losses(labels, [np.arange(len(each)) for each in labels])
    together = losses(labels, [np.zeros(len(each), dtype=int) for each in labels])
    return rounded({"Δ_P": alone["Δ_P"], "Δ_M": together["Δ_M"]})
