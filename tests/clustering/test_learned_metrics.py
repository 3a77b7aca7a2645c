"""Xing's metric: by hand, its optimality conditions, what scales and permutes, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.pipeline import make_pipeline

from corefpipe.clustering.learned_metrics import XingMetric, _pairs
from corefpipe.clustering.partitioners import KMeansPartitioner
from corefpipe.exceptions import LinksError, SettingError


def blobs(seed: int, n: int = 30, width: int = 4) -> tuple[np.ndarray, np.ndarray]:
    """Vectors of three clusters that lie apart in the first dimension; the others are noise."""
    random = np.random.default_rng(seed)
    labels = random.permutation(np.arange(n) % 3)
    vectors = random.normal(size=(n, width))
    vectors[:, 0] = 0.1 * vectors[:, 0] + labels
    return vectors, labels


def objective(weights: np.ndarray, vectors: np.ndarray, labels: np.ndarray, C: float) -> float:
    """Σ_S d² - C log Σ_D d, by its definition."""
    close = far = 0.0
    for i in range(len(vectors)):
        for j in range(i):
            squared = weights @ (vectors[i] - vectors[j]) ** 2
            if labels[i] == labels[j]:
                close += squared
            else:
                far += np.sqrt(squared)
    return close - C * np.log(far)


def test_one_feature_by_hand():
    # Σ_S = 1 and Σ_D = √a (2 + 3): a - C log 5√a has its minimum at a = C/2.
    metric = XingMetric(C=3).fit([[0.0], [1.0], [3.0]], [0, 0, 1])
    assert np.allclose(metric.weights_, [1.5])
    assert np.allclose(metric.squared_distances([[2.0]]), [6.0])


def test_two_features_by_hand():
    # S: one pair, (1, 1). D: one pair with (2, 0) and one with (0, 1): a_1 + a_2 - log(2 √a_1 + √a_2), so that
    # √a_1 = 2 √a_2 and a_1 + a_2 = 1/2.
    metric = XingMetric().fit_pairs([[1, -1], [2, 0], [0, 1]], [True, False, False])
    assert np.allclose(metric.weights_, [0.4, 0.1], atol=1e-6)


@given(seed=st.integers(0, 10**6), C=st.floats(0.01, 50))
@settings(max_examples=20, deadline=None)
def test_no_other_weights_are_better(seed, C):
    vectors, labels = blobs(seed, 12, 3)
    weights = XingMetric(C=C).fit(vectors, labels).weights_
    found = objective(weights, vectors, labels, C)
    random = np.random.default_rng(seed)
    for size in (1e-3, 0.1, 1.0):
        other = np.abs(weights + size * weights.max() * random.normal(size=3))
        assert objective(other, vectors, labels, C) > found - 1e-6 * C
    squared = (vectors[:, None] - vectors) ** 2
    assert np.isclose((squared @ weights)[np.triu(labels[:, None] == labels, 1)].sum(), C / 2, rtol=1e-4)


@given(seed=st.integers(0, 10**6), factor=st.floats(0.1, 10))
@settings(max_examples=20, deadline=None)
def test_c_sets_the_scale_only_and_units_do_not_matter(seed, factor):
    vectors, labels = blobs(seed)
    weights = XingMetric().fit(vectors, labels).weights_
    assert np.array_equal(XingMetric(C=4).fit(vectors, labels).weights_, 4 * weights)
    units = np.array([factor, 1, 1, 1])
    assert np.allclose(
        XingMetric().fit(vectors * units, labels).weights_ * units**2, weights, atol=1e-3 * weights.max()
    )


@given(seed=st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_order_and_names_of_clusters_do_not_matter(seed):
    vectors, labels = blobs(seed)
    weights = XingMetric().fit(vectors, labels).weights_
    order = np.random.default_rng(seed).permutation(len(labels))
    other = XingMetric().fit(vectors[order][:, ::-1], np.array(["c", "a", "b"])[labels[order]]).weights_
    assert np.allclose(other[::-1], weights, atol=1e-3 * weights.max())


def test_k_means_with_the_metric_finds_clusters_of_another_run():
    metric = XingMetric().fit(*blobs(0))
    vectors, labels = blobs(1)
    assert metric.weights_[0] > 20 * metric.weights_[1:].max()
    found = KMeansPartitioner().partition_vectors(metric.transform(vectors), 3)
    assert len(np.unique(10 * labels + found)) == 3
    plain = KMeansPartitioner().partition_vectors(vectors, 3)
    assert len(np.unique(10 * labels + plain)) > 3


def test_distances_are_those_of_the_transformed_vectors():
    vectors, labels = blobs(2)
    metric = XingMetric().fit(vectors, labels)
    left, right = np.triu_indices(len(vectors), 1)
    assert np.allclose(
        np.sqrt(metric.squared_distances(vectors[left] - vectors[right])), pdist(metric.transform(vectors))
    )
    assert np.array_equal(make_pipeline(clone(metric)).fit_transform(vectors, labels), metric.transform(vectors))


def test_a_feature_that_never_differs_within_a_cluster_outweighs_all():
    vectors, labels = blobs(3)
    vectors[:, 0], vectors[:, 1] = labels, 7.0
    weights = XingMetric().fit(vectors, labels).weights_
    assert weights[1] == 0
    assert weights[0] > 1000 * weights[2:].max()
    assert np.isfinite(weights).all()


def test_equal_items():
    weights = XingMetric().fit([[0.0, 1.0], [0.0, 1.0], [0.0, 1.0]], [0, 0, 1]).weights_
    assert weights.tolist() == [0, 0]
    assert not XingMetric(C=0).fit(*blobs(0)).weights_.any()


@given(n=st.integers(3, 60), seed=st.integers(0, 99), data=st.data())
def test_drawn_pairs_are_different_pairs(n, seed, data):
    most = data.draw(st.integers(1, n * (n - 1) // 2 - 1))
    left, right = _pairs(n, most, seed)
    assert ((left >= 0) & (left < right) & (right < n)).all()
    assert len({*zip(left.tolist(), right.tolist(), strict=True)}) == most


def test_pairs_are_drawn_where_there_are_too_many():
    vectors, labels = blobs(0, 60)
    some = XingMetric(most_pairs=500).fit(vectors, labels).weights_
    assert np.array_equal(some, XingMetric(most_pairs=500).fit(vectors, labels).weights_)
    assert not np.array_equal(some, XingMetric(most_pairs=500, seed=1).fit(vectors, labels).weights_)
    assert some.argmax() == 0


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[0.0], [1.0]], [0, 0], "1 pairs to learn from, all of one cluster. A metric is learned from pairs of one"),
        ([[0.0], [1.0]], [0, 1], "all of different clusters"),
        ([[0.0]], [0], "1 sample, which makes no pairs"),
        ([[0.0], [np.nan]], [0, 1], "Input X contains NaN"),
        ([[0.0], [1.0]], [0], r"labels of shape \(1,\) for 2 vectors"),
        ([0.0, 1.0], [0, 1], r"Expected 2D array, got 1D array"),
        ([[0.0], [1.0]], None, "requires y to be passed"),
    ],
)
def test_what_is_refused(X, y, message):
    with pytest.raises(LinksError, match=message):
        XingMetric().fit(X, y)


def test_settings_and_use():
    with pytest.raises(SettingError, match="C is -1"):
        XingMetric(C=-1).fit(*blobs(0))
    with pytest.raises(NotFittedError):
        XingMetric().transform([[0.0]])
    with pytest.raises(LinksError, match="X has 1 features, but XingMetric is expecting 4 features"):
        XingMetric().fit(*blobs(0)).transform([[0.0]])
    with pytest.raises(LinksError, match=r"labels of shape \(1,\) for 2 pairs"):
        XingMetric().fit_pairs([[0.0], [1.0]], [True])
    with pytest.warns(ConvergenceWarning, match="not converged after 1 passes"):
        XingMetric(passes=1).fit(*blobs(0))
