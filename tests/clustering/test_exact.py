"""Exact correlation clustering against all partitions, and its bounds when time runs out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np
import pytest
from helpers.partitions import best_objective, links_of, meets, random_pairs, satisfiable, scored_pairs
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders.correlation import exact, program
from corefpipe.clustering.decoders.correlation.decoder import CorrelationDecoder
from corefpipe.clustering.decoders.correlation.exact import Solution, solve
from corefpipe.clustering.decoders.correlation.local import local
from corefpipe.clustering.decoders.correlation.program import SolverError
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs


@given(scored_pairs(8))
def test_as_all_partitions_tried(pairs):
    found = solve(pairs)
    assert found.objective == pytest.approx(best_objective(pairs), abs=1e-6)
    assert found.objective == pytest.approx(pairs.objective(found.labels))
    assert found.optimal
    assert found.bound >= found.objective


def unimproved(pairs: ScoredPairs, labels: np.ndarray | None = None, deadline: float = np.inf) -> np.ndarray:
    """Stands in for local search: what it starts from."""
    return np.arange(pairs.n) if labels is None else labels


@pytest.mark.parametrize("seed", range(12))
def test_nine_items_around_the_programs(seed, monkeypatch):
    # Without local search and without partition inequalities, the programs must find the optimum by themselves.
    if seed % 2:
        monkeypatch.setattr(exact, "local", unimproved)
    if seed % 3:
        monkeypatch.setattr(exact, "add_partition_cuts", lambda *_: 0)
    pairs = random_pairs(9, seed, shift=-0.2, share=1 - 0.1 * (seed % 4), whole=seed % 5 == 0)
    found = solve(pairs)
    assert found.objective == pytest.approx(best_objective(pairs), abs=1e-6)
    assert found.optimal


@pytest.mark.parametrize("seed", range(12))
def test_forbidden_pairs_around_the_programs(seed, monkeypatch):
    if seed % 2:
        monkeypatch.setattr(exact, "local", unimproved)
    if seed % 3:
        monkeypatch.setattr(exact, "add_partition_cuts", lambda *_: 0)
    pairs = random_pairs(8, seed, shift=0.3, share=1 - 0.1 * (seed % 4), whole=seed % 5 == 0)
    apart = np.stack(np.triu_indices(8, 1), axis=1)[np.random.default_rng(seed).random(28) < 0.25]
    found = solve(pairs.forbid(apart))
    assert found.objective == pytest.approx(best_objective(pairs, Constraints(apart=apart)), abs=1e-6)
    assert found.optimal


@given(st.data(), scored_pairs(7), st.integers(0, 3))
@settings(max_examples=60)
def test_bounds_of_what_is_allowed_hold_whenever_time_runs_out(data, pairs, rounds):
    constraints = data.draw(satisfiable(pairs.n))
    with after_rounds(rounds):
        found = CorrelationDecoder().solve(*links_of(pairs), constraints)
    best = best_objective(pairs, constraints)
    assert meets(found.labels, constraints)
    assert found.objective <= best + 1e-9 <= found.bound + 1e-6


def wheel() -> ScoredPairs:
    """Three items that repel each other and attract item 0: the relaxation is optimal at 1/2 for each attraction."""
    return ScoredPairs(4, np.array([0, 0, 0, 1, 1, 2]), np.array([1, 2, 3, 2, 3, 3]), np.array([1, 1, 1, -2, -2, -2.0]))


def test_cuts_make_the_wheel_whole(monkeypatch):
    calls = []
    monkeypatch.setattr(optimize, "milp", lambda *args, **settings: calls.append(args))
    found = solve(wheel())
    assert (found.objective, found.bound, calls) == (1, pytest.approx(1), [])


def test_whole_numbers_where_no_cut_is_left(monkeypatch):
    calls, milp = [], optimize.milp
    monkeypatch.setattr(optimize, "milp", lambda *args, **settings: calls.append(args) or milp(*args, **settings))
    monkeypatch.setattr(exact, "add_partition_cuts", lambda *_: 0)
    found = solve(wheel())
    assert (found.objective, found.bound) == (1, pytest.approx(1))
    assert calls


@pytest.mark.parametrize("seed", range(4))
def test_out_of_time(seed):
    pairs = random_pairs(40, seed, -0.3)
    full = np.maximum(pairs.weight, 0).sum()
    assert solve(pairs, deadline=0.0).labels.tolist() == list(range(40))
    with after_rounds(0):
        late = solve(pairs)
    assert late.objective == pairs.objective(local(pairs)) == pairs.objective(late.labels)
    assert (late.bound, late.optimal) == (pytest.approx(full), False)
    assert late.gap == (late.bound - late.objective) / late.objective > 0
    with after_rounds(3):
        short = solve(pairs)
    assert late.objective <= short.objective <= short.bound <= late.bound


@contextmanager
def after_rounds(left: int) -> Iterator[None]:
    """Make the time run out after `left` solved programs."""

    def solve_some(self: program.Program, deadline: float, whole: bool = False) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and solve_program(self, deadline, whole)

    solve_program = program.Program.solve
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(program.Program, "solve", solve_some)
        yield


@given(scored_pairs(7), st.integers(0, 3))
@settings(max_examples=60)
def test_bounds_hold_whenever_time_runs_out(pairs, rounds):
    with after_rounds(rounds):
        found = solve(pairs)
    assert found.objective <= best_objective(pairs) + 1e-9 <= found.bound + 1e-6


def test_components_too_large_keep_local_search_and_say_so(monkeypatch):
    pairs = random_pairs(20, 1, -0.3)
    assert solve(pairs).optimal
    monkeypatch.setattr(exact, "LARGEST", 10)
    found = solve(pairs)
    assert np.array_equal(found.labels, local(pairs))
    assert found.bound == pytest.approx(np.maximum(pairs.weight, 0).sum())
    assert found.gap > 0


@pytest.mark.parametrize("scale", [1e-7, 1, 1e9])
def test_units_of_weights(scale):
    pairs = random_pairs(12, 5, -0.2)
    scaled = ScoredPairs(12, pairs.left, pairs.right, pairs.weight * scale)
    assert solve(scaled).objective == pytest.approx(scale * solve(pairs).objective)
    assert solve(scaled).optimal


def test_prohibitions():
    pairs = random_pairs(9, 3, 0.5)
    forbidden = (pairs.left + pairs.right) % 4 == 0
    weight = np.where(forbidden, -1e12, pairs.weight)
    found = solve(ScoredPairs(9, pairs.left, pairs.right, weight))
    assert not pairs.together(found.labels)[forbidden].any()
    assert found.objective == pytest.approx(best_objective(ScoredPairs(9, pairs.left, pairs.right, weight)))


@given(scored_pairs(9), st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_names_of_items_change_nothing(pairs, random):
    name = np.array(random.sample(range(pairs.n), pairs.n), dtype=int)
    renamed = solve(ScoredPairs(pairs.n, name[pairs.left], name[pairs.right], pairs.weight))
    assert pairs.objective(renamed.labels[name]) == pytest.approx(solve(pairs).objective, abs=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_cuts_and_whole_numbers_agree_on_more_items(seed, monkeypatch):
    pairs = random_pairs(18, seed, -0.4, share=0.8)
    found = solve(pairs)
    monkeypatch.setattr(exact, "add_partition_cuts", lambda *_: 0)
    whole = solve(pairs)
    assert (found.optimal, whole.optimal) == (True, True)
    assert found.objective == pytest.approx(whole.objective)


def test_gaps():
    labels = np.zeros(1, dtype=int)
    assert Solution(labels, 4.0, 5.0).gap == 0.25
    assert Solution(labels, -4.0, 1.0).gap == 1.25
    assert (Solution(labels, 0.0, 0.0).gap, Solution(labels, 0.0, 0.0).optimal) == (0, True)
    assert (Solution(labels, 0.0, 1.0).gap, Solution(labels, 0.0, 1.0).optimal) == (np.inf, False)


@pytest.mark.parametrize("n", [0, 1, 4])
def test_nothing_to_join(n):
    none = np.zeros(0, dtype=int)
    found = solve(ScoredPairs(n, none, none, np.zeros(0)))
    assert (found.labels.tolist(), found.objective, found.bound, found.optimal) == (list(range(n)), 0, 0, True)


def test_a_solver_that_fails(monkeypatch):
    failed = SimpleNamespace(status=4, message="numbers out of hand", x=None)
    monkeypatch.setattr(optimize, "linprog", lambda *args, **settings: failed)
    with pytest.raises(SolverError, match="the solver HiGHS failed: numbers out of hand"):
        solve(random_pairs(9, 1, -0.3))
