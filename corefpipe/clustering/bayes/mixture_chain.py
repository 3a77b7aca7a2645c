"""The Markov chain of a Dirichlet process mixture over several sets."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from corefpipe.clustering.bayes.alpha import AlphaPrior
from corefpipe.clustering.bayes.families import ConjugateFamily, Family
from corefpipe.clustering.bayes.process import log_partition
from corefpipe.clustering.bayes.sweeps import UNSEATED, auxiliary_sweep, collapsed_sweep, sizes, totals


@dataclass(slots=True, frozen=True, eq=False)
class MixtureStart:
    """Makes chains of a mixture.

    Attributes:
        family: likelihood and base measure.
        items: (n, width) the items of all sets, as the family takes them.
        sets: (n_sets + 1,) where those of each set begin.
        auxiliary: M of algorithm 8; None for algorithm 3.
        prior: of α.
        known: (m, 2) int, the numbers of items and clusters of sets whose clusters are known.
    """

    family: Family
    items: np.ndarray
    sets: np.ndarray
    auxiliary: int | None
    prior: AlphaPrior
    known: np.ndarray

    def __call__(self, random: np.random.Generator) -> MixtureChain:
        """A chain whose items have joined clusters one after another, in random order."""
        return MixtureChain(self, random)


class MixtureChain:
    """State: the clusters of each set, their parameters with algorithm 8, and α."""

    def __init__(self, model: MixtureStart, random: np.random.Generator):
        self.model = model
        self.alpha = model.prior.first
        bounds = model.sets.tolist()
        self._rows = [slice(i, j) for i, j in pairwise(bounds)]
        self._statistics = model.family.statistics(model.items)
        self.of_set = [np.full(part.stop - part.start, UNSEATED) for part in self._rows]
        self.parameters = [np.zeros((0, 0)) for _ in self._rows]
        self._step(random, [random.permutation(len(labels)) for labels in self.of_set])

    def sweep(self, random: np.random.Generator) -> None:
        """Each item chooses its cluster; then new parameters, then a new α."""
        self._step(random, [np.arange(len(labels)) for labels in self.of_set])
        n_clusters = [int(labels.max(initial=UNSEATED)) + 1 for labels in self.of_set]
        counts = np.array([[len(labels) for labels in self.of_set], n_clusters]).T
        n, k = np.concatenate([self.model.known, counts]).T
        self.alpha = self.model.prior.resampled(self.alpha, n, k, random)

    def _step(self, random: np.random.Generator, orders: list[np.ndarray]) -> None:
        model = self.model
        for number, (rows, order) in enumerate(zip(self._rows, orders, strict=True)):
            labels, items, statistics = self.of_set[number], model.items[rows], self._statistics[rows]
            if not len(labels):
                continue
            if model.auxiliary is None:
                assert isinstance(model.family, ConjugateFamily)
                self.of_set[number] = collapsed_sweep(
                    labels, order, items, statistics, model.family, self.alpha, random
                )
                continue
            labels, parameters = auxiliary_sweep(
                labels, self.parameters[number], order, items, model.family, self.alpha, model.auxiliary, random
            )
            total, count = totals(labels, statistics, len(parameters)), sizes(labels, len(parameters))
            self.of_set[number] = labels
            self.parameters[number] = model.family.update(parameters, total, count, random)

    def labels(self) -> np.ndarray:
        """(n_items,) int, the clusters of all items, set by set."""
        return np.concatenate(self.of_set)

    def traced(self) -> dict[str, float]:
        """Log joint probability, number of clusters in all sets, and α if it is sampled."""
        n_clusters = sum(int(labels.max(initial=UNSEATED)) + 1 for labels in self.of_set)
        found = {"log_joint": self.log_joint(), "n_clusters": float(n_clusters)}
        return found | ({"alpha": self.alpha} if self.model.prior.value is None else {})

    def log_joint(self) -> float:
        """Log of the joint probability of clusters, items and α.

        Parameters of conjugate families are integrated out, also those that algorithm 8 uses; the density of others is
        part of it.
        """
        family, found = self.model.family, self.model.prior.log_density(self.alpha)
        for rows, labels, parameters in zip(self._rows, self.of_set, self.parameters, strict=True):
            if not len(labels):
                continue
            n_clusters = int(labels.max()) + 1
            count = sizes(labels, n_clusters)
            found += log_partition(self.alpha, count)
            if isinstance(family, ConjugateFamily):
                found += float(family.log_marginal(totals(labels, self._statistics[rows], n_clusters), count).sum())
            else:
                found += float(family.log_prior(parameters).sum())
                found += float(family.log_likelihood(parameters[labels], self.model.items[rows]).sum())
        return found
