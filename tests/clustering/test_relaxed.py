"""The LP relaxation of correlation clustering against the program with all triangle inequalities, and ball growing."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.partitions import best_objective, random_pairs, same_partition, satisfiable, scored_pairs
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from corefpipe.clustering.decoders.correlation.greedy import greedy, matrix
from corefpipe.clustering.decoders.correlation.local import local
from corefpipe.clustering.decoders.correlation.program import Program
from corefpipe.clustering.decoders.correlation.relaxed import grow_balls, relax
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs


def all_triangles(pairs: ScoredPairs) -> float:
    """The optimum of the linear program over all pairs with all triangle inequalities; forbidden pairs are 0."""
    n = pairs.n
    left, right = np.triu_indices(n, 1)
    number = np.zeros((n, n), dtype=int)
    number[left, right] = number[right, left] = np.arange(len(left))
    rows = []
    for a, b, c in np.ndindex(n, n, n):
        if a < c and b not in (a, c):
            row = np.zeros(len(left))
            row[[number[a, b], number[b, c], number[a, c]]] = 1, 1, -1
            rows.append(row)
    weight = matrix(pairs)[left, right]
    bounds = [(0, float(w > -np.inf)) for w in weight]
    weight[weight == -np.inf] = 0
    if not rows:
        return float(np.maximum(weight, 0).sum())
    return -linprog(-weight, np.array(rows), np.ones(len(rows)), bounds=bounds).fun


@given(scored_pairs(7))
@settings(max_examples=60)
def test_cycles_give_what_triangles_give(pairs):
    found = relax(pairs)
    assert found.optimal
    assert found.bound == pytest.approx(all_triangles(pairs), abs=1e-6)
    assert pairs.weight @ found.e == pytest.approx(found.bound, abs=1e-5)


@given(st.data(), scored_pairs(7))
@settings(max_examples=60)
def test_forbidden_pairs_are_fixed_at_0(data, pairs):
    pairs = pairs.within(data.draw(satisfiable(pairs.n)).groups(pairs.n))
    found = relax(pairs)
    assert found.optimal
    assert found.bound == pytest.approx(all_triangles(pairs), abs=1e-6)
    assert found.e[pairs.forbidden] == pytest.approx(np.zeros(pairs.forbidden.sum()), abs=1e-5)
    assert not pairs.together(grow_balls(pairs, found.e))[pairs.forbidden].any()


@given(scored_pairs(8))
def test_above_the_best(pairs):
    assert relax(pairs).bound >= best_objective(pairs) - 1e-6


@pytest.mark.parametrize("deadline", [0.0, np.inf])
@given(pairs=scored_pairs(9))
@settings(max_examples=50)
def test_e_meets_the_triangle_inequalities(deadline, pairs):
    found = relax(pairs, deadline)
    assert ((found.e >= 0) & (found.e <= 1)).all()
    e = np.full((pairs.n, pairs.n), np.nan)
    e[pairs.left, pairs.right] = e[pairs.right, pairs.left] = found.e
    triangles = e[:, :, None] + e[None, :, :] - 1 - e[:, None, :]
    assert not (triangles > 1e-6).any()
    assert pairs.weight @ found.e <= found.bound + 1e-6


def test_half_of_a_wheel():
    pairs = ScoredPairs(
        4, np.array([0, 0, 0, 1, 1, 2]), np.array([1, 2, 3, 2, 3, 3]), np.array([1, 1, 1, -2, -2, -2.0])
    )
    found = relax(pairs)
    assert found.e == pytest.approx([0.5, 0.5, 0.5, 0, 0, 0], abs=1e-6)
    assert found.bound == pytest.approx(1.5)
    assert grow_balls(pairs, found.e).tolist() == [0, 1, 2, 3]


def test_out_of_time(monkeypatch):
    pairs = random_pairs(40, 2, -0.3)
    assert not relax(pairs, 0.0).e.any()
    monkeypatch.setattr(Program, "solve", lambda *args: False)
    found = relax(pairs)
    assert not found.optimal
    assert found.bound == pytest.approx(np.maximum(pairs.weight, 0).sum())
    assert np.array_equal(found.e, pairs.together(local(pairs)))


def naive_balls(n: int, e: np.ndarray) -> list[int]:
    """Ball growing as the paper describes it, over all pairs."""
    cluster = list(range(n))
    for a in range(n):
        if cluster.count(cluster[a]) == 1:
            for b in range(n):
                if b != a and cluster.count(cluster[b]) == 1 and e[a, b] > 0.7:
                    cluster[b] = cluster[a]
    return cluster


@pytest.mark.parametrize("seed", range(30))
def test_balls_as_the_paper_tells_it(seed):
    random = np.random.default_rng(seed)
    points = random.random((11, 2))
    distance = np.minimum(np.abs(points[:, None] - points).sum(axis=-1), 1)
    left, right = np.triu_indices(11, 1)
    pairs = ScoredPairs(11, left, right, np.zeros(len(left)))
    e = 1 - distance
    assert same_partition(grow_balls(pairs, e[left, right]), np.array(naive_balls(11, e)))


def test_balls_over_pairs_not_scored():
    pairs = ScoredPairs(4, np.array([0, 1, 2]), np.array([1, 2, 3]), np.ones(3))
    # From 0 to 2 is 0.2, from 0 to 3 is 0.35: item 3 stays out of the first ball.
    assert grow_balls(pairs, np.array([0.9, 0.9, 0.85])).tolist() == [0, 0, 0, 3]
    assert grow_balls(pairs, np.array([1.0, 1.0, 1.0])).tolist() == [0, 0, 0, 0]
    assert grow_balls(pairs, np.array([0.7, 0.71, 0.0])).tolist() == [0, 1, 1, 3]


@given(scored_pairs(8))
def test_whole_relaxations_grow_into_themselves(pairs):
    together = pairs.together(greedy(pairs)).astype(float)
    labels = grow_balls(pairs, together)
    assert np.array_equal(pairs.together(labels), together > 0)
