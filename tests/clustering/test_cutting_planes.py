"""Cutting planes against solving the whole program, and the dual solver against its optimality conditions."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from corefpipe.clustering.decoders.correlation.program import SolverError
from corefpipe.clustering.learners import CorrelationSVMLearner, SpanningForestLearner, cutting_planes
from corefpipe.clustering.learners.cutting_planes import Cuts, CuttingPlanes
from corefpipe.clustering.learners.dual import solve_dual

pytest.importorskip("clarabel")


def random_cuts(seed: int, n: int, n_slacks: int, n_features: int = 6) -> Cuts:
    """Constraints with normally distributed rows; some rows are repeated, some are zero."""
    random = np.random.default_rng(seed)
    rows = random.normal(size=(n, n_features))[random.integers(0, n, n)] * (random.random((n, 1)) < 0.9)
    return Cuts(sparse.csr_matrix(rows), random.random(n) * 3, random.integers(0, n_slacks, n))


def value(cuts: Cuts, dual: np.ndarray) -> float:
    """The objective of the dual program."""
    w = cuts.rows.T @ dual
    return float(cuts.margin @ dual - w @ w / 2)


def cost(cuts: Cuts, w: np.ndarray, C: float) -> float:
    """½‖w‖² + C Σ ξ under these constraints."""
    slack = np.zeros(cuts.slack.max() + 1)
    np.maximum.at(slack, cuts.slack, cuts.needed(w))
    return float(w @ w / 2 + C * slack.sum())


def solved(cuts: Cuts, C: float) -> np.ndarray:
    return solve_dual((cuts.rows @ cuts.rows.T).toarray(), cuts.margin, cuts.slack, C)


@given(st.integers(0, 2**32), st.integers(1, 30), st.integers(1, 4), st.sampled_from([1e-6, 0.01, 1.0, 100.0]))
def test_the_dual_meets_the_primal(seed, n, n_slacks, C):
    cuts = random_cuts(seed, n, n_slacks)
    dual = solved(cuts, C)
    assert (dual >= 0).all()
    assert (np.bincount(cuts.slack, dual) <= C * (1 + 1e-12)).all()
    assert value(cuts, dual) == pytest.approx(cost(cuts, cuts.rows.T @ dual, C), rel=1e-5, abs=1e-9)


@pytest.mark.parametrize(("C", "expected"), [(0.1, 0.1), (1.0, 0.5), (1e9, 0.5)])
def test_one_constraint_by_hand(C, expected):
    # ½·4α² - 2α is smallest at 1/2, unless C is smaller.
    assert solve_dual(np.array([[4.0]]), np.array([2.0]), np.zeros(1, dtype=int), C) == pytest.approx([expected])


def test_two_constraints_by_hand():
    gram, margin = np.eye(2), np.array([1.0, 3.0])
    # Without bounds α = margin; with a common slack the α sum to C, with equal slopes 1 - α and 3 - α.
    assert solve_dual(gram, margin, np.array([0, 1]), 100.0) == pytest.approx([1, 3])
    assert solve_dual(gram, margin, np.array([0, 1]), 2.0) == pytest.approx([1, 2])
    assert solve_dual(gram, margin, np.array([0, 0]), 2.0) == pytest.approx([0, 2], abs=1e-4)
    assert solve_dual(gram, margin, np.array([0, 0]), 3.0) == pytest.approx([0.5, 2.5])


def worst(cuts: Cuts, w: np.ndarray) -> Cuts:
    """For each slack variable, the most violated constraint."""
    needed = cuts.needed(w)
    order = np.lexsort((-needed, cuts.slack))
    first = order[np.unique(cuts.slack[order], return_index=True)[1]]
    return Cuts(cuts.rows[first], cuts.margin[first], cuts.slack[first])


@pytest.mark.parametrize("patience", [0, 50])
@given(st.integers(0, 2**32), st.integers(1, 4), st.sampled_from([0.01, 1.0, 100.0]))
@settings(max_examples=40)
def test_found_one_by_one_they_give_the_optimum_of_all(patience, seed, n_slacks, C):
    cuts, epsilon = random_cuts(seed, 40, n_slacks), 1e-3
    optimum = value(cuts, solved(cuts, C))
    planes = CuttingPlanes(6, n_slacks, C, epsilon)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting_planes, "PATIENCE", patience)
        planes.minimise(lambda w: worst(cuts, w), 1000)
    assert planes.closed
    assert optimum - 1e-6 <= planes.objective <= optimum + C * epsilon * n_slacks + 1e-6 * optimum
    assert planes.objective == pytest.approx(cost(cuts, planes.w, C))
    assert (cuts.needed(planes.w) <= planes.slack[cuts.slack] + 1e-9).all()
    assert (np.diff(planes.bounds) >= 0).all()
    assert planes.bounds[-1] <= optimum * (1 + 1e-7)


@pytest.mark.parametrize("seed", range(5))
def test_moved_constraints_are_those_found_where_they_are_now(seed):
    cuts = random_cuts(seed, 30, 1)
    change = np.random.default_rng(seed).normal(size=6)
    moved = Cuts(sparse.csr_matrix(cuts.rows.toarray() + change), cuts.margin, cuts.slack)
    planes, fresh = (CuttingPlanes(6, 1, 10.0, 1e-4) for _ in range(2))
    planes.minimise(lambda w: worst(cuts, w), 1000)
    planes.move(change)
    assert planes.objective == pytest.approx(cost(moved, planes.w, 10.0))
    before = planes.rounds
    planes.minimise(lambda w: worst(moved, w), 1000)
    fresh.minimise(lambda w: worst(moved, w), 1000)
    assert planes.objective == pytest.approx(fresh.objective, abs=2e-3)
    assert planes.rounds - before <= fresh.rounds + 2  # the earlier constraints are still used


def test_a_search_that_misses_the_worst_ends():
    cuts = random_cuts(3, 40, 1)
    random = np.random.default_rng(0)
    planes = CuttingPlanes(6, 1, 1.0, 1e-3)
    planes.minimise(lambda w: cuts.take(np.arange(40) == random.integers(40)), 1000)
    assert planes.closed
    assert planes.objective >= planes.bounds[-1]


def test_too_few_rounds_are_told():
    cuts = random_cuts(0, 40, 2)
    planes = CuttingPlanes(6, 2, 100.0, 1e-6)
    with pytest.warns(ConvergenceWarning, match=r"after 2 rounds .* raise max_rounds or epsilon, or lower C"):
        planes.minimise(lambda w: worst(cuts, w), 2)
    assert (planes.rounds, planes.closed) == (2, False)


def test_a_progress_bar_shows_the_gap(capsys):
    cuts = random_cuts(0, 40, 1)
    for verbose in (False, True):
        CuttingPlanes(6, 1, 1.0, 0.1, verbose).minimise(lambda w: worst(cuts, w), 1000, "toy")
        err = capsys.readouterr().err
        assert ("toy" in err, "gap=" in err) == (verbose, verbose)


@pytest.mark.parametrize("learner", [CorrelationSVMLearner, SpanningForestLearner])
def test_without_the_solver_the_cure_is_told_before_there_is_work(monkeypatch, learner):
    monkeypatch.setitem(sys.modules, "clarabel", None)
    with pytest.raises(SolverError, match=rf"{learner.__name__} needs Clarabel.*pip install 'corefpipe\[svm\]'"):
        learner().check()
