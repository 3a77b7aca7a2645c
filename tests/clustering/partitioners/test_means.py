"""K-means and bisections against scikit-learn's, also of items that are equal."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.cluster import BisectingKMeans, KMeans

from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.partitioners import BisectingPartitioner, KMeansPartitioner


@given(seed=st.integers(0, 10**6), n=st.integers(3, 25), state=st.integers(0, 9))
@settings(max_examples=25, deadline=None)
def test_equal_to_scikit_learn(seed, n, state):
    vectors = np.random.default_rng(seed).normal(size=(n, 3))
    k = 2 + seed % (n - 2)
    ours = KMeansPartitioner(starts=2).partition(vectors, k, random_state=state)
    assert ours.tolist() == by_first_item(KMeans(k, n_init=2, random_state=state).fit_predict(vectors)).tolist()
    ours = BisectingPartitioner().partition(vectors, k, random_state=state)
    assert ours.tolist() == by_first_item(BisectingKMeans(k, random_state=state).fit_predict(vectors)).tolist()


@pytest.mark.parametrize("partitioner", [KMeansPartitioner(), BisectingPartitioner()])
def test_equal_items_weigh_more_and_stay_together(partitioner):
    vectors = np.repeat([[0.0], [4.0], [9.0], [9.5]], [3, 1, 2, 4], axis=0)
    assert partitioner.partition(vectors, 3).tolist() == [0, 0, 0, 1, 2, 2, 2, 2, 2, 2]
    assert partitioner.partition(vectors, 4).tolist() == [0, 0, 0, 1, 2, 2, 3, 3, 3, 3]


def test_the_cluster_to_split_next():
    # One item is far away, two groups are close.
    vectors = np.array([[0.0], [0.1], [0.2], [0.9], [1.0], [1.1], [50.0], [60.0]])
    assert BisectingPartitioner().partition(vectors, 3).tolist() == [0, 0, 0, 0, 0, 0, 1, 2]
    assert BisectingPartitioner(choose="items").partition(vectors, 3).tolist() == [0, 0, 0, 1, 1, 1, 2, 2]
