"""Gaussian family with full covariances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln, multigammaln

from corefpipe.clustering.bayes.families.base import ConjugateFamily
from corefpipe.clustering.bayes.families.gaussian import LOG_2PI
from corefpipe.clustering.registry import register_family
from corefpipe.clustering.settings import Cost, Positive
from corefpipe.exceptions import LinksError


@register_family("wishart", summary="Gaussian with full covariances, normal-inverse-Wishart base measure")
@dataclass(slots=True, frozen=True)
class WishartGaussian(ConjugateFamily):
    """x ~ N(μ, Σ), Σ⁻¹ ~ Wishart(ν, I/(scale·ν)), μ ~ N(0, Σ/pseudo_count); footnote 4 of Daumé & Marcu 2005.

    The mean of Σ⁻¹ is I/scale. A sweep costs width² for each item and cluster.

    >>> from corefpipe.clustering import DPMixture
    >>> from corefpipe.clustering.bayes.families import WishartGaussian
    >>> mixture = DPMixture(WishartGaussian(), chains=1, burn_in=5, draws=5, scale=False)
    >>> mixture.fit(points).predict(points)[0].shape
    (4,)

    Args:
        scale: the variance, in squared units of the items, that the prior expects in each dimension.
        freedom: ν - width, 0 or more; the degrees of freedom ν must be above width - 1.
        pseudo_count: κ, the number of items that the prior mean counts for.
    """

    scale: Positive = 1.0
    freedom: Cost = 2.0
    pseudo_count: Positive = 0.1

    def statistics(self, items: np.ndarray) -> np.ndarray:
        """(n, width + width²) x and xxᵀ."""
        outer = items[:, :, None] * items[:, None, :]
        return np.hstack([items, outer.reshape(len(items), items.shape[1] ** 2)])

    def _posterior(
        self, statistics: np.ndarray, counts: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """κ, ν and mean of each cluster; (K, width, width) lower Cholesky factors of the scale matrix Ψ."""
        width = _width(statistics.shape[1])
        weight = counts + self.pseudo_count
        freedom = counts + width + self.freedom
        mean = statistics[:, :width] / weight[:, None]
        spread = statistics[:, width:].reshape(len(mean), width, width)
        prior = self.scale * (width + self.freedom) * np.eye(width)
        spread = prior + spread - weight[:, None, None] * mean[:, :, None] * mean[:, None, :]
        try:
            return weight, freedom, mean, np.linalg.cholesky(spread)
        except np.linalg.LinAlgError:
            raise LinksError(
                f"the covariance of a cluster of {_worst(spread, counts)} items is degenerate in {width} dimensions",
                cure="Centre and scale the items, drop dimensions that depend on others, or set a larger scale",
            ) from None

    def summary(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """Of the predictive t distribution: mean, factor of the inverse scale matrix, exponent and constant."""
        weight, freedom, mean, factor = self._posterior(statistics, counts)
        width = mean.shape[1]
        ratio = weight / (weight + 1)
        inverse = np.linalg.inv(factor) * np.sqrt(ratio)[:, None, None]
        constant = gammaln((freedom + 1) / 2) - gammaln((freedom + 1 - width) / 2)
        constant += 0.5 * width * np.log(ratio / np.pi) - _half_log_det(factor)
        flat = inverse.reshape(len(mean), width**2)
        return np.column_stack([mean, flat, (freedom + 1) / 2, constant])

    def log_predictive(self, summary: np.ndarray, item: np.ndarray) -> np.ndarray:
        """Multivariate t."""
        width = len(item)
        inverse = summary[:, width:-2].reshape(len(summary), width, width)
        away = np.matmul(inverse, (item - summary[:, :width])[:, :, None])[:, :, 0]
        found: np.ndarray = summary[:, -1] - summary[:, -2] * np.log1p(np.square(away).sum(axis=1))
        return found

    def log_marginal(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """(K,) log density of all items of each cluster."""
        weight, freedom, mean, factor = self._posterior(statistics, counts)
        width = mean.shape[1]
        before = width + self.freedom
        found: np.ndarray = multigammaln_of(freedom, width) - multigammaln(before / 2, width)
        found += 0.5 * width * (np.log(self.pseudo_count / weight) - counts * np.log(np.pi))
        found += 0.5 * before * width * np.log(self.scale * before) - freedom * _half_log_det(factor)
        return found

    def draw(self, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """(K, width + width²) means, and factors U of the precisions, Σ⁻¹ = UᵀU, by Bartlett's decomposition."""
        weight, freedom, mean, factor = self._posterior(statistics, counts)
        n, width = mean.shape
        lower = np.tril(random.standard_normal((n, width, width)), -1)
        places = np.arange(width)
        lower[:, places, places] = np.sqrt(2 * random.standard_gamma((freedom[:, None] - places) / 2))
        root = np.matmul(lower.transpose(0, 2, 1), np.linalg.inv(factor))
        noise = random.standard_normal((n, width, 1)) / np.sqrt(weight)[:, None, None]
        means = mean + np.linalg.solve(root, noise)[:, :, 0]
        return np.hstack([means, root.reshape(n, width**2)])

    def log_likelihood(self, parameters: np.ndarray, items: np.ndarray) -> np.ndarray:
        """(n,) log density."""
        mean, root = _split(parameters)
        away = np.matmul(root, (items - mean)[:, :, None])[:, :, 0]
        log_det = np.linalg.slogdet(root)[1]
        found: np.ndarray = log_det - 0.5 * (mean.shape[1] * LOG_2PI + np.square(away).sum(axis=1))
        return found

    def log_prior(self, parameters: np.ndarray) -> np.ndarray:
        """(K,) log density of means and precision matrices."""
        mean, root = _split(parameters)
        width = mean.shape[1]
        freedom = width + self.freedom
        log_det = 2 * np.linalg.slogdet(root)[1]
        spread = self.scale * freedom
        found: np.ndarray = 0.5 * (freedom - width - 1) * log_det - 0.5 * spread * np.square(root).sum(axis=(1, 2))
        found += 0.5 * freedom * width * np.log(spread / 2) - multigammaln(freedom / 2, width)
        away = np.square(np.matmul(root, mean[:, :, None])[:, :, 0]).sum(axis=1)
        found += 0.5 * (log_det + width * (np.log(self.pseudo_count) - LOG_2PI) - self.pseudo_count * away)
        return found


def multigammaln_of(freedom: np.ndarray, width: int) -> np.ndarray:
    """(K,) log of the multivariate gamma function at half of each number."""
    places = np.arange(width)
    found: np.ndarray = gammaln((freedom[:, None] - places) / 2).sum(axis=1) + width * (width - 1) / 4 * np.log(np.pi)
    return found


def _split(parameters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    width = _width(parameters.shape[1])
    return parameters[:, :width], parameters[:, width:].reshape(len(parameters), width, width)


def _width(columns: int) -> int:
    """The number d of d + d² columns."""
    return int((np.sqrt(1 + 4 * columns) - 1) / 2 + 0.5)


def _half_log_det(factor: np.ndarray) -> np.ndarray:
    found: np.ndarray = np.log(np.diagonal(factor, axis1=1, axis2=2)).sum(axis=1)
    return found


def _worst(spread: np.ndarray, counts: np.ndarray) -> int:
    """Number of items of the cluster of the lowest eigenvalue."""
    return int(counts[np.linalg.eigvalsh(spread)[:, 0].argmin()])
