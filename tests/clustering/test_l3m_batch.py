"""The batch L3M learner (equation 7): its gradient, its convex upper bound, and the optima of L-BFGS and CCCP."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import loss_of, random_links, separable
from sklearn.exceptions import ConvergenceWarning

from corefpipe.clustering import Links
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.learners import L3MBatchLearner, L3MLearner
from corefpipe.clustering.learners.l3m import margins
from corefpipe.clustering.learners.l3m_batch import Objective
from corefpipe.exceptions import LinksError, SettingError

GAMMAS = [0.2, 0.5, 1.0]


def objective(links: Links, labels: list[np.ndarray], gamma: float, l2: float = 0.3) -> Objective:
    right = links.coreferent(labels)
    return Objective(links, right, margins(links, right, 1.5, 0.5, 2.0), gamma, l2)


def slope_of(function, w: np.ndarray) -> list[float]:
    nudges = np.eye(len(w)) * 1e-6
    return [(function(w + nudge)[0] - function(w - nudge)[0]) / 2e-6 for nudge in nudges]


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("seed", range(3))
def test_value_and_gradient(gamma, seed):
    links, labels = random_links(seed)
    of = objective(links, labels, gamma)
    w = np.random.default_rng(seed + 100).normal(size=5)
    value, gradient = of(w)
    sums = [
        np.mean([loss_of(w, links, of.right, of.margin, item, gamma) for item in range(first, last)])
        for first, last in zip(links.sets[:-1], links.sets[1:], strict=True)
    ]
    assert value == pytest.approx(np.mean(sums) + 0.15 * w @ w)
    assert gradient == pytest.approx(slope_of(of, w), abs=1e-6)


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("seed", range(3))
def test_the_convex_function_touches_from_above(gamma, seed):
    links, labels = random_links(seed)
    of = objective(links, labels, gamma)
    random = np.random.default_rng(seed)
    at = random.normal(size=5)
    convex = of.convex(at)
    assert convex(at)[0] == pytest.approx(of(at)[0])
    assert convex(at)[1] == pytest.approx(of(at)[1])
    for _ in range(20):
        one, other = random.normal(size=(2, 5)) * 3
        assert convex(one)[0] >= of(one)[0] - 1e-9
        assert convex((one + other) / 2)[0] <= (convex(one)[0] + convex(other)[0]) / 2 + 1e-9
        assert convex(one)[1] == pytest.approx(slope_of(convex, one), abs=1e-6)


def test_many_blocks_are_one(monkeypatch):
    links, labels = random_links(1, sizes=(9, 8))
    w = np.random.default_rng(0).normal(size=5)
    value, gradient = objective(links, labels, 0.5)(w)
    monkeypatch.setattr("corefpipe.clustering.learners.l3m_batch._ROWS", 7)
    assert objective(links, labels, 0.5)(w)[0] == pytest.approx(value)
    assert objective(links, labels, 0.5)(w)[1] == pytest.approx(gradient)


def test_sets_without_items_weigh_nothing():
    links, labels = random_links(1)
    empty = np.zeros(0, dtype=int)
    more = Links.stack([Links.empty(5), *links, Links.empty(5)])
    assert more.n_sets == links.n_sets  # `empty` has no sets
    sets = np.concatenate([[0], links.sets, links.sets[-1:]])
    more = Links(sets, links.indptr, links.antecedent, links.features)
    w = np.random.default_rng(0).normal(size=5)
    assert objective(more, [empty, *labels, empty], 0.5)(w)[0] == objective(links, labels, 0.5)(w)[0]


@pytest.mark.parametrize("solver", ["lbfgs", "cccp"])
@pytest.mark.parametrize("gamma", GAMMAS)
def test_the_gradient_vanishes_where_it_ends(solver, gamma):
    links, labels = random_links(2, sizes=(8, 7))
    learner = L3MBatchLearner(gamma, 0.1, solver, max_iter=1000, tol=1e-12).fit(links, labels)
    right = links.coreferent(labels)
    at_end = Objective(links, right, margins(links, right), gamma, 0.1)(learner.coef_.astype(float))
    assert at_end[1] == pytest.approx(np.zeros(5), abs=1e-3)
    assert learner.objective_[-1] == pytest.approx(at_end[0], abs=1e-6)
    assert (np.diff(learner.objective_) <= 1e-12).all()


@pytest.mark.parametrize("solver", ["lbfgs", "cccp"])
def test_ends_below_sgd(solver):
    links, labels = random_links(6, sizes=(12, 9))
    right = links.coreferent(labels)
    of = Objective(links, right, margins(links, right), 0.5, 0.01)
    batch = L3MBatchLearner(0.5, 0.01, solver).fit(links, labels)
    sgd = L3MLearner(0.5, passes=20, l2=0.01, step="sgd").fit(links, labels)
    assert of(batch.coef_.astype(float))[0] < of(sgd.coef_.astype(float))[0]


@pytest.mark.parametrize("solver", ["lbfgs", "cccp"])
@pytest.mark.parametrize("gamma", [0.3, 1.0])
def test_learns_what_can_be_told_apart(solver, gamma):
    learner = L3MBatchLearner(gamma, solver=solver).fit(*separable(1))
    links, true = separable(2)
    for found, truth in zip(L3MDecoder(gamma).decode_all(links, learner.decision_function(links)), true, strict=True):
        assert np.array_equal(found[:, None] == found, truth[:, None] == truth)


def test_too_few_iterations_are_told():
    with pytest.warns(ConvergenceWarning, match="L-BFGS has not converged after 1 iterations"):
        L3MBatchLearner(max_iter=1).fit(*random_links(0))
    with pytest.warns(ConvergenceWarning, match="CCCP has not converged after 1 rounds"):
        L3MBatchLearner(solver="cccp", max_rounds=1).fit(*random_links(0))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"gamma": 0}, "gamma is 0. The objective has no gradient there"),
        ({"gamma": 2}, "gamma is 2"),
        ({"l2": -1}, "l2 is -1"),
        ({"tol": float("nan")}, "tol is nan"),
        ({"max_iter": 0}, "max_iter is 0"),
        ({"solver": "adam"}, "unknown solver 'adam'. Valid are lbfgs, cccp"),
        ({"wrong_link": -1}, "wrong_link is -1"),
    ],
)
def test_settings_outside_their_range(settings, message):
    with pytest.raises(SettingError, match=message):
        L3MBatchLearner(**settings).fit(*random_links(0))


def test_bad_links():
    links, labels = random_links(0)
    with pytest.raises(LinksError, match="initial weights of shape"):
        L3MBatchLearner().fit(links, labels, np.zeros(2))
    links.features.data[3] = np.inf
    with pytest.raises(LinksError, match=r"the link from item 1 to the dummy of set 0 has the value inf in column 1"):
        L3MBatchLearner().fit(links, labels)
