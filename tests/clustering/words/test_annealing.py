"""Deterministic annealing: the critical β against algebra and against twins, and what every split leaves true."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from corefpipe.clustering.words import AnnealingClusterer
from corefpipe.clustering.words.annealing import _memberships, divergences
from corefpipe.clustering.words.splitting import critical_beta
from corefpipe.clustering.words.vectors import weighted
from corefpipe.exceptions import SettingError


def topics(n_words: int, n_contexts: int, n_topics: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Counts of words, each of one topic, and the topics."""
    random = np.random.default_rng(seed)
    topic = np.arange(n_words) % n_topics
    return random.poisson(random.dirichlet(np.ones(n_contexts) * 0.2, n_topics)[topic] * 300) + np.eye(
        n_words, n_contexts
    ), topic


@given(st.floats(0.05, 0.45), st.integers(1, 20))
def test_critical_beta_of_two_classes_is_analytic(a, n):
    """Nouns with (1/2 + a, 1/2 - a) and its mirror image: the correlation is 2a, so β = 1 / 4a²."""
    counts = np.array([[0.5 + a, 0.5 - a], [0.5 - a, 0.5 + a]] * n)
    beta, direction = critical_beta(sparse.csr_matrix(counts), np.ones(2 * n))
    assert beta == pytest.approx(1 / (4 * a * a), rel=1e-9)
    assert direction[0] == pytest.approx(-direction[1])


def test_critical_beta_is_that_of_the_first_split():
    fitted = AnnealingClusterer(2, growth=1.003).fit(np.array([[8, 2], [2, 8]]))
    assert fitted.critical_beta_ == pytest.approx(1 / 0.36)
    assert 1 / 0.36 < fitted.splits_[0, 0] < 1.0031 / 0.36
    assert set(fitted.trace_[fitted.trace_[:, 0] < 1 / 0.36, 1]) == {1}


@pytest.mark.parametrize(("factor", "apart"), [(0.97, False), (1.03, True)])
@pytest.mark.parametrize("weights", ["counts", "equal"])
def test_twins_move_apart_above_the_critical_beta_only(factor, apart, weights):
    """The literal algorithm: a class and its perturbed twin, EM at one β."""
    counts, _ = topics(30, 12, 3, 1)
    shares = weighted(sparse.csr_matrix(counts), "shares")
    share = counts.sum(axis=1) / counts.sum() if weights == "counts" else np.full(30, 1 / 30)
    beta = factor * critical_beta(shares, share)[0]
    random = np.random.default_rng(0)
    mean = share @ shares
    twins = mean * (1 + 1e-3 * random.standard_normal((2, 12)))
    twins /= twins.sum(axis=1, keepdims=True)
    for _ in range(1500):
        votes = share[:, None] * _memberships(divergences(shares, twins), beta)[0]
        twins = (shares.T @ votes).T / votes.sum(axis=0)[:, None]
    assert (np.abs(twins[0] - twins[1]).max() > 1e-3) == apart


def test_topics_are_found():
    counts, topic = topics(60, 20, 4, 0)
    fitted = AnnealingClusterer(4).fit(counts)
    assert len({*zip(topic.tolist(), fitted.labels_.tolist(), strict=True)}) == 4
    assert sum(0.5 ** len(path) for path in fitted.paths_) == 1.0
    assert len(fitted.splits_) == 3
    assert np.allclose(fitted.memberships_.sum(axis=1), 1)
    assert np.allclose(fitted.centres_.sum(axis=1), 1)
    assert fitted.shares_.sum() == pytest.approx(1)
    assert np.allclose(fitted.transform(counts), fitted.memberships_, atol=1e-4)
    assert (np.diff(fitted.trace_[:, 2]) < 1e-6).all()  # distances fall as β grows
    assert (fitted.splits_[:, 0] > fitted.splits_[:, 1]).all()


def test_free_energy_never_rises_in_em():
    counts, _ = topics(20, 10, 3, 2)
    shares = weighted(sparse.csr_matrix(counts), "shares")
    share = counts.sum(axis=1) / counts.sum()
    centres = np.random.default_rng(0).dirichlet(np.ones(10), 3)
    energies = []
    for _ in range(30):
        memberships, total = _memberships(divergences(shares, centres), 5.0)
        energies.append(-(share @ total) / 5.0)
        votes = share[:, None] * memberships
        centres = (shares.T @ votes).T / votes.sum(axis=0)[:, None]
    assert (np.diff(energies) <= 1e-12).all()
    assert energies[-1] < energies[0]


def test_nouns_of_one_distribution_are_one_class():
    fitted = AnnealingClusterer(3).fit(np.array([[1, 2, 3], [2, 4, 6], [10, 20, 30], [1, 2, 3]]))
    assert fitted.critical_beta_ == np.inf
    assert fitted.labels_.tolist() == [0, 0, 0, 0]
    assert fitted.paths_ == ("",)
    assert fitted.splits_.shape == (0, 4)


def test_large_counts_use_the_sparse_decomposition(monkeypatch):
    counts, _ = topics(40, 25, 3, 4)
    shares = weighted(sparse.csr_matrix(counts), "shares")
    dense = critical_beta(shares, counts.sum(axis=1))
    monkeypatch.setattr("corefpipe.clustering.words.splitting._SMALL", 5)
    beta, direction = critical_beta(shares, counts.sum(axis=1))
    assert beta == pytest.approx(dense[0], rel=1e-9)
    assert np.allclose(direction, dense[1], atol=1e-6)


def test_growth_must_grow():
    with pytest.raises(SettingError, match=r"growth is 1.0. It must be above 1"):
        AnnealingClusterer(2, growth=1.0).fit(np.eye(3))
