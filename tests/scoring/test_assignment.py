"""Optimal assignment, compared with SciPy's, and its split into connected components."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from corefpipe.scoring.assignment import best_assignment, components

TABLES = st.dictionaries(
    st.tuples(st.integers(0, 6), st.integers(0, 6)), st.one_of(st.floats(1e-3, 1), st.sampled_from([1 / 3, 1 / 2, 1.0]))
)


def _cells(cells):
    dense = np.zeros((7, 7))
    for place, weight in cells.items():
        dense[place] = weight
    rows, columns = np.nonzero(dense)
    return rows, columns, dense


@given(TABLES)
@settings(max_examples=300)
def test_assignment_is_the_best(cells):
    rows, columns, dense = _cells(cells)
    chosen = best_assignment(rows, columns, dense[rows, columns])
    assert len(set(rows[chosen])) == len(set(columns[chosen])) == chosen.sum()
    best = dense[linear_sum_assignment(dense, maximize=True)].sum()
    assert dense[rows, columns][chosen].sum() == pytest.approx(best, rel=1e-12)


@given(TABLES)
def test_components_are_those_of_the_graph(cells):
    rows, columns, _ = _cells(cells)
    if not len(rows):
        return
    _, labels = connected_components(coo_array((np.ones(len(rows)), (rows, columns + 7)), shape=(14, 14)))
    found = components(rows, columns)
    assert len(set(found)) == len(set(zip(found, labels[rows], strict=True))) == len(set(labels[rows]))


@pytest.mark.parametrize("length", [2, 3, 500])
def test_components_of_a_long_path(length):
    # Row i overlaps columns i and i + 1; the order of rows makes labels spread slowly.
    rows = np.repeat(np.random.default_rng(0).permutation(length), 2)
    columns = np.stack([np.arange(length), np.arange(length) + 1], axis=1).ravel()
    assert set(components(rows, columns)) == {0}


@pytest.mark.parametrize("shape", [(60, 50), (30, 40), (3, 200)])
@pytest.mark.parametrize("whole", [False, True])
def test_large_and_small_components(shape, whole):
    """Components of 2,000 cells and more go to SciPy, the others do not."""
    random = np.random.default_rng(0)
    dense = random.random(shape) * (random.random(shape) < 0.9)
    dense = np.ceil(dense * 3) if whole else dense
    rows, columns = np.nonzero(dense)
    weights = dense[rows, columns]
    chosen = best_assignment(rows, columns, weights)
    assert len(set(rows[chosen])) == len(set(columns[chosen])) == chosen.sum()
    assert weights[chosen].sum() == pytest.approx(dense[linear_sum_assignment(dense, maximize=True)].sum())


@pytest.mark.parametrize("equal", [False, True])
def test_a_long_path(equal):
    """A sparse component of thousands of rows: its cells follow one another, and neighbours exclude each other."""
    length = 5500
    random = np.random.default_rng(0)
    weights = np.ones(2 * length) if equal else random.random(2 * length) + 0.1
    rows = random.permutation(length)[np.repeat(np.arange(length), 2)]
    columns = random.permutation(length + 1)[np.stack([np.arange(length), np.arange(length) + 1], axis=1).ravel()]
    chosen = best_assignment(rows, columns, weights)
    assert len(set(rows[chosen])) == len(set(columns[chosen])) == chosen.sum()
    best = before = 0.0
    for weight in weights.tolist():
        before, best = best, max(best, before + weight)
    assert weights[chosen].sum() == pytest.approx(best)


def test_large_components_of_random_clusters_take_seconds():
    """Two responses that share nothing, 40,000 mentions each: it took minutes."""
    random = np.random.default_rng(0)
    cells, counts = np.unique(random.integers(0, 8000, (2, 40_000)), axis=1, return_counts=True)
    start = time.process_time()
    chosen = best_assignment(*cells, counts.astype(float))
    assert time.process_time() - start < 10
    assert all(len(np.unique(lines[chosen])) == chosen.sum() for lines in cells)
