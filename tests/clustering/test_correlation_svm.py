"""The correlation clustering SVM: losses computed by hand, constraints against all clusterings, what it learns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers import definitions
from helpers.links import random_links, separable, windowed
from helpers.partitions import partitions, same_partition
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from corefpipe.clustering import Links
from corefpipe.clustering.decoders.correlation.decoder import CorrelationDecoder
from corefpipe.clustering.decoders.correlation.exact import solve
from corefpipe.clustering.decoders.correlation.greedy import greedy
from corefpipe.clustering.decoders.correlation.relaxed import relax
from corefpipe.clustering.learners import correlation_svm
from corefpipe.clustering.learners.correlation_svm import ClusteringSearch, CorrelationSVMLearner
from corefpipe.clustering.learners.cutting_planes import Cuts
from corefpipe.clustering.learners.dual import solve_dual
from corefpipe.clustering.learners.losses import pairwise_weights
from corefpipe.clustering.learners.pair_features import PairFeatures
from corefpipe.exceptions import LinksError, SettingError

pytest.importorskip("clarabel")

KINDS = [("pairwise", "greedy"), ("pairwise", "relaxed"), ("muc", "greedy")]
LABELS = st.lists(st.integers(0, 3), min_size=1, max_size=9)


@given(LABELS, st.randoms(use_true_random=False))
def test_the_pairwise_loss_is_a_sum_over_pairs(true, random):
    found = np.array([random.randrange(4) for _ in true])
    true = np.array(true)
    i, j = np.triu_indices(len(true), 1)
    same, together = true[i] == true[j], found[i] == found[j]
    total = len(i)
    direct = 100 * np.count_nonzero(same != together) / total if total else 0
    weights = pairwise_weights(same, np.array([total]))
    assert weights @ (together.astype(float) - same) == pytest.approx(direct)


def joint(links: Links, labels: np.ndarray) -> np.ndarray:
    """Ψ of one set (equation 7), computed link by link."""
    total = np.zeros(links.features.shape[1])
    for link, (item, left) in enumerate(zip(links.item(), links.antecedent, strict=True)):
        if left >= 0 and labels[item] == labels[left]:
            total += links.features[link].toarray()[0]
    return total / links.n_items**2


def delta(loss: str, links: Links, true: np.ndarray, found: np.ndarray) -> float:
    if loss == "muc":
        return definitions.mitre_loss(true, found)
    ends = [(i, j) for i, j in zip(links.item(), links.antecedent, strict=True) if j >= 0]
    return 100 * float(np.mean([(true[i] == true[j]) != (found[i] == found[j]) for i, j in ends])) if ends else 0.0


def all_constraints(links: Links, labels: list[np.ndarray], loss: str) -> Cuts:
    """The constraints of equation 6 for all clusterings of all sets."""
    rows, margin, slack = [], [], []
    for number, (one, true) in enumerate(zip(links, labels, strict=True)):
        for found in partitions(one.n_items) if one.n_items else []:
            rows.append(joint(one, true) - joint(one, found))
            margin.append(delta(loss, one, true, found))
            slack.append(number)
    return Cuts(sparse.csr_matrix(np.array(rows)), np.array(margin), np.array(slack))


def exactly(monkeypatch):
    """Replace the greedy search by an exact one."""
    monkeypatch.setattr(correlation_svm, "greedy", lambda pairs: solve(pairs).labels)


@pytest.mark.parametrize("slack", ["1", "n"])
@pytest.mark.parametrize(("C", "seed"), [(1.0, 0), (1e4, 1)])
def test_all_constraints_hold_at_the_optimum(monkeypatch, slack, C, seed):
    exactly(monkeypatch)
    links, labels = windowed(seed)
    every, epsilon = all_constraints(links, labels, "pairwise"), 0.01
    learner = CorrelationSVMLearner(C, slack=slack, epsilon=epsilon).fit(links, labels)
    w = learner.coef_.astype(float)
    needed = np.zeros(4)
    np.maximum.at(needed, every.slack, every.needed(w))
    found = learner.slack_ if slack == "n" else learner.slack_.sum()
    assert needed == pytest.approx(found, abs=1e-3) if slack == "n" else needed.sum() == pytest.approx(found, abs=1e-3)
    dual = solve_dual((every.rows @ every.rows.T).toarray(), every.margin, every.slack, C)
    best = every.rows.T @ dual
    optimum = every.margin @ dual - best @ best / 2
    objective = w @ w / 2 + C * needed.sum()
    assert optimum * (1 - 1e-6) <= objective <= optimum + 4 * C * epsilon + 1e-4 * optimum
    assert learner.objective_[-1] <= optimum * (1 + 1e-6)
    assert (np.diff(learner.objective_) >= 0).all()
    assert learner.gap_ <= 4 * C * epsilon


@pytest.mark.parametrize(("loss", "oracle"), KINDS)
@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_search_finds_constraints(loss, oracle, counted, seed):
    links, labels = windowed(seed)
    learner = CorrelationSVMLearner(loss=loss, oracle=oracle, slack="n", loss_in_search=counted)
    search = ClusteringSearch(learner, PairFeatures.of(links, labels), labels)
    w = np.random.default_rng(seed).normal(size=6) * 100
    cuts, every = search(w), all_constraints(links, labels, loss)
    joined = ClusteringSearch(clone(learner).set_params(slack="1"), search.space, labels)(w)
    assert joined.rows.toarray()[0] == pytest.approx(cuts.rows.toarray().sum(axis=0))
    assert joined.margin == pytest.approx(cuts.margin.sum())
    for row, margin, number in zip(cuts.rows.toarray(), cuts.margin, cuts.slack, strict=True):
        own = every.slack == number
        worst = every.needed(w)[own].max()
        if oracle == "greedy":  # one of the clusterings' constraints
            among = np.column_stack([every.rows.toarray(), every.margin])[own]
            assert np.isclose(among, [*row, margin], atol=1e-5).all(axis=1).any()
            assert 0 < margin - row @ w <= worst + 1e-4
        elif counted:  # violated at least as much as any of them
            assert margin - row @ w >= worst - 1e-4
    if loss == "pairwise":
        assert set(np.flatnonzero(np.bincount(every.slack, every.needed(w) > 1e-4, 4))) >= set(cuts.slack)


def test_the_relaxed_program_counts_pairs_kept_apart_too():
    links, _ = windowed(0, sizes=(3,))
    labels = [np.zeros(3, dtype=int)]
    search = ClusteringSearch(CorrelationSVMLearner(oracle="relaxed"), PairFeatures.of(links, labels), labels)
    # Separating a pair costs a third of the loss, which is more than the score of joining it.
    together, loss = search.cluster(np.full(3, 30.0))
    assert together.tolist() == [0, 0, 0]
    assert loss == pytest.approx([100])
    together, loss = search.cluster(np.full(3, 40.0))
    assert together == pytest.approx([1, 1, 1])
    assert loss == pytest.approx([0], abs=1e-6)


@pytest.mark.parametrize(("loss", "oracle"), KINDS)
def test_a_search_may_leave_the_loss_out(loss, oracle):
    links, labels = windowed(0)
    space = PairFeatures.of(links, labels)
    value = np.random.default_rng(1).normal(size=len(space.pairs)) * 10

    def searched(counted):
        learner = CorrelationSVMLearner(loss=loss, oracle=oracle, loss_in_search=counted)
        return ClusteringSearch(learner, space, labels).cluster(value)

    together, loss_of = searched(False)
    alone = replace(space.pairs, weight=value)
    best = relax(alone).e if oracle == "relaxed" else alone.together(greedy(alone))
    assert together == pytest.approx(best.astype(float))
    # The loss of what was found counts in the constraint all the same; a search that counts it finds more of it.
    assert 0 < loss_of.sum() < searched(True)[1].sum()


@pytest.mark.parametrize(
    ("loss", "oracle", "slack"),
    [("pairwise", "greedy", "1"), ("pairwise", "greedy", "n"), ("pairwise", "relaxed", "1"), ("muc", "greedy", "n")],
)
def test_learns_what_can_be_told_apart(loss, oracle, slack):
    links, labels = separable(1)
    learner = CorrelationSVMLearner(loss=loss, oracle=oracle, slack=slack)
    assert learner.fit(links, labels) is learner
    assert learner.coef_.dtype == np.float32
    assert learner.coef_[0] > 0 >= learner.coef_[1]
    assert learner.coef_[2] == 0  # the feature of the dummies
    unseen, true = separable(2)
    for method in ("greedy", "exact"):
        found = CorrelationDecoder(method).decode_all(unseen, learner.decision_function(unseen))
        assert all(map(same_partition, found, true))


@pytest.mark.parametrize(("loss", "oracle"), KINDS)
@pytest.mark.parametrize("slack", ["1", "n"])
def test_names_of_clusters_change_nothing(loss, oracle, slack):
    links, labels = random_links(3, sizes=(5, 0, 4, 1))
    settings = {"loss": loss, "oracle": oracle, "slack": slack}
    one = CorrelationSVMLearner(**settings).fit(links, labels)
    again = CorrelationSVMLearner(**settings).fit(links, labels)
    other = CorrelationSVMLearner(**settings).fit(links, [50 - 3 * label for label in labels])
    assert one.coef_.any()
    assert one.coef_.tobytes() == again.coef_.tobytes() == other.coef_.tobytes()
    assert one.slack_.shape == ((1,) if slack == "1" else (4,))


@pytest.mark.slow
def test_one_slack_and_many_have_the_same_optimum(monkeypatch):
    exactly(monkeypatch)
    links, labels = random_links(5, sizes=(6, 4, 5))
    objectives = []
    for slack in ("1", "n"):
        learner = CorrelationSVMLearner(1e4, slack=slack, epsilon=0.01).fit(links, labels)
        objectives.append(learner.objective_[-1] + learner.gap_)
    assert objectives[0] == pytest.approx(objectives[1], abs=3 * 1e4 * 0.01)


def test_sums_of_features_block_by_block(monkeypatch):
    links, labels = windowed(4, sizes=(9, 7))
    space = PairFeatures.of(links, labels)
    c = np.random.default_rng(0).normal(size=len(space.pairs)) * (np.arange(len(space.pairs)) % 3 > 0)
    dense = links.features.toarray().astype(float)[links.antecedent >= 0]
    for block in (1, 100, 10**9):
        monkeypatch.setattr("corefpipe.clustering.learners.pair_features.BLOCK", block)
        assert space.total(c) == pytest.approx(c @ dense)
        parts = space.totals(c, np.array([0, 1])).toarray()
        assert parts.sum(axis=0) == pytest.approx(c @ dense)
        assert parts[1] == pytest.approx(c[space.bounds[1] :] @ dense[space.bounds[1] :])
    w = np.arange(6) / 7
    assert space.scores(w) == pytest.approx(dense @ w, rel=1e-5)
    doubles = replace(space, features=links.features.astype(np.float64))
    assert doubles.scores(w) == pytest.approx(dense @ w, rel=1e-12)


@pytest.mark.parametrize("slack", ["1", "n"])
@pytest.mark.parametrize("sizes", [(1, 1), (0, 1), (2,)])
def test_nothing_to_cluster(slack, sizes):
    links = Links.windows(sizes, 0)
    links = links.with_features(np.ones((links.n_links, 2), dtype=np.float32))
    learner = CorrelationSVMLearner(slack=slack).fit(links, [np.zeros(n, dtype=int) for n in sizes])
    assert learner.coef_.tolist() == [0, 0]
    assert (learner.objective_, learner.gap_, learner.n_rounds_) == ([], 0, 1)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"C": -1}, "C is -1"),
        ({"epsilon": 0}, "epsilon is 0"),
        ({"max_rounds": 0}, "max_rounds is 0"),
        ({"loss": "mitre"}, "unknown loss 'mitre'. Valid are pairwise, muc"),
        ({"oracle": "exact"}, "unknown oracle 'exact'"),
        ({"slack": 1}, "unknown slack 1. Valid are 1, n"),
        ({"time_limit": 0}, "time_limit is 0"),
        ({"loss_in_search": 1}, "loss_in_search is 1"),
        ({"loss": "muc", "oracle": "relaxed"}, "Use oracle='greedy' with loss='muc'"),
    ],
)
def test_settings_are_checked_in_fit(settings, message):
    learner = CorrelationSVMLearner(**settings)
    with pytest.raises(SettingError, match=message):
        learner.fit(*random_links(0))


def test_bad_input():
    links, labels = random_links(0)
    broken = links.features.copy()
    broken.data[3] = np.nan
    learner = CorrelationSVMLearner()
    with pytest.raises(LinksError, match="has the value nan"):
        learner.fit(links.with_features(broken), labels)
    with pytest.raises(LinksError, match="5 labels for the 6 items of set 0"):
        learner.fit(links, [labels[0][:-1], *labels[1:]])
    with pytest.raises(LinksError, match="nothing to learn from"):
        learner.fit(Links.empty(3), [])


def test_too_few_rounds_are_told():
    with pytest.warns(ConvergenceWarning, match="after 2 rounds") as told:
        learner = CorrelationSVMLearner(max_rounds=2).fit(*random_links(1, sizes=(9, 9)))
    assert told[0].filename == __file__
    assert learner.gap_ > 0
