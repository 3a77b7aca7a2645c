"""SCDP: its joint by hand, and the draws of its chains against the enumeration of all states of four items."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import lgamma, log

import numpy as np
import pytest
from helpers.partitions import log_urn, partitions
from scipy import stats
from scipy.special import logsumexp
from scipy.stats import qmc

from corefpipe.clustering.bayes.alpha import AlphaPrior
from corefpipe.clustering.bayes.reference_types import Publications
from corefpipe.clustering.bayes.scdp_chain import ScdpChain
from corefpipe.clustering.bayes.scdp_state import ScdpModel, Universe
from corefpipe.clustering.bayes.separation import ConditionedSeparation, Separation
from corefpipe.clustering.labels import by_first_item

VECTORS = np.array([[0.2, -0.5], [0.5, 0.3], [0.1, -0.3], [1.5, 0.9]])
"""Two items of training, which are one cluster, and two new ones."""
SHAPE, RATE, VARIANCE, ALPHA, ALPHA_TYPES = 2.0, 0.5, 1.5, 0.8, 1.2
PARTITIONS = [tuple(one) for one in partitions(4).tolist()]


def model(separation: Separation, *, shared: bool) -> ScdpModel:
    """The model of the four items, with both precisions given."""
    if shared:
        universes = [Universe(np.arange(4), np.array([0, 0, -1, -1]), np.array([2, 3]))]
    else:
        old = Universe(np.arange(2), np.array([0, 0]), np.zeros(0, dtype=np.int64))
        universes = [old, Universe(np.array([2, 3]), np.array([-1, -1]), np.arange(2))]
    publications = Publications(VARIANCE)
    priors = AlphaPrior(ALPHA, 1.0, 1.0), AlphaPrior(ALPHA_TYPES, 1.0, 1.0)
    return ScdpModel(VECTORS, 2, universes, separation, publications, *priors, 8)


def publications(*, shared: bool) -> list[tuple[int, ...]]:
    """The partitions of the four items that training allows; across universes no items are together."""
    if shared:
        return [one for one in PARTITIONS if one[0] == one[1]]
    return [(0, 0, 1, 1), (0, 0, 1, 2)]


def log_prior(c: tuple[int, ...], d: tuple[int, ...], *, shared: bool) -> float:
    of_c = log_urn(c, ALPHA) if shared else log_urn(c[:2], ALPHA) + log_urn(c[2:], ALPHA)
    return of_c + log_urn(d, ALPHA_TYPES)


def enumerated(separation: Separation, *, shared: bool) -> dict[tuple[int, ...], float]:
    """Posterior of publications and types together: precisions integrated out, then means over quasi-random points."""
    strength = getattr(separation, "strength", 0.0)
    found = {}
    for c in publications(shared=shared):
        k = max(c) + 1
        points = qmc.Sobol(2 * k, seed=0).random_base2(13)
        p = np.sqrt(VARIANCE) * stats.norm.ppf(points).reshape(-1, k, 2)
        first = 1 if not shared else k  # pairs of means are those of one universe
        rate = np.full((len(p), 2), RATE)
        for i, j in combinations(range(k), 2):
            if j < first or i >= first:
                rate += strength * np.square(p[:, i] - p[:, j])
        away = np.square(VECTORS - p[:, c])
        for d in PARTITIONS:
            likelihood = np.zeros(len(p))
            for number in range(max(d) + 1):
                rows = np.flatnonzero(np.array(d) == number)
                shape = SHAPE + len(rows) / 2
                terms = SHAPE * np.log(rate) - shape * np.log(rate + away[:, rows].sum(axis=1) / 2)
                likelihood += terms.sum(axis=1) + 2 * (lgamma(shape) - lgamma(SHAPE))
            found[c + d] = logsumexp(likelihood) - log(len(p)) + log_prior(c, d, shared=shared)
    total = logsumexp(list(found.values()))
    return {state: float(np.exp(value - total)) for state, value in found.items()}


def state_of(chain: ScdpChain) -> tuple[int, ...]:
    """Publications of all items, as in `publications`, and types."""
    c = np.zeros(4, dtype=np.int64)
    for number, (one, labels) in enumerate(zip(chain.model.universes, chain.of_universe, strict=True)):
        c[one.rows] = labels + number
    return (*by_first_item(c).tolist(), *by_first_item(chain.types).tolist())


@pytest.mark.slow
@pytest.mark.parametrize("shared", [False, True], ids=["own sets", "shared"])
@pytest.mark.parametrize("separation", [Separation(SHAPE, RATE), ConditionedSeparation(SHAPE, RATE, 0.4)], ids=[1, 3])
def test_draws_are_those_of_the_posterior(separation, shared):
    random = np.random.default_rng(3)
    chain = ScdpChain(model(separation, shared=shared), random)
    seen: Counter[tuple[int, ...]] = Counter()
    n = 2000
    for _ in range(n):
        chain.sweep(random)
        seen[state_of(chain)] += 1
    told = enumerated(separation, shared=shared)
    # Types have 15 partitions, which so few draws do not show as well as publications.
    for part, most in ((slice(0, 4), 0.03), (slice(4, 8), 0.05)):
        ours: Counter[tuple[int, ...]] = Counter()
        theirs: Counter[tuple[int, ...]] = Counter()
        for state, count in seen.items():
            ours[state[part]] += count / n
        for state, probability in told.items():
            theirs[state[part]] += probability
        assert 0.5 * sum(abs(ours[key] - theirs[key]) for key in theirs | ours) < most


def by_hand(c: tuple[int, ...], types: np.ndarray, precisions: np.ndarray, *, shared: bool) -> float:
    """Log joint of items, publications, types and precisions; a cluster is one normal, of covariance T⁻¹ + σ11ᵀ."""
    d = tuple(types.tolist())
    found = log_prior(c, d, shared=shared) + stats.gamma.logpdf(precisions, SHAPE, scale=1 / RATE).sum()
    for cluster in set(c):
        rows = np.array([i for i in range(4) if c[i] == cluster])
        for f in range(2):
            covariance = np.diag(1 / precisions[types[rows], f]) + VARIANCE
            found += stats.multivariate_normal.logpdf(VECTORS[rows, f], np.zeros(len(rows)), covariance)
    return float(found)


@pytest.mark.parametrize("shared", [False, True], ids=["own sets", "shared"])
def test_the_joint_by_hand(shared):
    random = np.random.default_rng(2)
    chain = ScdpChain(model(Separation(SHAPE, RATE), shared=shared), random)
    seen = set()
    for _ in range(12):
        chain.sweep(random)
        c = state_of(chain)[:4]
        assert chain.log_joint() == pytest.approx(by_hand(c, chain.types, chain.precisions, shared=shared))
        seen.add(c)
    assert len(seen) > 1


def test_the_joint_has_the_densities_of_both_precisions():
    random = np.random.default_rng(3)
    given = model(Separation(SHAPE, RATE), shared=True)
    sampled = replace(given, prior=AlphaPrior(None, 2.0, 0.5), prior_types=AlphaPrior(None, 3.0, 1.5))
    chain = ScdpChain(sampled, random)
    chain.sweep(random)
    told = by_hand(state_of(chain)[:4], chain.types, chain.precisions, shared=True)
    told += stats.gamma.logpdf(chain.alpha, 2, scale=2) + stats.gamma.logpdf(chain.alpha_types, 3, scale=1 / 1.5)
    # The predictive rule with other α: the factors α^K Γ(α)/Γ(α + n) are exchanged.
    k, n_types = len(set(state_of(chain)[:4])), len(chain.precisions)
    for count, before, now in ((k, ALPHA, chain.alpha), (n_types, ALPHA_TYPES, chain.alpha_types)):
        told += count * log(now / before) + lgamma(now) - lgamma(now + 4) - lgamma(before) + lgamma(before + 4)
    assert chain.log_joint() == pytest.approx(told)
