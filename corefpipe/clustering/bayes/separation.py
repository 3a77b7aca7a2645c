"""How means of publications determine the prior of reference types: SCDP-1, -2 and -3 (Daumé & Marcu 2005, section 5).

Each takes the means of all sets, as `Means`, and gives shape and rate of the gamma prior of the precisions in each
dimension. Pairs of means are pairs of one set: only publications of one set are to be separated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.bayes.reference_types import ReferenceTypes

Means = Sequence[np.ndarray]
"""For each set (K, d) means."""


@dataclass(slots=True, frozen=True)
class Separation:
    """SCDP-1: the prior does not depend on the means.

    Attributes:
        shape: of the gamma prior of precisions.
        rate: of that prior.
    """

    shape: float
    rate: float

    def types(self, means: Means) -> ReferenceTypes:
        """The prior of precisions."""
        d = means[0].shape[1]
        return ReferenceTypes(np.full(d, self.shape), np.full(d, self.rate))


@dataclass(slots=True, frozen=True)
class MatchedSeparation(Separation):
    """SCDP-2: the prior has its moments from the squared distances D of all pairs of means (section 5.1).

    The paper wants a mean of half the mean variance, and a variance of "the variance of the variance"; it gives no
    formula. Here the mean is that of D/2, which is the variance of the means, and the variance is that of D/2 over
    pairs, which needs at least two pairs that differ; before, the prior is that of SCDP-1. As in the paper the prior is
    computed anew in each sweep and then held, so there is no one joint distribution that the chain samples from.
    """

    def types(self, means: Means) -> ReferenceTypes:
        """The prior of precisions."""
        # Sums over ordered pairs of (p_j - p_k)² and of its square, from sums of powers.
        n_pairs, first, second = 0, np.zeros(means[0].shape[1]), np.zeros(means[0].shape[1])
        for part in means:
            k = len(part)
            away = part - part.mean(axis=0) if k else part
            squares, cubes, fourth = (np.power(away, e).sum(axis=0) for e in (2, 3, 4))
            n_pairs += k * (k - 1)
            first += 2 * (k * squares - np.square(away.sum(axis=0)))
            second += 2 * k * fourth - 8 * away.sum(axis=0) * cubes + 6 * np.square(squares)
        mean = first / max(n_pairs, 1) / 2
        variance = second / max(n_pairs, 1) / 4 - np.square(mean)
        matched = variance > _LEAST * np.square(mean)
        with np.errstate(divide="ignore", invalid="ignore"):
            shape = np.where(matched, np.square(mean) / variance, self.shape)
            rate = np.where(matched, mean / variance, self.rate)
        return ReferenceTypes(shape, rate)


_LEAST = 1e-9
"""Variance, as a share of the squared mean, below which it is a rounding error."""


@dataclass(slots=True, frozen=True)
class ConditionedSeparation(Separation):
    """SCDP-3: the precisions depend on the distances of all pairs of means (section 5.2, equation 3).

    With p(p_j | p_k, t) = λ exp(-λ t (p_j - p_k)²) in each dimension, equation 3 as a density of t given the means is
    Gam(shape, rate + λS), where S is the sum of (p_j - p_k)² over pairs; the powers of G0(p_j) do not depend on t, nor
    does, once it is normalised, the order of the means. The joint of p, then t given p, is that of the generative
    story. The conditional of p is not conjugate.

    Attributes:
        strength: λ.
    """

    strength: float = 1.0

    def types(self, means: Means) -> ReferenceTypes:
        """The prior of precisions."""
        d = means[0].shape[1]
        return ReferenceTypes(np.full(d, self.shape), self.rate + self.strength * total_spread(means))


def spread(means: np.ndarray) -> np.ndarray:
    """(d,) the sum of (p_j - p_k)² over all pairs of (K, d) means."""
    if not len(means):
        return np.zeros(means.shape[1])
    found: np.ndarray = len(means) * np.square(means - means.mean(axis=0)).sum(axis=0)
    return found


def total_spread(means: Means) -> np.ndarray:
    """(d,) the sum of `spread` over sets."""
    return np.sum([spread(part) for part in means], axis=0)
