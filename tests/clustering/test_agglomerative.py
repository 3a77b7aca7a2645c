"""Agglomerative clustering, compared with a naive implementation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.links import make_links
from helpers.partitions import labels_of, links_of, same_partition, satisfiable, scored_pairs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders.agglomerative import LINKAGES, AgglomerativeDecoder
from corefpipe.clustering.decoders.forest import SpanningForestDecoder
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.clustering.item_links import links_of_pairs
from corefpipe.exceptions import LinksError, SettingError

SIMILARITY = {"average": np.mean, "complete": np.min, "single": np.max}


def naive(
    pairs: ScoredPairs,
    linkage: str,
    threshold: float,
    constraints: Constraints | None = None,
    unlinked: float = 0.0,
) -> np.ndarray:
    """Merge the most similar allowed pair of clusters, trying all, while the similarity reaches the threshold."""
    scores = np.full((pairs.n, pairs.n), min(unlinked, threshold))
    scores[pairs.left, pairs.right] = scores[pairs.right, pairs.left] = pairs.weight
    start = np.arange(pairs.n) if constraints is None else constraints.components(pairs.n)
    clusters = [np.flatnonzero(start == label).tolist() for label in np.unique(start)]
    apart = np.zeros((pairs.n, pairs.n), dtype=bool)
    if constraints is not None:
        apart[tuple(constraints.apart.T)] = apart.T[tuple(constraints.apart.T)] = True
        if constraints.starts is not None:
            apart |= np.triu(np.broadcast_to(constraints.starts, apart.shape), 1)
            apart |= apart.T
        for column in [] if constraints.values is None else constraints.values.T:
            apart |= (column[:, None] != column) & (column[:, None] >= 0) & (column >= 0)
    while True:
        similar = {
            (a, b): SIMILARITY[linkage](scores[np.ix_(clusters[a], clusters[b])])
            for b in range(len(clusters))
            for a in range(b)
            if not apart[np.ix_(clusters[a], clusters[b])].any()
        }
        a, b = max(similar, key=similar.__getitem__, default=(0, 0))
        # Pairs that are not scored have a negative threshold as similarity: their mean equals it, up to rounding.
        if similar.get((a, b), -np.inf) <= threshold + 1e-9:
            break
        clusters[a] += clusters.pop(b)
    return labels_of(clusters)


@pytest.mark.parametrize("linkage", LINKAGES)
@given(pairs=scored_pairs(11, ties=False), threshold=st.floats(-1.5, 1.5))
def test_as_all_mergers_tried(linkage, pairs, threshold):
    found = AgglomerativeDecoder(linkage, threshold).decode(*links_of(pairs))
    assert same_partition(found.labels, naive(pairs, linkage, threshold))


@pytest.mark.parametrize("linkage", LINKAGES)
@given(data=st.data(), pairs=scored_pairs(11, ties=False), threshold=st.floats(-1.5, 1.5))
def test_as_all_mergers_tried_that_are_allowed(linkage, data, pairs, threshold):
    # What must be together is not merged first where it is together anyway, so the order of mergers may differ.
    constraints = replace(data.draw(satisfiable(pairs.n)), together=np.zeros((0, 2), dtype=np.int64))
    found = AgglomerativeDecoder(linkage, threshold).decode(*links_of(pairs), constraints)
    assert same_partition(found.labels, naive(pairs, linkage, threshold, constraints))


@pytest.fixture
def sparse(monkeypatch):
    """All components are merged by their links alone."""
    monkeypatch.setattr("corefpipe.clustering.decoders.agglomerative.DENSE", 1)


@pytest.mark.parametrize("linkage", ["average", "complete"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), pairs=scored_pairs(11, ties=False), threshold=st.floats(-1.5, 1.5), unlinked=st.floats(-2, 1))
def test_by_links_alone_as_all_mergers_tried(linkage, data, pairs, threshold, unlinked, sparse):
    decoder = AgglomerativeDecoder(linkage, threshold, unlinked)
    found = decoder.decode(*links_of(pairs))
    assert same_partition(found.labels, naive(pairs, linkage, threshold, unlinked=unlinked))
    constraints = replace(data.draw(satisfiable(pairs.n)), together=np.zeros((0, 2), dtype=np.int64))
    found = decoder.decode(*links_of(pairs), constraints)
    assert same_partition(found.labels, naive(pairs, linkage, threshold, constraints, unlinked))


@pytest.mark.parametrize("linkage", ["average", "complete"])
@given(pairs=scored_pairs(11, ties=False), threshold=st.floats(-1.5, 1.5), unlinked=st.floats(-2, 1))
def test_pairs_without_a_link_as_all_mergers_tried(linkage, pairs, threshold, unlinked):
    found = AgglomerativeDecoder(linkage, threshold, unlinked).decode(*links_of(pairs))
    assert same_partition(found.labels, naive(pairs, linkage, threshold, unlinked=unlinked))


def test_one_link_does_not_join_clusters_that_blocking_keeps_apart():
    # Two cliques of three, joined by one link that is a little above the threshold.
    pairs = ScoredPairs(6, *np.array([[0, 0, 1, 3, 3, 4, 2], [1, 2, 2, 4, 5, 5, 3]]), np.array([1.0] * 6 + [0.5]))
    links, scores = links_of(pairs)
    assert AgglomerativeDecoder().decode(links, scores).labels.tolist() == [0] * 6
    assert AgglomerativeDecoder(unlinked=-1).decode(links, scores).labels.tolist() == [0, 0, 0, 1, 1, 1]


def test_a_large_component_needs_no_matrix():
    # A path of 60,000 items: a matrix of its pairs would need 29 GB.
    n = 60_000
    left = np.arange(n - 1)
    links = links_of_pairs([n], [np.stack([left, left + 1], axis=1)])
    scores = np.where(links.antecedent < 0, 0, np.where(links.antecedent % 3 == 2, 0.1, 1.5))
    # In each three the mean of 1.5 and -1 joins the third item; between two threes is one link for nine pairs.
    labels = AgglomerativeDecoder(unlinked=-1).decode(links, scores).labels
    assert np.array_equal(labels, np.arange(n) // 3)


def test_clusters_that_have_together_what_must_be_together_stay():
    # Merged at the start, 1 and 3 would keep 4 from the others; but 1 and 3 are in one cluster as it is.
    weights = [-0.428, 1.378, -2.528, 1.641, 2.529, -0.458, 2.246, 4.075, 3.149, -0.487]
    left, right = np.triu_indices(5, 1)
    links, scores = links_of(ScoredPairs(5, left, right, np.array(weights)))
    constraints = Constraints(together=np.array([[1, 3]]))
    decoder = AgglomerativeDecoder("average", 1.0)
    assert decoder.decode(links, scores, constraints).labels.tolist() == [0, 1, 1, 1, 1]
    assert decoder.decode(links, scores).labels.tolist() == [0, 1, 1, 1, 1]


@given(scored_pairs(10), st.floats(-1, 1))
def test_complete_splits_average_splits_single(pairs, threshold):
    links, scores = links_of(pairs)
    complete, average, single = (
        AgglomerativeDecoder(linkage, threshold).decode(links, scores).labels
        for linkage in ("complete", "average", "single")
    )
    assert same_partition(single, SpanningForestDecoder(threshold).decode(links, scores).labels)
    for finer in (complete, average):
        assert not ((finer[:, None] == finer) & (single[:, None] != single)).any()
    inside = pairs.together(complete)
    assert (pairs.weight[inside] > threshold).all()


def test_pairs_not_scored_speak_for_no_merger():
    # 0-1 scores 1, 1-2 scores 0.9; 0-2 is not scored and counts as 0: {0, 1} and 2 have the mean 0.45.
    links, scores = links_of(ScoredPairs(3, np.array([0, 1]), np.array([1, 2]), np.array([1.0, 0.9])))
    assert AgglomerativeDecoder("average", 0.4).decode(links, scores).labels.tolist() == [0, 0, 0]
    assert AgglomerativeDecoder("average", 0.5).decode(links, scores).labels.tolist() == [0, 0, 1]
    assert AgglomerativeDecoder("complete").decode(links, scores).labels.tolist() == [0, 0, 1]
    assert AgglomerativeDecoder("complete", -1.0).decode(links, scores).labels.tolist() == [0, 0, 1]


def test_mergers_must_be_above_the_threshold():
    links, scores = links_of(ScoredPairs(2, np.array([0]), np.array([1]), np.array([0.25])))
    for linkage in LINKAGES:
        assert AgglomerativeDecoder(linkage, 0.25).decode(links, scores).labels.tolist() == [0, 1]
        assert AgglomerativeDecoder(linkage, 0.24).decode(links, scores).labels.tolist() == [0, 0]


@pytest.mark.parametrize("linkage", LINKAGES)
def test_nothing_and_nonsense(linkage):
    decoder = AgglomerativeDecoder(linkage)
    assert decoder.decode(make_links([]), np.zeros(0)).labels.tolist() == []
    assert decoder.decode(make_links([[], []]), np.ones(2)).labels.tolist() == [0, 1]
    with pytest.raises(LinksError, match="is nan"):
        decoder.decode(make_links([[], [0]]), np.array([0, 0, np.nan]))
    with pytest.raises(SettingError, match="threshold is nan"):
        AgglomerativeDecoder(linkage, float("nan"))
    with pytest.raises(SettingError, match=r"unknown linkage 'ward'\. Valid are average, complete, single"):
        AgglomerativeDecoder("ward")
