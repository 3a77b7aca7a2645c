"""Linkage against scikit-learn's, and single linkage against connected components."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import AgglomerativeClustering

from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.partitioners import SingleLinkage
from corefpipe.clustering.registry import PARTITIONERS


@pytest.mark.parametrize("name", ["single", "complete", "average"])
@given(seed=st.integers(0, 10**6), n=st.integers(2, 12), data=st.data())
@settings(max_examples=30, deadline=None)
def test_equal_to_scikit_learn(name, seed, n, data):
    distances = squareform(pdist(np.random.default_rng(seed).normal(size=(n, 2))))
    k = data.draw(st.integers(1, n))
    threshold = data.draw(st.floats(0.01, 4))
    partitioner = PARTITIONERS[name].kind()
    theirs = AgglomerativeClustering(k, metric="precomputed", linkage=name).fit_predict(distances)
    assert partitioner.partition(distances, k).tolist() == by_first_item(theirs).tolist()
    model = AgglomerativeClustering(None, metric="precomputed", linkage=name, distance_threshold=threshold)
    expected = by_first_item(model.fit_predict(distances))
    assert partitioner.partition(distances, threshold=threshold).tolist() == expected.tolist()


@given(data=st.data(), n=st.integers(1, 9))
@settings(max_examples=60, deadline=None)
def test_single_linkage_yields_connected_components(data, n):
    upper = np.triu(np.array(data.draw(st.lists(st.integers(0, 4), min_size=n * n, max_size=n * n))).reshape(n, n), 1)
    distances, threshold = upper + upper.T, data.draw(st.integers(0, 5))
    expected = by_first_item(connected_components(distances < threshold, directed=False)[1])
    assert SingleLinkage().partition(distances, threshold=threshold).tolist() == expected.tolist()
