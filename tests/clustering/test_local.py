"""Local search: the result is never worse than its start, and no single move improves it."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.partitions import best_objective, random_pairs, same_partition, scored_pairs
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering.decoders.correlation.greedy import greedy
from corefpipe.clustering.decoders.correlation.local import local
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs


@given(scored_pairs(7), st.integers(1, 4))
def test_between_its_start_and_the_best(pairs, clusters):
    start = np.arange(pairs.n) % clusters
    best = best_objective(pairs)
    for found, least in ((local(pairs), greedy(pairs)), (local(pairs, start), start)):
        assert pairs.objective(least) - 1e-9 <= pairs.objective(found) <= best + 1e-9


@given(scored_pairs(12))
def test_no_move_of_an_item_gains(pairs):
    labels = local(pairs)
    objective = pairs.objective(labels)
    for item in range(pairs.n):
        for label in [*labels.tolist(), -1]:
            moved = labels.copy()
            moved[item] = label
            assert pairs.objective(moved) <= objective + 1e-6


def test_repairs_a_greedy_mistake():
    # Greedy merging joins 1 and 2 first; it is better to move 1 to 0 and 3, both of which 2 repels.
    pairs = ScoredPairs(4, np.array([0, 0, 0, 1, 1, 2]), np.array([1, 2, 3, 2, 3, 3]), np.array([3, -3, 1, 4, 3, -3.0]))
    assert pairs.objective(greedy(pairs)) == 5
    assert pairs.objective(local(pairs)) == 7
    assert same_partition(local(pairs), np.array([0, 0, 1, 0]))


@pytest.mark.parametrize("seed", range(5))
def test_larger_sets(seed):
    pairs = random_pairs(60, seed, -0.5)
    found = local(pairs)
    assert pairs.objective(found) > pairs.objective(greedy(pairs))
    assert np.array_equal(local(pairs), found)
    assert np.array_equal(local(pairs, found), local(pairs, found + 100))
    assert pairs.objective(local(pairs, np.zeros(60, dtype=int))) > 0
