"""Greedy correlation clustering, compared with a naive implementation."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.partitions import best_objective, labels_of, random_pairs, same_partition, scored_pairs
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering.decoders.correlation import greedy as module
from corefpipe.clustering.decoders.correlation.greedy import greedy, matrix
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs


def naive(pairs: ScoredPairs) -> np.ndarray:
    """Try all mergers and apply the best, as long as one has a gain."""
    weights = matrix(pairs)
    clusters = [[i] for i in range(pairs.n)]
    while True:
        gains = {
            (a, b): weights[np.ix_(clusters[a], clusters[b])].sum() for b in range(len(clusters)) for a in range(b)
        }
        a, b = max(gains, key=gains.__getitem__, default=(0, 0))
        if gains.get((a, b), 0) <= 1e-9:
            break
        clusters[a] += clusters.pop(b)
    return labels_of(clusters)


@pytest.fixture(params=["dense", "sparse"])
def way(request, monkeypatch):
    """Run with components stored as matrices, or as rows of dictionaries."""
    if request.param == "sparse":
        monkeypatch.setattr(module, "DENSE", 0)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("seed", range(40))
def test_as_all_mergers_tried(seed):
    pairs = random_pairs(3 + seed % 11, seed, shift=-0.3 * (seed % 4), share=1 - 0.2 * (seed % 3))
    assert same_partition(greedy(pairs), naive(pairs))


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("seed", range(10))
def test_ties_are_settled_once_and_end_where_no_merger_gains(seed):
    pairs = random_pairs(10, seed, shift=0.3, whole=True)
    labels = greedy(pairs)
    assert np.array_equal(greedy(pairs), labels)
    weights, clusters = matrix(pairs), [np.flatnonzero(labels == label) for label in np.unique(labels)]
    assert all(weights[np.ix_(a, b)].sum() <= 0 for a in clusters for b in clusters if a is not b)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("seed", range(20))
def test_forbidden_pairs_are_no_mergers(seed):
    pairs = random_pairs(4 + seed % 9, seed, shift=0.4, share=0.8)
    apart = np.stack(np.triu_indices(pairs.n, 1), axis=1)
    pairs = pairs.forbid(apart[np.random.default_rng(seed).random(len(apart)) < 0.2])
    labels = greedy(pairs)
    assert same_partition(labels, naive(pairs))
    assert not pairs.together(labels)[pairs.forbidden].any()


@given(scored_pairs(7))
def test_between_all_apart_and_the_best(pairs):
    assert 0 <= pairs.objective(greedy(pairs)) <= best_objective(pairs) + 1e-9


@given(scored_pairs(ties=False), st.randoms(use_true_random=False))
def test_names_of_items_change_nothing(pairs, random):
    name = np.array(random.sample(range(pairs.n), pairs.n), dtype=int)
    renamed = ScoredPairs(pairs.n, name[pairs.left], name[pairs.right], pairs.weight)
    assert same_partition(greedy(renamed)[name], greedy(pairs))


@pytest.mark.parametrize("n", [0, 1, 3])
def test_nothing_to_merge(n):
    none = np.zeros(0, dtype=int)
    assert greedy(ScoredPairs(n, none, none, np.zeros(0))).tolist() == list(range(n))


def test_sets_side_by_side_are_clustered_as_one_by_one():
    parts = [random_pairs(9, seed, -0.5) for seed in range(4)]
    side_by_side = ScoredPairs(
        36,
        np.concatenate([part.left + 9 * i for i, part in enumerate(parts)]),
        np.concatenate([part.right + 9 * i for i, part in enumerate(parts)]),
        np.concatenate([part.weight for part in parts]),
    )
    alone = np.concatenate([greedy(part) + 9 * i for i, part in enumerate(parts)])
    assert same_partition(greedy(side_by_side), alone)
