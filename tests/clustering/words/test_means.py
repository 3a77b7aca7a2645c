"""K-means hard and soft, EM, the number of classes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.mixture import GaussianMixture

from corefpipe.clustering.words import (
    KMeansClusterer,
    MixtureClusterer,
    SoftKMeansClusterer,
    choose_n_clusters,
    explained_variance,
)
from corefpipe.clustering.words.means import squared_distances, total_variance
from corefpipe.clustering.words.vectors import weighted
from corefpipe.exceptions import SettingError
from corefpipe.scoring.scorer import score_partitions


def counts(n_words: int = 60, n_kinds: int = 4) -> tuple[np.ndarray, np.ndarray]:
    """Counts of words of several kinds, and the kinds."""
    random = np.random.default_rng(0)
    kind = np.arange(n_words) % n_kinds
    return random.poisson(random.dirichlet(np.ones(15) * 0.3, n_kinds)[kind] * 200) + 1, kind


@pytest.mark.parametrize(
    "clusterer",
    [
        KMeansClusterer(4, random_state=0),
        SoftKMeansClusterer(4, random_state=0),
        MixtureClusterer(4, n_components=5, random_state=0),
        MixtureClusterer(4, n_components=5, covariance="diag", random_state=0),
    ],
    ids=["hard", "soft", "em", "em, diagonal"],
)
def test_kinds_are_found(clusterer):
    data, kind = counts()
    clusterer.fit(data)
    assert score_partitions([kind], [clusterer.labels_], metrics=["pairwise"])["pairwise"].f1 == 1
    moved = clusterer.transform(data)
    difference = moved - clusterer.memberships_
    assert np.abs(difference.toarray() if sparse.issparse(difference) else difference).max() < 1e-9


def test_inertia_is_the_sum_of_squares():
    data, _ = counts()
    fitted = KMeansClusterer(4, random_state=0).fit(data)
    vectors = weighted(sparse.csr_matrix(data, dtype=float), "roots")
    nearest = squared_distances(vectors, fitted.centres_).min(axis=1).sum()
    assert fitted.inertia_ == pytest.approx(nearest)
    assert total_variance(vectors) == pytest.approx(((vectors - vectors.mean(axis=0)).A ** 2).sum())


def test_cost_of_soft_k_means_never_rises():
    data, _ = counts()
    for beta in (0.5, 3.0, 100.0):
        costs = SoftKMeansClusterer(6, beta=beta, random_state=1).fit(data).costs_
        assert (np.diff(costs) <= 1e-9 * np.abs(costs[:-1])).all()


def test_stiff_votes_are_hard_and_loose_ones_equal():
    data, _ = counts()
    stiff = SoftKMeansClusterer(4, beta=1e5, random_state=0).fit(data)
    assert stiff.memberships_.max(axis=1).min() > 1 - 1e-9
    hard = KMeansClusterer(4, random_state=0).fit(data)
    assert stiff.labels_.tolist() == hard.labels_.tolist()
    assert np.allclose(stiff.centres_, hard.centres_)
    loose = SoftKMeansClusterer(4, beta=1e-3, random_state=0).fit(data)
    assert np.allclose(loose.memberships_, 0.25, atol=1e-3)


def test_votes_are_the_posterior_of_gaussians_of_one_variance():
    """β = 1 / 2σ²: the E step of scikit-learn's mixture with equal weights and variances."""
    data, _ = counts()
    soft = SoftKMeansClusterer(4, beta=4.0, random_state=0).fit(data)
    model = GaussianMixture(4, covariance_type="spherical")
    model.weights_, model.means_ = np.full(4, 0.25), soft.centres_
    model.covariances_ = np.full(4, 1 / (2 * soft.beta_))
    model.precisions_cholesky_ = 1 / np.sqrt(model.covariances_)
    vectors = weighted(sparse.csr_matrix(data, dtype=float), "roots").toarray()
    assert np.allclose(model.predict_proba(vectors), soft.memberships_, atol=1e-9)


def test_the_number_of_classes_is_chosen():
    data, _ = counts()
    candidates = [1, 2, 3, 4, 5, 6, 8]
    explained = explained_variance(data, candidates, random_state=0)
    assert explained[0] == pytest.approx(0, abs=1e-9)
    assert (np.diff(explained) > 0).all()
    assert choose_n_clusters(candidates, explained, gain=0.02) == 4
    assert choose_n_clusters(candidates, explained, gain=0.0) == 8
    assert explained_variance(np.ones((3, 2)), [1, 2]).tolist() == [1, 1]
    with pytest.raises(SettingError, match=r"candidates are \[3, 2\]. Give numbers of classes in ascending order"):
        explained_variance(data, [3, 2])
