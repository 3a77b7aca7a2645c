"""Gaussian families with independent dimensions: unknown mean, unknown mean and precision, conjugate or not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln

from corefpipe.clustering.bayes.families.base import ConjugateFamily, Family
from corefpipe.clustering.registry import register_family
from corefpipe.clustering.settings import Positive

LOG_2PI = float(np.log(2 * np.pi))


@register_family("unit-gaussian", summary="Gaussian of unit precision, normal mean (the identity as reference type)")
@dataclass(slots=True, frozen=True)
class UnitGaussian(ConjugateFamily):
    """x ~ N(μ, 1) in each dimension, μ ~ N(0, variance): the family of CDP (Daumé & Marcu 2005, section 7.1).

    >>> from corefpipe.clustering import DPMixture
    >>> from corefpipe.clustering.bayes.families import UnitGaussian
    >>> mixture = DPMixture(UnitGaussian(10.0), chains=1, burn_in=5, draws=5, scale=False)
    >>> mixture.fit(points).predict(points)[0].shape
    (4,)

    Args:
        variance: that of the means, in squared units of the items.
    """

    variance: Positive = 1.0

    def statistics(self, items: np.ndarray) -> np.ndarray:
        """(n, width + 1) x, and the sum of its squares."""
        return np.hstack([items, np.square(items).sum(axis=1, keepdims=True)])

    def summary(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """Posterior mean of μ, then 1/2v and -d/2·log 2πv of the predictive N(μ, v)."""
        sums = statistics[:, :-1]
        weight = counts + 1 / self.variance
        variance = 1 + 1 / weight
        constant = -0.5 * sums.shape[1] * np.log(2 * np.pi * variance)
        return np.column_stack([sums / weight[:, None], 0.5 / variance, constant])

    def log_predictive(self, summary: np.ndarray, item: np.ndarray) -> np.ndarray:
        """Normal, with the variance of μ added."""
        away = summary[:, :-2] - item
        found: np.ndarray = summary[:, -1] - summary[:, -2] * np.einsum("ij,ij->i", away, away)
        return found

    def log_marginal(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """(K,) log density of all items of each cluster."""
        sums, squares = statistics[:, :-1], statistics[:, -1]
        d, weight = sums.shape[1], counts + 1 / self.variance
        exponent = squares - np.square(sums).sum(axis=1) / weight
        found: np.ndarray = -0.5 * (counts * d * LOG_2PI + d * np.log(self.variance * weight) + exponent)
        return found

    def draw(self, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """(K, width) means."""
        weight = (counts + 1 / self.variance)[:, None]
        sums = statistics[:, :-1]
        return sums / weight + random.standard_normal(sums.shape) / np.sqrt(weight)

    def log_likelihood(self, parameters: np.ndarray, items: np.ndarray) -> np.ndarray:
        """(n,) log density."""
        found: np.ndarray = -0.5 * (LOG_2PI + np.square(items - parameters)).sum(axis=1)
        return found

    def log_prior(self, parameters: np.ndarray) -> np.ndarray:
        """(K,) log density of means."""
        return normal_density(parameters, 1 / self.variance)


@register_family("gaussian", summary="Gaussian with independent dimensions, normal-inverse-gamma base measure")
@dataclass(slots=True, frozen=True)
class Gaussian(ConjugateFamily):
    """x ~ N(μ, 1/τ) in each dimension, τ ~ Gam(shape, rate), μ ~ N(0, 1/(pseudo_count·τ)).

    >>> from corefpipe.clustering import DPMixture
    >>> from corefpipe.clustering.bayes.families import Gaussian
    >>> mixture = DPMixture(Gaussian(), chains=1, burn_in=5, draws=5, scale=False)
    >>> mixture.fit(points).predict(points)[0].shape
    (4,)

    Args:
        shape: of the gamma distribution of precisions.
        rate: of that distribution, in squared units of the items.
        pseudo_count: κ, the number of items that the prior mean counts for.
    """

    shape: Positive = 1.0
    rate: Positive = 1.0
    pseudo_count: Positive = 0.1

    def statistics(self, items: np.ndarray) -> np.ndarray:
        """(n, 2·width) x and x²."""
        return np.hstack([items, np.square(items)])

    def _posterior(
        self, statistics: np.ndarray, counts: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """κ and shape of each cluster, (K,); mean and rate of each cluster and dimension, (K, width)."""
        sums, squares = np.hsplit(statistics, 2)
        weight = counts + self.pseudo_count
        mean = sums / weight[:, None]
        rate = self.rate + 0.5 * np.maximum(squares - sums * mean, 0)  # below 0 by rounding only
        return weight, self.shape + 0.5 * counts, mean, rate

    def summary(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """Of the predictive t distribution: mean, inverse scale, exponent and constant."""
        weight, shape, mean, rate = self._posterior(statistics, counts)
        inverse = (0.5 * weight / (weight + 1))[:, None] / rate
        constant = mean.shape[1] * (gammaln(shape + 0.5) - gammaln(shape)) + 0.5 * np.log(inverse / np.pi).sum(axis=1)
        return np.column_stack([mean, inverse, shape + 0.5, constant])

    def log_predictive(self, summary: np.ndarray, item: np.ndarray) -> np.ndarray:
        """Student's t in each dimension."""
        width = len(item)
        terms = np.log1p(np.square(summary[:, :width] - item) * summary[:, width:-2])
        found: np.ndarray = summary[:, -1] - summary[:, -2] * terms.sum(axis=1)
        return found

    def log_marginal(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """(K,) log density of all items of each cluster."""
        weight, shape, mean, rate = self._posterior(statistics, counts)
        constant = 0.5 * np.log(self.pseudo_count / weight) + gammaln(shape) - gammaln(self.shape)
        constant += self.shape * np.log(self.rate) - 0.5 * counts * LOG_2PI
        found: np.ndarray = mean.shape[1] * constant - shape * np.log(rate).sum(axis=1)
        return found

    def draw(self, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """(K, 2·width) means and precisions."""
        weight, shape, mean, rate = self._posterior(statistics, counts)
        precision = random.standard_gamma(np.broadcast_to(shape[:, None], rate.shape)) / rate
        means = mean + random.standard_normal(mean.shape) / np.sqrt(weight[:, None] * precision)
        return np.hstack([means, precision])

    def log_likelihood(self, parameters: np.ndarray, items: np.ndarray) -> np.ndarray:
        """(n,) log density."""
        mean, precision = np.hsplit(parameters, 2)
        return normal_density(items - mean, precision)

    def log_prior(self, parameters: np.ndarray) -> np.ndarray:
        """(K,) log density of means and precisions."""
        mean, precision = np.hsplit(parameters, 2)
        return normal_density(mean, self.pseudo_count * precision) + gamma_density(precision, self.shape, self.rate)


@register_family(
    "independent-gaussian", summary="Gaussian with independent priors of mean and precision, not conjugate"
)
@dataclass(slots=True, frozen=True)
class IndependentGaussian(Family):
    """x ~ N(μ, 1/τ) in each dimension, with independent μ ~ N(0, variance) and τ ~ Gam(shape, rate).

    These are the base measures of publications and of reference types of Daumé & Marcu 2005 (section 5). Together they
    are not conjugate: `update` draws μ given τ, then τ given μ.

    >>> from corefpipe.clustering import DPMixture
    >>> from corefpipe.clustering.bayes.families import IndependentGaussian
    >>> mixture = DPMixture(IndependentGaussian(), chains=1, burn_in=5, draws=5, scale=False)
    >>> mixture.fit(points).predict(points)[0].shape
    (4,)

    Args:
        variance: that of the means, in squared units of the items.
        shape: of the gamma distribution of precisions.
        rate: of that distribution, in squared units of the items.
    """

    variance: Positive = 1.0
    shape: Positive = 1.0
    rate: Positive = 1.0

    def statistics(self, items: np.ndarray) -> np.ndarray:
        """(n, 2·width) x and x²."""
        return np.hstack([items, np.square(items)])

    def log_likelihood(self, parameters: np.ndarray, items: np.ndarray) -> np.ndarray:
        """(n,) log density."""
        mean, precision = np.hsplit(parameters, 2)
        return normal_density(items - mean, precision)

    def draw_prior(self, count: int, width: int, random: np.random.Generator) -> np.ndarray:
        """(count, 2·width) means and precisions."""
        means = np.sqrt(self.variance) * random.standard_normal((count, width))
        return np.hstack([means, random.standard_gamma(self.shape, (count, width)) / self.rate])

    def update(
        self, parameters: np.ndarray, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator
    ) -> np.ndarray:
        """Draw means given precisions, then precisions given means."""
        sums, squares = np.hsplit(statistics, 2)
        precision = np.hsplit(parameters, 2)[1]
        n = counts[:, None]
        weight = n * precision + 1 / self.variance
        mean = precision * sums / weight + random.standard_normal(sums.shape) / np.sqrt(weight)
        rate = self.rate + 0.5 * np.maximum(squares - 2 * mean * sums + n * np.square(mean), 0)
        return np.hstack([mean, random.standard_gamma(np.broadcast_to(self.shape + 0.5 * n, rate.shape)) / rate])

    def log_prior(self, parameters: np.ndarray) -> np.ndarray:
        """(K,) log density of means and precisions."""
        mean, precision = np.hsplit(parameters, 2)
        return normal_density(mean, 1 / self.variance) + gamma_density(precision, self.shape, self.rate)


def normal_density(away: np.ndarray, precision: np.ndarray | float) -> np.ndarray:
    """(n,) log density of (n, width) independent normal numbers of mean 0."""
    found: np.ndarray = 0.5 * (np.log(precision) - LOG_2PI - precision * np.square(away)).sum(axis=1)
    return found


def gamma_density(values: np.ndarray, shape: np.ndarray | float, rate: np.ndarray | float) -> np.ndarray:
    """(n,) log density of (n, width) independent gamma numbers."""
    terms = shape * np.log(rate) - gammaln(shape) + (shape - 1) * np.log(values) - rate * values
    found: np.ndarray = terms.sum(axis=1)
    return found
