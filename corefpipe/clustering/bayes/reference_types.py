"""The two halves of the supervised model, each a conjugate family given the other half (Daumé & Marcu 2005, section 5).

An item r of publication p and reference type t is normal with mean p and precisions t, in each dimension.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln

from corefpipe.clustering.bayes.families.base import ConjugateFamily
from corefpipe.clustering.bayes.families.gaussian import LOG_2PI, gamma_density, normal_density


@dataclass(slots=True, frozen=True)
class Publications(ConjugateFamily):
    """Means p ~ N(0, variance), given the precisions of each item. Items are the columns of `items_of`.

    Attributes:
        variance: of the means, in units of scaled vectors.
    """

    variance: float

    @staticmethod
    def items_of(vectors: np.ndarray, precisions: np.ndarray) -> np.ndarray:
        """(n, 2·d) vectors r and their variances 1/t."""
        return np.hstack([vectors, 1 / precisions])

    def statistics(self, items: np.ndarray) -> np.ndarray:
        """(n, 2·d + 1) t, t·r, and the part of the log density that does not depend on p."""
        vectors, variances = np.hsplit(items, 2)
        t = 1 / variances
        return np.hstack([t, t * vectors, normal_density(vectors, t)[:, None]])

    def summary(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """Posterior mean and variance of p."""
        d = statistics.shape[1] // 2
        variance = 1 / (statistics[:, :d] + 1 / self.variance)
        return np.hstack([statistics[:, d:-1] * variance, variance])

    def log_predictive(self, summary: np.ndarray, item: np.ndarray) -> np.ndarray:
        """Normal, with the variance of p added to that of the item."""
        d = len(item) // 2
        variance = summary[:, d:] + item[d:]
        terms = np.square(summary[:, :d] - item[:d]) / variance + np.log(variance)
        found: np.ndarray = -0.5 * (d * LOG_2PI + terms.sum(axis=1))
        return found

    def log_marginal(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """(K,) log density of all items of each cluster."""
        d = statistics.shape[1] // 2
        weight = statistics[:, :d] + 1 / self.variance
        terms = np.square(statistics[:, d:-1]) / weight - np.log(self.variance * weight)
        found: np.ndarray = statistics[:, -1] + 0.5 * terms.sum(axis=1)
        return found

    def draw(self, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """(K, d) means."""
        mean, variance = np.hsplit(self.summary(statistics, counts), 2)
        return mean + np.sqrt(variance) * random.standard_normal(mean.shape)

    def log_likelihood(self, parameters: np.ndarray, items: np.ndarray) -> np.ndarray:
        """(n,) log density."""
        vectors, variances = np.hsplit(items, 2)
        return normal_density(vectors - parameters, 1 / variances)

    def log_prior(self, parameters: np.ndarray) -> np.ndarray:
        """(K,) log density of means."""
        return normal_density(parameters, 1 / self.variance)


@dataclass(slots=True, frozen=True, eq=False)
class ReferenceTypes(ConjugateFamily):
    """Precisions t_i ~ Gam(shape_i, rate_i) of each dimension, given the means. Items are squares of r - p.

    Attributes:
        shape: (d,) float64.
        rate: (d,) float64, in squared units of scaled vectors.
    """

    shape: np.ndarray
    rate: np.ndarray

    def statistics(self, items: np.ndarray) -> np.ndarray:
        """(n, d) halves of the squares."""
        return 0.5 * items

    def summary(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """Of the predictive t distribution: inverse scale, exponents and constant."""
        shape = self.shape + 0.5 * counts[:, None]
        inverse = 0.5 / (self.rate + statistics)
        constant = (gammaln(shape + 0.5) - gammaln(shape) + 0.5 * np.log(inverse / np.pi)).sum(axis=1)
        return np.column_stack([inverse, shape + 0.5, constant])

    def log_predictive(self, summary: np.ndarray, item: np.ndarray) -> np.ndarray:
        """Student's t in each dimension."""
        d = len(item)
        found: np.ndarray = summary[:, -1] - (summary[:, d:-1] * np.log1p(item * summary[:, :d])).sum(axis=1)
        return found

    def log_marginal(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """(K,) log density of all items of each type."""
        shape = self.shape + 0.5 * counts[:, None]
        terms = gammaln(shape) - gammaln(self.shape) + self.shape * np.log(self.rate)
        terms = terms - shape * np.log(self.rate + statistics) - 0.5 * counts[:, None] * LOG_2PI
        found: np.ndarray = terms.sum(axis=1)
        return found

    def draw(self, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """(L, d) precisions."""
        drawn = random.standard_gamma(self.shape + 0.5 * counts[:, None] + np.zeros(statistics.shape))
        return np.maximum(drawn / (self.rate + statistics), np.finfo(float).tiny)

    def log_likelihood(self, parameters: np.ndarray, items: np.ndarray) -> np.ndarray:
        """(n,) log density."""
        return normal_density(np.sqrt(items), parameters)

    def log_prior(self, parameters: np.ndarray) -> np.ndarray:
        """(L,) log density of precisions."""
        return gamma_density(parameters, self.shape, self.rate)
