"""Families: densities agree with each other, with SciPy's, and with draws."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from scipy.special import logsumexp

from corefpipe.clustering import ItemSets
from corefpipe.clustering.bayes import DPMixture
from corefpipe.clustering.bayes.families import (
    Bernoulli,
    Categorical,
    ConjugateFamily,
    Gaussian,
    IndependentGaussian,
    UnitGaussian,
    WishartGaussian,
)
from corefpipe.clustering.bayes.reference_types import Publications, ReferenceTypes
from corefpipe.clustering.registry import FAMILIES
from corefpipe.exceptions import LinksError, SettingError

RANDOM = np.random.default_rng(5)
NUMBERS = RANDOM.normal(size=(7, 2)) + np.array([1, -2])
CONJUGATE = [
    (UnitGaussian(2.5), NUMBERS),
    (Gaussian(1.5, 0.7, 0.3), NUMBERS),
    (WishartGaussian(0.8, 1.5, 0.4), NUMBERS),
    (Bernoulli(0.7, 1.6), RANDOM.integers(0, 2, (7, 3)).astype(float)),
    (Categorical(3, 0.8), RANDOM.integers(0, 3, (7, 2)).astype(float)),
    (Publications(1.7), np.hstack([NUMBERS, RANDOM.gamma(2, size=(7, 2))])),
    (ReferenceTypes(np.array([1.5, 0.4]), np.array([0.7, 2.0])), np.square(NUMBERS)),
]
IDS = [type(family).__name__ for family, _ in CONJUGATE]


@pytest.mark.parametrize(("family", "vectors"), CONJUGATE, ids=IDS)
def test_the_predictive_densities_multiply_to_the_marginal_in_any_order(family, vectors):
    items = family.prepared(vectors)
    statistics = family.statistics(items)
    whole = family.log_marginal(statistics.sum(axis=0, keepdims=True), np.array([len(items)]))[0]
    for order in (np.arange(7), np.array([3, 6, 0, 5, 2, 1, 4])):
        told = 0.0
        for place, item in enumerate(order):
            before = statistics[order[:place]].sum(axis=0, keepdims=True)
            told += family.log_predictive(family.summary(before, np.array([place])), items[item])[0]
        assert told == pytest.approx(whole)


@pytest.mark.parametrize(("family", "vectors"), CONJUGATE, ids=IDS)
def test_the_mean_likelihood_over_the_prior_is_the_marginal(family, vectors):
    items = family.prepared(vectors)
    statistics = family.statistics(items)
    drawn = family.draw_prior(40_000, items.shape[1], np.random.default_rng(2))
    likelihood = sum(family.log_likelihood(drawn, items[i : i + 1]) for i in range(2))
    found = logsumexp(likelihood) - np.log(len(drawn))
    assert found == pytest.approx(family.log_marginal(statistics[:2].sum(axis=0)[None], np.array([2]))[0], abs=0.1)


@pytest.mark.parametrize(("family", "vectors"), CONJUGATE, ids=IDS)
def test_draws_from_the_posterior_predict_as_the_predictive_density(family, vectors):
    items = family.prepared(vectors)
    total = family.statistics(items[:6]).sum(axis=0, keepdims=True)
    drawn = family.draw(np.repeat(total, 40_000, axis=0), np.full(40_000, 6), np.random.default_rng(3))
    found = logsumexp(family.log_likelihood(drawn, items[6:])) - np.log(len(drawn))
    assert found == pytest.approx(family.log_predictive(family.summary(total, np.array([6])), items[6])[0], abs=0.05)


def test_priors_are_scipys_densities():
    random = np.random.default_rng(0)
    drawn = Gaussian(1.5, 0.7, 0.3).draw_prior(3, 2, random)
    mean, precision = np.hsplit(drawn, 2)
    told = stats.norm.logpdf(mean, 0, 1 / np.sqrt(0.3 * precision)) + stats.gamma.logpdf(precision, 1.5, scale=1 / 0.7)
    assert Gaussian(1.5, 0.7, 0.3).log_prior(drawn) == pytest.approx(told.sum(axis=1))
    drawn = IndependentGaussian(2.0, 1.5, 0.7).draw_prior(3, 2, random)
    mean, precision = np.hsplit(drawn, 2)
    told = stats.norm.logpdf(mean, 0, np.sqrt(2)) + stats.gamma.logpdf(precision, 1.5, scale=1 / 0.7)
    assert IndependentGaussian(2.0, 1.5, 0.7).log_prior(drawn) == pytest.approx(told.sum(axis=1))
    drawn = WishartGaussian(0.8, 1.5, 0.4).draw_prior(3, 2, random)
    roots = drawn[:, 2:].reshape(3, 2, 2)
    for row, mean, root in zip(drawn, drawn[:, :2], roots, strict=True):
        precision = root.T @ root
        told = stats.wishart.logpdf(precision, 3.5, np.eye(2) / (0.8 * 3.5))
        told += stats.multivariate_normal.logpdf(mean, np.zeros(2), np.linalg.inv(0.4 * precision))
        assert WishartGaussian(0.8, 1.5, 0.4).log_prior(row[None])[0] == pytest.approx(told)
    drawn = Bernoulli(0.7, 1.6).draw_prior(3, 2, random)
    assert Bernoulli(0.7, 1.6).log_prior(drawn) == pytest.approx(stats.beta.logpdf(drawn, 0.7, 1.6).sum(axis=1))
    drawn = Categorical(3, 0.8).draw_prior(1, 3, random)
    assert Categorical(3, 0.8).log_prior(drawn)[0] == pytest.approx(stats.dirichlet.logpdf(drawn[0], [0.8] * 3))


def test_the_update_of_the_family_that_is_not_conjugate_leaves_its_posterior():
    """From draws of the prior, weighted by the likelihood, one update changes no mean of the parameters."""
    family, random = IndependentGaussian(2.0, 2.5, 1.5), np.random.default_rng(4)
    items = NUMBERS[:3, :1]
    drawn = family.draw_prior(200_000, 1, random)
    weights = np.exp(sum(family.log_likelihood(drawn, items[i : i + 1]) for i in range(3)))
    kept = drawn[random.choice(len(drawn), 50_000, p=weights / weights.sum())]
    total = np.repeat(family.statistics(items).sum(axis=0, keepdims=True), len(kept), axis=0)
    updated = family.update(kept, total, np.full(len(kept), 3), random)
    assert updated.mean(axis=0) == pytest.approx(kept.mean(axis=0), abs=0.02)
    assert updated.std(axis=0) == pytest.approx(kept.std(axis=0), abs=0.02)


def test_registered_families_are_those_with_names():
    assert set(FAMILIES.own()) == {
        "bernoulli",
        "categorical",
        "gaussian",
        "independent-gaussian",
        "unit-gaussian",
        "wishart",
    }


@pytest.mark.parametrize(
    ("family", "message"),
    [
        (Bernoulli(), r"item 1 of set 1 is \[2.0\]\. The family Bernoulli has 0 or 1 in each dimension"),
        (Categorical(2), r"item 1 of set 1 is \[2.0\]\. .* whole numbers from 0 to 1"),
    ],
)
def test_numbers_that_a_family_cannot_have(family, message):
    items = ItemSets.vectors([[[0], [1]], [[1], [2]]])
    with pytest.raises(LinksError, match=message):
        DPMixture(family).fit(items)


def test_wrong_families_and_settings():
    items = ItemSets.vectors([[[0], [1]]])
    with pytest.raises(SettingError, match=r"unknown family 'gausian'.*Did you mean gaussian"):
        DPMixture("gausian").fit(items)
    with pytest.raises(SettingError, match=r"family is 3\. Give a Family, or one of bernoulli"):
        DPMixture(3).fit(items)
    with pytest.raises(SettingError, match=r"IndependentGaussian is not conjugate.*auxiliary"):
        DPMixture("independent-gaussian", sampler="collapsed").fit(items)
    with pytest.raises(SettingError, match=r"rate is 0\. It must be a number above 0"):
        Gaussian(rate=0)
    with pytest.raises(SettingError, match="values is 1"):
        Categorical(1)


def test_degenerate_covariances():
    family: ConjugateFamily = WishartGaussian(scale=1e-12)
    line = 1e6 * np.outer(np.arange(6.0), [1.0, 2.0, 3.0])
    with pytest.raises(LinksError, match=r"covariance of a cluster of \d items is degenerate in 3 .*Centre and scale"):
        DPMixture(family, scale=False, chains=1, draws=5, burn_in=5).fit(ItemSets.vectors([line])).predict(
            ItemSets.vectors([line])
        )
