"""The Dirichlet process: probability of partitions, number of clusters, and resampling of the precision α."""

from __future__ import annotations

from math import lgamma, log

import numpy as np
from scipy.special import digamma, gammaln, logsumexp, polygamma


def log_partition(alpha: float, sizes: np.ndarray) -> float:
    """Log probability of a partition into clusters of these sizes, whatever their order (Antoniak 1974).

    p(c | α) = α^K Γ(α)/Γ(α + n) · Π Γ(n_k): the product of the predictive rule, n_k/(α + i) for cluster k and
    α/(α + i) for a new one, over the items in any order.

    >>> from corefpipe.clustering.bayes import log_partition
    >>> round(log_partition(1.0, np.array([2, 1])), 3)
    -1.792

    Args:
        alpha: α, above 0.
        sizes: (K,) int, above 0.
    """
    n = float(sizes.sum())
    return float(len(sizes) * log(alpha) + lgamma(alpha) - lgamma(alpha + n) + gammaln(sizes).sum())


def expected_clusters(alpha: float, n_items: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean and standard deviation of the number of clusters that the process makes of some numbers of items.

    The mean is the sum of α/(α + i) over i < n, the variance that of αi/(α + i)² (Antoniak 1974).

    >>> from corefpipe.clustering.bayes import expected_clusters
    >>> mean, deviation = expected_clusters(1.0, np.array([10, 100]))
    >>> mean.round(2)
    array([2.93, 5.19])

    Args:
        alpha: α, above 0.
        n_items: (m,) n, 0 or more.

    Returns:
        (m,) means and (m,) standard deviations.
    """
    n = np.asarray(n_items, dtype=np.float64)
    mean = alpha * (digamma(alpha + n) - digamma(alpha))
    squares = alpha**2 * (polygamma(1, alpha) - polygamma(1, alpha + n))
    return mean, np.sqrt(np.maximum(mean - squares, 0))


def draw_partition(alpha: float, n_items: int, random: np.random.Generator) -> np.ndarray:
    """(n_items,) int labels, numbered from 0 by first item, drawn from the process item by item.

    >>> from corefpipe.clustering.bayes import draw_partition
    >>> draw_partition(1.0, 6, np.random.default_rng(0))
    array([0, 0, 0, 0, 1, 2])
    """
    labels = np.zeros(n_items, dtype=np.int64)
    chosen = random.random(n_items)
    n_clusters = 0
    for i in range(n_items):
        place = chosen[i] * (alpha + i)
        labels[i] = n_clusters if place >= i else labels[int(place)]  # n_k/(α + i) is that of a random earlier item
        n_clusters += labels[i] == n_clusters
    return labels


def resample_alpha(
    alpha: float,
    n_items: np.ndarray,
    n_clusters: np.ndarray,
    shape: float,
    rate: float,
    random: np.random.Generator,
) -> float:
    """A new precision α, given the numbers of items and clusters of one or several sets, with α ~ Gam(shape, rate).

    First an x ~ Beta(α + 1, n) for each set, then α given these (West 1992; Daumé & Marcu 2005, appendix B). It comes
    from the mixture of equation 5, over M indicators i_m, of gamma distributions of shape a + s and rate b, where s is
    the number of indicators that are 1, a = shape - M + Σ k_m (West's for M = 1; the a of equation 6 is less by 1) and
    b = rate - Σ log x_m. Weights depend on s only, as Γ(a + s) b^-s times the elementary symmetric polynomial of degree
    M - s of the n_m. So s is drawn from its exact distribution, which takes time M², where the paper runs 200 sweeps
    over the indicators.

    >>> from corefpipe.clustering.bayes import resample_alpha
    >>> resample_alpha(1.0, np.array([10]), np.array([3]), 1.0, 1.0, np.random.default_rng(0)) > 0
    True

    Args:
        alpha: the present α.
        n_items: (M,) numbers of items n_m; sets without items do not count.
        n_clusters: (M,) numbers of clusters k_m.
        shape: of the prior.
        rate: of the prior.
        random: random numbers.
    """
    kept = np.asarray(n_items) > 0
    n, k = np.asarray(n_items, dtype=np.float64)[kept], np.asarray(n_clusters)[kept]
    x = random.beta(alpha + 1, n)
    b = rate - float(np.log(np.maximum(x, np.finfo(float).tiny)).sum())
    a = shape - len(n) + float(k.sum())
    s = np.arange(len(n) + 1)
    weights = gammaln(a + s) - s * log(b) + _log_symmetric(np.log(n))[::-1]
    drawn = random.choice(len(s), p=np.exp(weights - logsumexp(weights)))
    return max(float(random.gamma(a + drawn)) / b, np.finfo(float).tiny)


def _log_symmetric(logs: np.ndarray) -> np.ndarray:
    """(M + 1,) logs of the elementary symmetric polynomials, of degree 0 to M, of exp(logs)."""
    found = np.full(len(logs) + 1, -np.inf)
    found[0] = 0.0
    for value in logs:
        found[1:] = np.logaddexp(found[1:], found[:-1] + value)
    return found
