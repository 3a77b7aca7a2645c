"""The state of the supervised model of Daumé & Marcu 2005 (section 3), its joint probability, and the model itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.bayes.alpha import AlphaPrior
from corefpipe.clustering.bayes.process import log_partition
from corefpipe.clustering.bayes.reference_types import Publications
from corefpipe.clustering.bayes.separation import Separation
from corefpipe.clustering.bayes.sweeps import UNSEATED, compacted, sizes, totals


@dataclass(slots=True, frozen=True, eq=False)
class Universe:
    """Items of one process of publications: a set of training, a new set, or all of them if publications are shared.

    Attributes:
        rows: (n,) int, their numbers among all items.
        labels: (n,) int, their publications; `UNSEATED` for new items.
        new: (m,) int, the places of new items among `rows`.
    """

    rows: np.ndarray
    labels: np.ndarray
    new: np.ndarray


@dataclass(slots=True, frozen=True, eq=False)
class ScdpModel:
    """The supervised model of given items.

    Attributes:
        vectors: (n, d) all items, those of training and then the new ones.
        n_known: number of items of training.
        universes: the processes of publications.
        separation: prior of reference types.
        publications: prior of means.
        prior: of α of publications.
        prior_types: of α of reference types.
        auxiliary: M of algorithm 8, for SCDP-3.
    """

    vectors: np.ndarray
    n_known: int
    universes: list[Universe]
    separation: Separation
    publications: Publications
    prior: AlphaPrior
    prior_types: AlphaPrior
    auxiliary: int


class ScdpState:
    """Publication c and reference type d of each item, means p, precisions t, and both α.

    At first there is one reference type, whose precisions are 1, and only items of training are in publications.

    Attributes:
        model: the model.
        of_universe: for each universe (n,) int, the publications of its items.
        means: for each universe (K, d).
        types: (n,) int, the reference types of all items.
        precisions: (L, d).
        prior_of_types: the prior of precisions, which with SCDP-2 and -3 is that at the means drawn last.
        alpha, alpha_types: α and α_t.
    """

    def __init__(self, model: ScdpModel, random: np.random.Generator):
        self.model = model
        n, d = model.vectors.shape
        self.alpha, self.alpha_types = model.prior.first, model.prior_types.first
        self.types = np.zeros(n, dtype=np.int64)
        self.precisions = np.ones((1, d))
        self.of_universe = [one.labels for one in model.universes]
        self.means = self.drawn_means(random)
        self.prior_of_types = model.separation.types(self.means)

    def publication_items(self, number: int) -> np.ndarray:
        """(n, 2·d) the items of a universe, as `Publications` takes them."""
        rows = self.model.universes[number].rows
        return Publications.items_of(self.model.vectors[rows], self.precisions[self.types[rows]])

    def statistics_of(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """(K, n_statistics) sums, and (K,) numbers of items, of the publications of a universe."""
        labels = self.of_universe[number]
        n_clusters = int(labels.max(initial=UNSEATED)) + 1
        statistics = self.model.publications.statistics(self.publication_items(number))
        return totals(labels, statistics, n_clusters), sizes(labels, n_clusters)

    def drawn_means(self, random: np.random.Generator) -> list[np.ndarray]:
        """For each universe (K, d) means from their posterior."""
        family = self.model.publications
        return [family.draw(*self.statistics_of(number), random) for number in range(len(self.of_universe))]

    def labels(self) -> np.ndarray:
        """(n_new,) int, the publications of new items, set by set; numbers of training's are those of training."""
        found = np.full(len(self.types), UNSEATED)
        for one, labels in zip(self.model.universes, self.of_universe, strict=True):
            found[one.rows] = labels
        return found[self.model.n_known :]

    def traced(self) -> dict[str, float]:
        """Log joint, numbers of publications that new items have and of reference types, and both α if sampled."""
        n_clusters = sum(
            compacted(labels[one.new])[1] for one, labels in zip(self.model.universes, self.of_universe, strict=True)
        )
        found = {"log_joint": self.log_joint(), "n_clusters": float(n_clusters), "n_types": float(len(self.precisions))}
        if self.model.prior.value is None:
            found["alpha"] = self.alpha
        if self.model.prior_types.value is None:
            found["alpha_types"] = self.alpha_types
        return found

    def log_joint(self) -> float:
        """Log of the joint probability of all items, c, d, t and both α, with the means integrated out.

        p(c | α) p(d | α_t) Π G0(t) Π_k ∫ G0(p) Π F(r | p, t) dp. With SCDP-2 and -3, G0(t) is the prior at the means
        drawn last.
        """
        model = self.model
        found = model.prior.log_density(self.alpha) + model.prior_types.log_density(self.alpha_types)
        found += log_partition(self.alpha_types, sizes(self.types, len(self.precisions)))
        found += float(self.prior_of_types.log_prior(self.precisions).sum())
        for number in range(len(self.of_universe)):
            total, count = self.statistics_of(number)
            if len(count):
                found += log_partition(self.alpha, count) + float(model.publications.log_marginal(total, count).sum())
        return found
