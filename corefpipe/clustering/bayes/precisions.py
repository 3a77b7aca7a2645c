"""A Metropolis step of precisions, with the means of publications integrated out.

Given the means, precisions are drawn from a gamma distribution. Where most publications have one item this moves them
slowly: the mean follows the item, and so the precision stays near the present one. With the means integrated out, only
publications of several items tell how precise items are.
"""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.bayes.reference_types import ReferenceTypes
from corefpipe.clustering.bayes.sweeps import totals

_WIDE = 5.0
"""Factor of every other proposal's step: items that are alone tell little, so the posterior can be this much wider."""


def log_gamma(precisions: np.ndarray, family: ReferenceTypes) -> np.ndarray:
    """(d,) log density of one type's precisions in the prior, up to a constant."""
    found: np.ndarray = (family.shape - 1) * np.log(precisions) - family.rate * precisions
    return found


def log_marginals(
    vectors: np.ndarray, precisions: np.ndarray, labels: np.ndarray, n_clusters: int, variance: float
) -> np.ndarray:
    """(d,) log density of all items in each dimension, means integrated out, up to a constant.

    Args:
        vectors: (n, d).
        precisions: (n, d) those of the type of each item.
        labels: (n,) int, the publication of each item, from 0; `UNSEATED` for items that do not count.
        n_clusters: number of publications.
        variance: of the prior of means.
    """
    d = vectors.shape[1]
    pulled = precisions * vectors
    sums = totals(labels, np.hstack([precisions, pulled, pulled * vectors - np.log(precisions)]), n_clusters)
    weight, first, rest = sums[:, :d], sums[:, d : 2 * d], sums[:, 2 * d :]
    terms = np.square(first) / (weight + 1 / variance) - np.log1p(variance * weight) - rest
    found: np.ndarray = 0.5 * terms.sum(axis=0)
    return found


def metropolis_precisions(
    precisions: np.ndarray,
    types: np.ndarray,
    vectors: np.ndarray,
    labels: np.ndarray,
    variance: float,
    prior: ReferenceTypes,
    random: np.random.Generator,
) -> np.ndarray:
    """(L, d) new precisions: a random walk of the logarithm of each, type by type, all dimensions at once.

    Given publications and types, dimensions are independent, so each accepts or refuses on its own.

    Args:
        precisions: (L, d) the present ones.
        types: (n,) int, the type of each item.
        vectors: (n, d) the items.
        labels: (n,) int, the publication of each item, numbered through all sets.
        variance: of the prior of means.
        prior: of precisions.
        random: random numbers.
    """
    found = precisions.copy()
    n_clusters = int(labels.max()) + 1
    density = log_marginals(vectors, found[types], labels, n_clusters, variance)
    for number, count in enumerate(np.bincount(types, minlength=len(found)).tolist()):
        step = 1 / np.sqrt(prior.shape + 0.5 * count) * (_WIDE if random.random() < 0.5 else 1.0)
        old, new = found[number].copy(), found[number] * np.exp(step * random.standard_normal(found.shape[1]))
        found[number] = new
        changed = log_marginals(vectors, found[types], labels, n_clusters, variance)
        # The last term is the Jacobian of the logarithm.
        gain = changed - density + log_gamma(new, prior) - log_gamma(old, prior) + np.log(new / old)
        accepted = np.log(random.random(len(gain))) < gain
        found[number] = np.where(accepted, new, old)
        density = np.where(accepted, changed, density)
    return found
