"""The L3M learner: its gradient against finite differences, its steps against a naive loop, what it learns."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import loss_of, only_item, random_links, separable
from scipy import sparse
from sklearn.base import clone

from corefpipe.clustering import Links
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.learners import L3MLearner
from corefpipe.clustering.learners.l3m import margins
from corefpipe.exceptions import LinksError, SettingError


@pytest.mark.parametrize("gamma", [0.0, 0.2, 0.5, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_a_step_goes_down_the_gradient(gamma, seed):
    links, labels = random_links(seed)
    right = links.coreferent(labels)
    margin = margins(links, right, 1.5, 1.0, 2.0)
    w = np.random.default_rng(seed + 100).normal(size=5)
    learner = L3MLearner(gamma, passes=1, step="sgd", rate=1.0, average=False, false_link=1.5, wrong_link=2.0)
    for item in range(links.n_items):
        learner.fit(only_item(links, item), labels, w)
        loss = learner.objective_[0] * links.n_items
        if links.indptr[item + 1] - links.indptr[item] == 1:  # no candidates to choose from, hence no step
            assert loss == 0
            assert learner.coef_.tolist() == w.astype(np.float32).tolist()
            continue
        case = (links, right, margin, item, gamma)
        assert loss == pytest.approx(loss_of(w, *case))
        nudges = np.eye(5) * 1e-6
        slope = [(loss_of(w + nudge, *case) - loss_of(w - nudge, *case)) / 2e-6 for nudge in nudges]
        assert w - learner.coef_ == pytest.approx(slope, abs=1e-4)


def test_margins():
    links, _ = random_links(0, sizes=(3,))
    # Items: a, b, a. The dummy is correct for b, and the link to 0 for the last item.
    right = links.coreferent([np.array([0, 1, 0])])
    assert margins(links, right, 2.0, 3.0, 4.0).tolist() == [0, 0, 2, 3, 0, 4]


def naive_fit(links: Links, labels: list[np.ndarray], gamma: float, passes: int, rate: float, l2: float, step: str):
    """(last weights, mean weights) after dense steps in order, each over all features."""
    right = links.coreferent(labels)
    margin = margins(links, right).astype(float)
    dense = links.features.toarray().astype(float)
    w, squares, all_weights = np.zeros(dense.shape[1]), np.full(dense.shape[1], 1e-8), []
    for number in range(passes):
        for item in range(links.n_items):
            rows = slice(links.indptr[item], links.indptr[item + 1])
            if rows.stop - rows.start < 2:
                continue
            p = np.exp((dense[rows] @ w + margin[rows]) / gamma)
            q = np.exp(dense[rows] @ w / gamma) * right[rows]
            g = (p / p.sum() - q / q.sum()) @ dense[rows] + l2 * w
            squares += g * g
            w = w - rate * g / (np.sqrt(squares) if step == "adagrad" else np.sqrt(1 + number))
            all_weights.append(w)
    return w, np.mean(all_weights, axis=0)


@pytest.mark.parametrize("step", ["sgd", "adagrad"])
@pytest.mark.parametrize("l2", [0.0, 0.01])
def test_steps_and_averaging_as_a_naive_loop_has_them(step, l2):
    links, labels = random_links(7)
    links = Links(links.sets, links.indptr, links.antecedent, sparse.csr_matrix(links.features.toarray() + 3))
    settings = {"gamma": 0.7, "passes": 3, "rate": 0.05, "l2": l2, "step": step}
    last, mean = naive_fit(links, labels, **settings)
    plain = L3MLearner(shuffle=False, average=False, **settings).fit(links, labels)
    averaged = L3MLearner(shuffle=False, average=True, **settings).fit(links, labels)
    assert plain.coef_ == pytest.approx(last, rel=1e-4, abs=1e-5)
    assert averaged.coef_ == pytest.approx(mean, rel=1e-4, abs=1e-5)


def test_the_scale_of_sgd_is_taken_up_again():
    # Weights shrink by 0.4 per step: over 23 items and 9 passes the scale falls far below the smallest one kept.
    links, labels = random_links(7, sizes=(24,))
    settings = {"gamma": 0.7, "passes": 9, "rate": 0.5, "l2": 1.2, "step": "sgd"}
    last, mean = naive_fit(links, labels, **settings)
    assert L3MLearner(shuffle=False, average=False, **settings).fit(links, labels).coef_ == pytest.approx(
        last, rel=1e-5
    )
    assert L3MLearner(shuffle=False, **settings).fit(links, labels).coef_ == pytest.approx(mean, rel=1e-5)


@pytest.mark.parametrize("start", [None, 0.5])
def test_passes_over_gives_what_fewer_passes_learn(start):
    links, labels = random_links(8)
    given = None if start is None else np.full(5, start)
    passes = list(L3MLearner(passes=3).passes_over(links, labels, given))
    for number, coef in enumerate(passes, 1):
        assert np.array_equal(L3MLearner(passes=number).fit(links, labels, given).coef_, coef)


def test_weights_are_the_mean_of_those_of_several_orders(monkeypatch):
    links, labels = random_links(8)
    three = L3MLearner(orders=3).fit(links, labels)
    rng = np.random.default_rng
    runs = []
    for seed in (0, [0, 1], [0, 2]):
        monkeypatch.setattr(np.random, "default_rng", lambda _, seed=seed: rng(seed))
        runs.append(L3MLearner().fit(links, labels))
    assert three.coef_ == pytest.approx(np.mean([run.coef_ for run in runs], axis=0), rel=1e-5)
    assert three.objective_ == pytest.approx(np.mean([run.objective_ for run in runs], axis=0))
    assert not np.array_equal(runs[0].coef_, runs[1].coef_)


def test_a_single_set_has_one_order():
    links, labels = random_links(8, sizes=(12,))
    one, five = (L3MLearner(orders=orders).fit(links, labels).coef_ for orders in (1, 5))
    assert five == pytest.approx(one, rel=1e-5)
    with pytest.raises(SettingError, match="orders is 2, and shuffle is off"):
        L3MLearner(orders=2, shuffle=False).fit(links, labels)


@pytest.mark.parametrize("gamma", [0.0, 1.0])
@pytest.mark.parametrize("step", ["sgd", "adagrad"])
def test_links_without_features_are_not_stepped(gamma, step):
    links = Links.windows([4]).with_features(sparse.csr_matrix((10, 3), dtype=np.float32))
    learner = L3MLearner(gamma, step=step, l2=0.1).fit(links, [np.array([0, 0, 1, 0])])
    assert learner.coef_.tolist() == [0, 0, 0]
    assert learner.objective_[0] > 0


def test_initial_weights_of_another_size():
    with pytest.raises(LinksError, match=r"initial weights of shape \(3,\) for 5 features"):
        L3MLearner().fit(*random_links(0), coef_init=np.zeros(3))


@pytest.mark.parametrize("gamma", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("step", ["sgd", "adagrad"])
def test_learns_what_can_be_told_apart(gamma, step):
    links, labels = separable(1)
    learner = L3MLearner(gamma=gamma, step=step, passes=20)
    assert learner.fit(links, labels) is learner
    assert learner.coef_.dtype == np.float32
    assert len(learner.objective_) == 20
    assert learner.objective_[-1] < learner.objective_[0]
    unseen, true = separable(2)
    for part, truth in zip(unseen, true, strict=True):
        found = L3MDecoder(gamma).decode(part, part.features @ learner.coef_).labels
        assert np.array_equal(found[:, None] == found, truth[:, None] == truth)


def test_the_seed_alone_decides():
    links, labels = random_links(3, sizes=(5, 5, 5, 5))
    first, again, other = (L3MLearner(seed=seed).fit(links, labels).coef_ for seed in (1, 1, 2))
    assert first.tobytes() == again.tobytes()
    assert first.tobytes() != other.tobytes()


def test_nothing_is_kept_between_fits():
    learner = L3MLearner(shuffle=True)
    first = learner.fit(*random_links(4)).coef_
    learner.fit(*random_links(5))
    assert np.array_equal(learner.fit(*random_links(4)).coef_, first)


def test_l2_shrinks():
    links, labels = separable(1)
    norms = [np.abs(L3MLearner(l2=l2).fit(links, labels).coef_).sum() for l2 in (0.0, 0.1, 1.0)]
    assert norms[0] > norms[1] > norms[2]


def test_no_choice_gives_zero_weights():
    links, labels = random_links(0, sizes=(1, 1))
    learner = L3MLearner().fit(links, labels)
    assert not learner.coef_.any()
    assert learner.objective_ == [0.0] * 5


def test_is_an_estimator():
    learner = L3MLearner(gamma=0.25, passes=3, seed=9)
    copy = clone(learner)
    assert copy is not learner
    assert copy.get_params() == learner.get_params()
    assert copy.set_params(gamma=0.5).gamma == 0.5
    with pytest.raises(ValueError, match="Invalid parameter 'gama'"):
        copy.set_params(gama=1)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"gamma": 1.5}, "gamma is 1.5"),
        ({"gamma": -1}, "gamma is -1"),
        ({"passes": 0}, "passes is 0"),
        ({"l2": -0.1}, "l2 is -0.1"),
        ({"l2": float("nan")}, "l2 is nan"),
        ({"rate": 0.0}, "rate is 0.0"),
        ({"false_link": -1.0}, "false_link is -1.0"),
        ({"step": "sgd", "rate": 1.0, "l2": 1.0}, "Their product must be below 1"),
        ({"step": "adam"}, "unknown step 'adam'. Valid are adagrad, sgd"),
    ],
)
def test_settings_are_checked_in_fit(settings, message):
    learner = L3MLearner(**settings)
    with pytest.raises(SettingError, match=message):
        learner.fit(*random_links(0))


def test_a_progress_bar_shows_the_objective(capsys):
    L3MLearner(verbose=True, passes=2).fit(*random_links(0))
    err = capsys.readouterr().err
    assert "pass 2/2" in err
    assert "objective=" in err
    L3MLearner(passes=2).fit(*random_links(0))
    assert capsys.readouterr().err == ""
