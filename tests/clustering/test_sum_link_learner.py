"""The Sum-Link learner: its steps against finite differences and brute force, what it learns."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import only_item, random_links, separable

from corefpipe.clustering.decoders import SumLinkDecoder
from corefpipe.clustering.learners import SumLinkLearner
from corefpipe.clustering.learners.sum_link import candidate_clusters
from corefpipe.exceptions import SettingError


def loss_of(w: np.ndarray, links, labels: np.ndarray, item: int, margin: float) -> float:
    """The hinge loss of one item of the only set, computed cluster by cluster."""
    rows = slice(links.indptr[item], links.indptr[item + 1])
    scores = dict(zip(links.antecedent[rows].tolist(), links.features[rows].astype(float) @ w, strict=True))
    sums = {None: scores.pop(-1)}
    for left, score in scores.items():
        sums[labels[left]] = sums.get(labels[left], 0.0) + score
    true = labels[item] if labels[item] in sums else None
    return max(value + margin * (name != true) for name, value in sums.items()) - sums[true]


@pytest.mark.parametrize("margin", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("seed", range(4))
def test_a_step_goes_down_the_gradient(margin, seed):
    links, labels = random_links(seed, sizes=(8,))
    w = np.random.default_rng(seed).normal(size=5)
    learner = SumLinkLearner(margin, passes=1, step="sgd", rate=1.0, average=False)
    moved = 0
    for item in range(1, 8):
        learner.fit(only_item(links, item), labels, w)
        case = (links, labels[0], item, margin)
        assert learner.objective_[0] * links.n_items == pytest.approx(loss_of(w, *case))
        nudges = np.eye(5) * 1e-6
        slope = [(loss_of(w + nudge, *case) - loss_of(w - nudge, *case)) / 2e-6 for nudge in nudges]
        assert w - learner.coef_ == pytest.approx(slope, abs=1e-4)
        moved += not np.allclose(learner.coef_, w)
    assert moved


def test_candidate_clusters():
    links, _ = random_links(0, sizes=(5, 2))
    # Items a b a b c, then x y.
    cluster, true = candidate_clusters(links, [np.array([7, 3, 7, 3, 9]), np.array([1, 0])])
    assert [cluster[lo:hi].tolist() for lo, hi in links.slices()] == [
        [0], [0, 1], [0, 1, 2], [0, 1, 2, 1], [0, 1, 2, 1, 2], [0], [0, 1],
    ]  # fmt: skip
    assert [int(true[lo]) for lo, _ in links.slices()] == [0, 0, 1, 2, 0, 0, 0]


@pytest.mark.parametrize("step", ["sgd", "adagrad"])
def test_learns_what_can_be_told_apart(step):
    learner = SumLinkLearner(step=step, passes=20).fit(*separable(1))
    assert learner.objective_[-1] < learner.objective_[0]
    links, true = separable(2)
    for found, truth in zip(SumLinkDecoder().decode_all(links, learner.decision_function(links)), true, strict=True):
        assert np.array_equal(found[:, None] == found, truth[:, None] == truth)


@pytest.mark.parametrize("seed", range(5))
def test_names_of_clusters_change_nothing(seed):
    links, labels = random_links(seed)
    one = SumLinkLearner().fit(links, labels).coef_
    other = SumLinkLearner().fit(links, [5 - 2 * label for label in labels]).coef_
    assert one.tobytes() == other.tobytes()


def test_settings_outside_their_range():
    with pytest.raises(SettingError, match="margin is -1"):
        SumLinkLearner(margin=-1).fit(*random_links(0))
    with pytest.raises(SettingError, match="passes is 0"):
        SumLinkLearner(passes=0).fit(*random_links(0))
