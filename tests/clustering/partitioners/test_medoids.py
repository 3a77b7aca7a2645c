"""K-medoids: its cost against BUILD's and the enumerated optimum, and the changes of swaps by their definition."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform

from corefpipe.clustering.partitioners import KMedoids
from corefpipe.clustering.partitioners.medoids import build, cost, swap_changes


def example(seed: int, n: int) -> np.ndarray:
    """(n, n) distances of random points in the plane."""
    return squareform(pdist(np.random.default_rng(seed).normal(size=(n, 2))))


@given(seed=st.integers(0, 10**6), n=st.integers(3, 20), data=st.data())
@settings(max_examples=50, deadline=None)
def test_never_above_build_and_no_swap_gains(seed, n, data):
    distances, k = example(seed, n), data.draw(st.integers(1, n - 1))
    found = KMedoids().medoids(distances, k)
    assert len(set(found.tolist())) == k
    assert cost(distances, found) <= cost(distances, build(distances, k)) + 1e-9
    assert swap_changes(distances, found).min() > -1e-9


@given(seed=st.integers(0, 10**6), n=st.integers(2, 9), data=st.data())
@settings(max_examples=50, deadline=None)
def test_changes_of_swaps(seed, n, data):
    # Whole numbers, so that many distances are equal.
    distances = np.round(3 * example(seed, n))
    k = data.draw(st.integers(1, n))
    medoids = np.random.default_rng(seed).permutation(n)[:k]
    change = swap_changes(distances, medoids)
    for place in range(k):
        for item in range(n):
            if item in medoids:
                assert change[place, item] == np.inf
            else:
                swapped = medoids.copy()
                swapped[place] = item
                assert np.isclose(change[place, item], cost(distances, swapped) - cost(distances, medoids))


def test_the_optimum_of_small_sets():
    reached = total = built = 0
    for seed in range(60):
        distances = example(seed, 8)
        for k in (1, 2, 3, 4):
            best = min(cost(distances, np.array(some)) for some in combinations(range(8), k))
            reached += cost(distances, KMedoids().medoids(distances, k)) <= best + 1e-9
            built += cost(distances, build(distances, k)) <= best + 1e-9
            total += 1
            if k == 1:  # BUILD is exact
                assert cost(distances, KMedoids().medoids(distances, 1)) <= best + 1e-9
    assert reached >= 0.85 * total
    assert built < reached


def test_the_number_of_swaps_is_limited():
    distances = example(3, 40)
    costs = [cost(distances, KMedoids(swaps=swaps).medoids(distances, 8)) for swaps in (1, 2, 1000)]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > costs[-1]


def test_each_medoid_is_in_its_own_cluster():
    distances = np.array([[0, 0, 5.0], [0, 0, 5], [5, 5, 0]])
    assert KMedoids().partition(distances, 2).tolist() == [0, 0, 1]
    assert KMedoids().partition(np.zeros((4, 4)), 3).max() == 2
