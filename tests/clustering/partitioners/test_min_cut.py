"""Minimum cuts: the sum of shares by its definition, moves against it, and the enumerated optimum."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform

from corefpipe.clustering.partitioners import MinCutPartitioner
from corefpipe.clustering.partitioners.min_cut import _Parts, bisected, refined, shares


def example(seed: int, n: int, neighbors: int = 3) -> np.ndarray:
    """(n, n) the graph of random points in the plane."""
    distances = squareform(pdist(np.random.default_rng(seed).normal(size=(n, 2))))
    return MinCutPartitioner(neighbors=neighbors).graph(distances)


def test_the_sum_of_shares():
    graph = np.array([[1, 0.5, 0.1], [0.5, 1, 0], [0.1, 0, 1]])
    # Within {0, 1} are 3 of 3.1, within {2} are 1 of 1.1.
    assert shares(graph, np.array([0, 0, 1])) == pytest.approx(3 / 3.1 + 1 / 1.1)
    assert shares(graph, np.zeros(3, dtype=int)) == 1
    # The normalised cut, from what leaves each part.
    assert 2 - shares(graph, np.array([0, 0, 1])) == pytest.approx(0.1 / 3.1 + 0.1 / 1.1)


@given(seed=st.integers(0, 10**6), n=st.integers(3, 12), data=st.data())
@settings(max_examples=40, deadline=None)
def test_what_moves_change(seed, n, data):
    graph, k = example(seed, n), data.draw(st.integers(2, n - 1))
    random = np.random.default_rng(seed)
    parts = _Parts(graph, random.permutation(np.arange(n) % k))
    for _ in range(4):  # the sums are kept up to date from move to move
        labels = parts.labels.copy()
        changes = {}
        for item, part in product(range(n), range(k)):
            moved = labels.copy()
            moved[item] = part
            if part != labels[item] and (labels == labels[item]).sum() > 1:
                changes[item, part] = shares(graph, moved) - shares(graph, labels)
        change, item, part = parts.best_move(np.ones(n, dtype=bool))
        assert change == pytest.approx(max(changes.values()))
        assert change == pytest.approx(changes[item, part])
        item, part = list(changes)[int(random.integers(len(changes)))]
        parts.move(item, part)


@given(seed=st.integers(0, 10**6), n=st.integers(3, 25), data=st.data())
@settings(max_examples=40, deadline=None)
def test_refinement_never_loses_and_no_single_move_gains(seed, n, data):
    graph, k = example(seed, n), data.draw(st.integers(2, n - 1))
    first = bisected(graph, k)
    found = refined(graph, first, passes=100)
    assert sorted(set(first.tolist())) == sorted(set(found.tolist())) == list(range(k))
    assert shares(graph, found) >= shares(graph, first) - 1e-9
    assert _Parts(graph, found).best_move(np.ones(n, dtype=bool))[0] < 1e-9


def test_the_optimum_of_small_sets():
    reached = refined_only = total = 0
    for seed in range(15):
        graph = example(seed, 7)
        for k in (2, 3):
            every = (np.array(labels) for labels in product(range(k), repeat=7) if len(set(labels)) == k)
            best = max(shares(graph, labels) for labels in every if labels[0] == 0)
            first = bisected(graph, k)
            found = shares(graph, refined(graph, first, 10))
            assert found <= best + 1e-9
            reached += found > best - 1e-9
            refined_only += found > best - 1e-9 > shares(graph, first)
            total += 1
    assert reached >= 0.9 * total
    assert refined_only


def test_neighbors():
    # Two dense groups and a bridge of items each of which is close to the next one only.
    distances = squareform(pdist(np.array([0, 0.1, 0.2, 1, 2, 2.1, 2.2])[:, None]))
    graph = MinCutPartitioner(neighbors=2).graph(distances)
    assert np.array_equal(graph, graph.T)
    assert np.diagonal(graph).tolist() == [1] * 7
    assert graph[0, 6] < 1e-3 < graph[0, 2]
    assert graph.min() > 0
    assert (MinCutPartitioner(neighbors=6).graph(distances) >= graph).all()


def test_items_that_are_single_are_split_off_and_equal_ones_are_not():
    distances = squareform(pdist(np.array([0, 0, 0, 5, 9, 9])[:, None]))
    assert MinCutPartitioner().partition(distances, 3).tolist() == [0, 0, 0, 1, 2, 2]
    assert MinCutPartitioner().partition(distances, 4).max() == 3
    assert MinCutPartitioner().partition(np.zeros((5, 5)), 2).max() == 1
