"""SCDP-1 on distances alone, as footnote 5 of Daumé & Marcu 2005 has it: a feature counts as one dimension.

Where only distances of items are known, the squared difference of an item and a mean in one dimension becomes a squared
distance between means of subsets, which follows from the distances of items (footnote 5). Vectors that have these
distances stand for them, `WIDTH` dimensions for each feature. The density of a feature is that of one dimension, with
one precision: of its logarithm the squares are summed over the `WIDTH` dimensions, and the rest counts once. A drawn
mean has the variance of one dimension in all. With one dimension per feature this is `SCDP(1)`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from corefpipe.clustering import ItemSets
from corefpipe.clustering.bayes import SCDP
from corefpipe.clustering.bayes.chains import Start
from corefpipe.clustering.bayes.families.gaussian import LOG_2PI
from corefpipe.clustering.bayes.precisions import log_gamma, log_marginals
from corefpipe.clustering.bayes.reference_types import Publications, ReferenceTypes
from corefpipe.clustering.bayes.scdp_chain import ScdpChain
from corefpipe.clustering.bayes.separation import Means, Separation
from corefpipe.clustering.bayes.sweeps import UNSEATED

WIDTH = 50  # dimensions of each feature
WIDE = 5.0  # of every other step of the precisions, as in `metropolis_precisions`


@dataclass(frozen=True)
class FeatureMeans(Publications):
    """Means of publications, given the precisions of each item (see `Publications`).

    Attributes:
        width: dimensions of each feature.
    """

    width: int

    def statistics(self, items: np.ndarray) -> np.ndarray:
        """(n, 2·d + 1) t, t·r, and the part of the log density that does not depend on p."""
        vectors, variances = np.hsplit(items, 2)
        t = 1 / variances
        rest = 0.5 * ((np.log(t) - LOG_2PI) / self.width - t * np.square(vectors)).sum(axis=1)
        return np.hstack([t, t * vectors, rest[:, None]])

    def log_predictive(self, summary: np.ndarray, item: np.ndarray) -> np.ndarray:
        """Normal, with the variance of p added to that of the item."""
        d = len(item) // 2
        variance = summary[:, d:] + item[d:]
        terms = np.square(summary[:, :d] - item[:d]) / variance + (np.log(variance) + LOG_2PI) / self.width
        found: np.ndarray = -0.5 * terms.sum(axis=1)
        return found

    def log_marginal(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """(K,) log density of all items of each cluster."""
        d = statistics.shape[1] // 2
        weight = statistics[:, :d] + 1 / self.variance
        terms = np.square(statistics[:, d:-1]) / weight - np.log(self.variance * weight) / self.width
        found: np.ndarray = statistics[:, -1] + 0.5 * terms.sum(axis=1)
        return found

    def draw(self, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """(K, d) means."""
        mean, variance = np.hsplit(self.summary(statistics, counts), 2)
        return mean + np.sqrt(variance / self.width) * random.standard_normal(mean.shape)


@dataclass(frozen=True, eq=False)
class FeatureTypes(ReferenceTypes):
    """Precisions of each feature, given the means (see `ReferenceTypes`); items have all d dimensions.

    Attributes:
        width: dimensions of each feature.
    """

    width: int

    def statistics(self, items: np.ndarray) -> np.ndarray:
        """(n, n_features) halves of the squares."""
        return ReferenceTypes.statistics(self, summed(items, self.width))

    def log_predictive(self, summary: np.ndarray, item: np.ndarray) -> np.ndarray:
        """Student's t of each feature."""
        return ReferenceTypes.log_predictive(self, summary, summed(item[None], self.width)[0])

    def draw(self, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """(L, d) precisions, equal for the dimensions of a feature."""
        return np.repeat(ReferenceTypes.draw(self, statistics, counts, random), self.width, axis=1)

    def log_prior(self, parameters: np.ndarray) -> np.ndarray:
        """(L,) log density of precisions."""
        return ReferenceTypes.log_prior(self, parameters[:, :: self.width])


@dataclass(frozen=True)
class FeatureSeparation(Separation):
    """The prior of SCDP-1.

    Attributes:
        width: dimensions of each feature.
    """

    width: int

    def types(self, means: Means) -> ReferenceTypes:
        """The prior of precisions."""
        n = means[0].shape[1] // self.width
        return FeatureTypes(np.full(n, self.shape), np.full(n, self.rate), self.width)


class FeatureChain(ScdpChain):
    """The chain of `SCDP`, in which a Metropolis step moves the precisions of a feature together."""

    def _move_precisions(self, random: np.random.Generator) -> None:
        prior = self.prior_of_types
        assert isinstance(prior, FeatureTypes)
        width, vectors = prior.width, self.model.vectors
        labels, n_clusters = np.full(len(vectors), UNSEATED), 0
        for one, own in zip(self.model.universes, self.of_universe, strict=True):
            labels[one.rows] = np.where(own == UNSEATED, UNSEATED, own + n_clusters)
            n_clusters += int(own.max(initial=UNSEATED)) + 1
        n_clusters = int(labels.max()) + 1
        nothing = np.zeros((len(vectors), vectors.shape[1] // width))

        def density(precisions: np.ndarray) -> np.ndarray:
            """(n_features,) log density of all items, means integrated out, up to a constant."""
            of_items, variance = precisions[self.types], self.model.publications.variance
            every = log_marginals(vectors, of_items, labels, n_clusters, variance)
            without = log_marginals(nothing, of_items[:, ::width], labels, n_clusters, variance)  # the logarithms
            return summed(every[None], width)[0] - (width - 1) * without

        found = self.precisions.copy()
        present = density(found)
        for number, count in enumerate(np.bincount(self.types, minlength=len(found)).tolist()):
            step = 1 / np.sqrt(prior.shape + 0.5 * count) * (WIDE if random.random() < 0.5 else 1.0)
            old = found[number, ::width].copy()
            new = old * np.exp(step * random.standard_normal(len(old)))
            found[number] = np.repeat(new, width)
            changed = density(found)
            gain = changed - present + log_gamma(new, prior) - log_gamma(old, prior) + np.log(new / old)
            accepted = np.log(random.random(len(gain))) < gain
            found[number] = np.repeat(np.where(accepted, new, old), width)
            present = np.where(accepted, changed, present)
        self.precisions = found


class ImplicitSCDP(SCDP):
    """SCDP-1 whose vectors have `width` dimensions for each feature, the variance of a feature being 1 in all."""

    width = WIDTH

    def _start(self, items: ItemSets) -> Start:
        model = super()._start(items).model  # type: ignore[attr-defined]
        separation = FeatureSeparation(float(self.shape), float(self.rate), self.width)
        publications = FeatureMeans(float(self.variance), self.width)
        return partial(FeatureChain, replace(model, separation=separation, publications=publications))


def summed(values: np.ndarray, width: int) -> np.ndarray:
    """(n, n_features) sums over the dimensions of each feature, of (n, n_features · width)."""
    found: np.ndarray = values.reshape(len(values), -1, width).sum(axis=2)
    return found
