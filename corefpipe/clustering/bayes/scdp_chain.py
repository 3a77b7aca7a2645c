"""The Markov chain of supervised clustering with the Dirichlet process (Daumé & Marcu 2005, figure 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.bayes.conditioned import conditioned_sweep, update_means
from corefpipe.clustering.bayes.precisions import metropolis_precisions
from corefpipe.clustering.bayes.scdp_state import ScdpModel, ScdpState
from corefpipe.clustering.bayes.separation import ConditionedSeparation
from corefpipe.clustering.bayes.sweeps import UNSEATED, collapsed_sweep, sizes, totals

_FIRST = 100
"""Number of steps of the precisions on training before new items join."""


@dataclass(slots=True, frozen=True, eq=False)
class ScdpStart:
    """Makes chains of the supervised model.

    Attributes:
        model: the model.
    """

    model: ScdpModel

    def __call__(self, random: np.random.Generator) -> ScdpChain:
        """A chain with one reference type, and new items that have joined publications in random order."""
        return ScdpChain(self.model, random)


class ScdpChain(ScdpState):
    """Gibbs sampling of publications c, means p, reference types d, precisions t and both α.

    A sweep has two halves, in each of which what figure 2 samples explicitly is integrated out, where that is possible:
    c of new items given (d, t), then p; and d of all items given (c, p), then t. Each is a Dirichlet process mixture of
    a conjugate family, by algorithm 3; with SCDP-3 the first one is by algorithm 8.
    """

    def __init__(self, model: ScdpModel, random: np.random.Generator):
        super().__init__(model, random)
        # The first precisions are those of training.
        total = self.prior_of_types.statistics(self._away()[: model.n_known]).sum(axis=0, keepdims=True)
        self.precisions = self.prior_of_types.draw(total, np.array([model.n_known]), random)
        for _ in range(_FIRST):
            self._move_precisions(random)
        for number, one in enumerate(model.universes):
            self._choose(number, random.permutation(one.new), random)
        self.means = self.drawn_means(random)

    def sweep(self, random: np.random.Generator) -> None:
        """Publications and means, then reference types and precisions, then both α."""
        model = self.model
        if isinstance(model.separation, ConditionedSeparation):
            for number, one in enumerate(model.universes):
                if len(one.new):
                    self.of_universe[number], self.means[number] = conditioned_sweep(self, number, random)
            update_means(self, random)
        else:
            for number, one in enumerate(model.universes):
                self._choose(number, one.new, random)
            self._move_precisions(random)
            self.means = self.drawn_means(random)
        self._choose_types(random)
        n = np.array([len(labels) for labels in self.of_universe])
        k = np.array([len(part) for part in self.means])
        self.alpha = model.prior.resampled(self.alpha, n, k, random)
        of_types = np.array([len(self.types)]), np.array([len(self.precisions)])
        self.alpha_types = model.prior_types.resampled(self.alpha_types, *of_types, random)

    def _choose(self, number: int, order: np.ndarray, random: np.random.Generator) -> None:
        """New items of a universe choose their publications, means integrated out."""
        if not len(order):
            return
        items = self.publication_items(number)
        family = self.model.publications
        before = self.of_universe[number]
        self.of_universe[number] = collapsed_sweep(
            before, order, items, family.statistics(items), family, self.alpha, random
        )

    def _move_precisions(self, random: np.random.Generator) -> None:
        """A step of the precisions with the means integrated out, by items in publications."""
        labels, n_clusters = np.full(len(self.types), UNSEATED), 0
        for one, own in zip(self.model.universes, self.of_universe, strict=True):
            labels[one.rows] = np.where(own == UNSEATED, UNSEATED, own + n_clusters)
            n_clusters += int(own.max(initial=UNSEATED)) + 1
        self.precisions = metropolis_precisions(
            self.precisions,
            self.types,
            self.model.vectors,
            labels,
            self.model.publications.variance,
            self.prior_of_types,
            random,
        )

    def _away(self) -> np.ndarray:
        """(n, d) squared differences of items to their means; 0 for items in no publication."""
        found = np.zeros_like(self.model.vectors)
        for one, labels, means in zip(self.model.universes, self.of_universe, self.means, strict=True):
            seated = labels != UNSEATED
            found[one.rows[seated]] = np.square(self.model.vectors[one.rows[seated]] - means[labels[seated]])
        return found

    def _choose_types(self, random: np.random.Generator) -> None:
        """All items choose their reference types, precisions integrated out; then precisions."""
        family = self.prior_of_types = self.model.separation.types(self.means)
        items = self._away()
        statistics = family.statistics(items)
        self.types = collapsed_sweep(
            self.types, np.arange(len(items)), items, statistics, family, self.alpha_types, random
        )
        n_types = int(self.types.max()) + 1
        self.precisions = family.draw(totals(self.types, statistics, n_types), sizes(self.types, n_types), random)
