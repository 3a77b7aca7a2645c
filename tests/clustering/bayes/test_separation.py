"""The prior of reference types from the means: moments of SCDP-2, distances of SCDP-3; precisions and their steps."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from corefpipe.clustering.bayes.precisions import log_marginals, metropolis_precisions
from corefpipe.clustering.bayes.reference_types import ReferenceTypes
from corefpipe.clustering.bayes.separation import ConditionedSeparation, MatchedSeparation, Separation

RANDOM = np.random.default_rng(0)
MEANS = [RANDOM.normal(size=(4, 2)), np.zeros((0, 2)), RANDOM.normal(2, 3, size=(3, 2))]


def squares() -> np.ndarray:
    """Squared differences of all ordered pairs of means of one set."""
    return np.array([np.square(a - b) for part in MEANS for a, b in permutations(part, 2)])


def test_the_first_model_has_one_prior():
    types = Separation(2.0, 0.5).types(MEANS)
    assert (types.shape == 2).all()
    assert (types.rate == 0.5).all()


def test_the_second_model_matches_mean_and_variance():
    types = MatchedSeparation(1.0, 1.0).types(MEANS)
    assert types.shape / types.rate == pytest.approx(squares().mean(axis=0) / 2)
    assert types.shape / types.rate**2 == pytest.approx((squares() / 2).var(axis=0))


def test_the_second_model_without_pairs_that_differ_is_the_first():
    for means in ([MEANS[0][:1]], [MEANS[0][:2]], [np.zeros((5, 2))]):
        types = MatchedSeparation(2.0, 0.5).types(means)
        assert (types.shape == 2).all()
        assert (types.rate == 0.5).all()


def test_the_third_model_adds_the_distances():
    types = ConditionedSeparation(2.0, 0.5, 0.3).types(MEANS)
    assert (types.shape == 2).all()
    assert types.rate == pytest.approx(0.5 + 0.3 * squares().sum(axis=0) / 2)


def test_the_marginal_density_by_dimension():
    vectors, precisions = RANDOM.normal(size=(5, 2)), RANDOM.gamma(2, size=(5, 2))
    labels = np.array([0, 1, 0, -1, 1])
    whole = np.zeros(2)
    for cluster in (0, 1):
        rows = labels == cluster
        for f in range(2):
            covariance = np.diag(1 / precisions[rows, f]) + 1.7
            whole[f] += stats.multivariate_normal.logpdf(vectors[rows, f], np.zeros(2), covariance)
    found = log_marginals(vectors, precisions, labels, 2, 1.7)
    assert found - 0.5 * 4 * np.log(2 * np.pi) == pytest.approx(whole)


def test_steps_of_precisions_have_the_posterior():
    """One type, one dimension: draws against the density on a grid."""
    random = np.random.default_rng(2)
    vectors, labels = np.array([[0.3], [0.5], [-0.4], [-0.1], [1.2]]), np.array([0, 0, 1, 1, 2])
    prior = ReferenceTypes(np.array([1.5]), np.array([0.5]))
    precisions, drawn = np.ones((1, 1)), []
    for number in range(4_000):
        precisions = metropolis_precisions(precisions, np.zeros(5, dtype=int), vectors, labels, 1.3, prior, random)
        if number % 2 == 0:
            drawn.append(precisions[0, 0])
    grid = np.exp(np.linspace(-6, 6, 400))
    density = np.array([log_marginals(vectors, np.full((5, 1), t), labels, 3, 1.3)[0] for t in grid.tolist()])
    density += stats.gamma.logpdf(grid, 1.5, scale=2) + np.log(grid)
    below = np.cumsum(np.exp(density - density.max()))
    assert stats.kstest(drawn, lambda values: np.interp(values, grid, below / below[-1])).statistic < 0.03
