"""The Dirichlet process: exchangeability, the predictive rule, numbers of clusters, and samplers of the precision."""

from __future__ import annotations

from itertools import product
from math import lgamma, log

import numpy as np
import pytest
from helpers.partitions import log_urn, partitions
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from corefpipe.clustering.bayes import draw_partition, expected_clusters, log_partition, resample_alpha
from corefpipe.clustering.labels import by_first_item

ALPHAS = st.floats(0.01, 100)


@given(ALPHAS, st.lists(st.integers(0, 4), min_size=1, max_size=9), st.randoms())
def test_partitions_are_exchangeable_and_follow_the_predictive_rule(alpha, labels, random):
    whole = log_partition(alpha, np.bincount(by_first_item(np.array(labels))))
    assert log_urn(np.array(labels), alpha) == pytest.approx(whole)
    random.shuffle(labels)
    assert log_urn(np.array(labels), alpha) == pytest.approx(whole)


@given(ALPHAS)
def test_the_probabilities_of_all_partitions_sum_to_one(alpha):
    every = [np.exp(log_partition(alpha, np.bincount(one))) for one in partitions(6)]
    assert len(every) == 203
    assert sum(every) == pytest.approx(1)


@given(ALPHAS)
def test_the_number_of_clusters(alpha):
    every = partitions(5)
    p = np.array([np.exp(log_partition(alpha, np.bincount(one))) for one in every])
    k = np.array([one.max() + 1 for one in every])
    mean, deviation = expected_clusters(alpha, np.array([0, 1, 5]))
    assert mean == pytest.approx([0, 1, p @ k], abs=1e-9)
    assert deviation[2] ** 2 == pytest.approx(p @ k**2 - (p @ k) ** 2, abs=1e-6)


def test_drawn_partitions():
    random, n = np.random.default_rng(0), 20_000
    every = {tuple(one.tolist()): np.exp(log_partition(1.5, np.bincount(one))) for one in partitions(4)}
    drawn = [tuple(draw_partition(1.5, 4, random).tolist()) for _ in range(n)]
    assert set(drawn) == set(every)
    assert 0.5 * sum(abs(drawn.count(one) / n - p) for one, p in every.items()) < 0.015
    assert draw_partition(1.0, 0, random).tolist() == []


def log_density(alpha: np.ndarray, n: list[int], k: list[int], shape: float, rate: float) -> np.ndarray:
    """Log of α's posterior, up to a constant: prior times α^k Γ(α)/Γ(α + n) of each set."""
    found = (shape - 1) * np.log(alpha) - rate * alpha
    for items, clusters in zip(n, k, strict=True):
        found += clusters * np.log(alpha) + [lgamma(one) - lgamma(one + items) for one in alpha.tolist()]
    return found


@pytest.mark.parametrize(
    ("n", "k", "shape", "rate"),
    [
        ([30], [5], 1.0, 1.0),
        ([1], [1], 2.0, 0.5),
        ([5, 40, 12], [2, 9, 12], 1.5, 0.3),
        ([3] * 12, [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 1, 1], 0.6, 2.0),
        ([0, 7, 0], [0, 3, 0], 1.0, 1.0),
        ([], [], 3.0, 2.0),
    ],
    ids=["West", "one item", "several sets", "many sets", "empty sets", "no sets"],
)
def test_the_precision_is_drawn_from_its_density(n, k, shape, rate):
    random, alpha, drawn = np.random.default_rng(1), 1.0, []
    for number in range(3_000):
        alpha = resample_alpha(alpha, np.array(n, dtype=int), np.array(k, dtype=int), shape, rate, random)
        if number % 2 == 0:  # what is left is nearly independent
            drawn.append(alpha)
    grid = np.exp(np.linspace(-12, 7, 4000))
    # The density of log α has one more factor α.
    density = log_density(grid, n, k, shape, rate) + np.log(grid)
    below = np.cumsum(np.exp(density - density.max()))
    below /= below[-1]
    found = stats.kstest(drawn, lambda values: np.interp(values, grid, below))
    assert found.pvalue > 0.01
    assert found.statistic < 0.04


def test_weights_of_the_mixture_are_those_of_all_indicators():
    """Equations 5 and 6, summed over all indicator vectors, are α's density given the x of all sets."""
    n, k, shape, rate, x = np.array([4, 9, 6]), np.array([2, 3, 1]), 1.3, 0.7, np.array([0.3, 0.8, 0.5])
    b = rate - np.log(x).sum()
    a = shape - len(n) + k.sum()
    grid = np.linspace(1e-6, 40, 20_001)
    mixture, total = np.zeros_like(grid), 0.0
    for indicators in product((0, 1), repeat=3):
        s = sum(indicators)
        weight = np.exp(lgamma(a + s) - s * log(b)) * np.prod(n ** (1 - np.array(indicators)))
        mixture += weight * stats.gamma.pdf(grid, a + s, scale=1 / b)
        total += weight
    told = grid ** (shape + k.sum() - 1 - len(n)) * np.exp(-b * grid) * np.prod(grid[:, None] + n, axis=1)
    told /= told.sum() * (grid[1] - grid[0])
    assert mixture / total == pytest.approx(told, abs=1e-4)
