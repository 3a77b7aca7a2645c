"""The latent SVM over spanning forests: its searches against all forests, its objective, what it learns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from helpers.links import random_links, separable, windowed
from helpers.partitions import same_partition
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from corefpipe.clustering import Links
from corefpipe.clustering.decoders.forest import SpanningForestDecoder
from corefpipe.clustering.learners.pair_features import PairFeatures
from corefpipe.clustering.learners.spanning_forest import ForestSearch, SpanningForestLearner
from corefpipe.exceptions import LinksError, SettingError

pytest.importorskip("clarabel")


def forests(space: PairFeatures, allowed: np.ndarray) -> Iterator[np.ndarray]:
    """Every cycle-free subset of the allowed pairs, as indices of pairs."""
    for size in range(space.pairs.n):
        for chosen in combinations(allowed.tolist(), size):
            tree = list(range(space.pairs.n))
            for k in chosen:
                one, other = tree[space.pairs.left[k]], tree[space.pairs.right[k]]
                if one == other:
                    break
                tree = [one if label == other else label for label in tree]
            else:
                yield np.array(chosen, dtype=int)


@pytest.mark.parametrize("wrong_link", [1.0, 0.01])
@pytest.mark.parametrize(("window", "seed"), [(4, 0), (4, 1), (2, 2), (2, 3)])
def test_searches_as_all_forests_have_it(wrong_link, window, seed):
    links, labels = windowed(seed, sizes=(5,), window=window)
    space = PairFeatures.of(links, labels)
    search = ForestSearch(space, wrong_link)
    w = np.random.default_rng(seed).normal(size=6)
    phi = links.features.toarray().astype(float)[space.row]
    scores = phi @ w
    truly, everything = np.flatnonzero(space.same), np.arange(len(scores))
    whole = max(map(len, forests(space, truly)))
    # Latent completion: the heaviest of the maximal forests within the true clusters.
    before = search.true
    change = search.complete(w)
    completed = max(scores[h].sum() for h in forests(space, truly) if len(h) == whole)
    assert search.true.sum() == whole
    assert scores[search.true].sum() == pytest.approx(completed)
    assert change == pytest.approx(phi[search.true].sum(axis=0) - phi[before].sum(axis=0), abs=1e-6)
    # Loss-augmented inference: n - k, minus 1 per correct link, plus `wrong_link` per wrong link.
    cuts = search(w)
    credit = np.where(space.same, 1, -wrong_link)
    worst = max((scores[h] - credit[h]).sum() for h in forests(space, everything)) + whole
    assert cuts.needed(w) == pytest.approx([worst - completed], abs=1e-5)
    assert cuts.needed(w)[0] >= -1e-6


def test_the_first_forest_has_the_shortest_links():
    labels = [np.array([0, 1, 0, 0, 1, 0])]

    def first(window: int) -> list[tuple[int, int]]:
        links = Links.windows([6], window)
        search = ForestSearch(PairFeatures.of(links.with_features(np.ones((links.n_links, 1))), labels), 1.0)
        pairs = search.space.pairs
        return list(zip(pairs.left[search.true].tolist(), pairs.right[search.true].tolist(), strict=True))

    # Without a window the chain of each cluster; with a window those of its links that lie within it.
    assert first(5) == [(0, 2), (2, 3), (1, 4), (3, 5)]
    assert first(2) == [(0, 2), (2, 3), (3, 5)]
    assert first(1) == [(2, 3)]


def objective(links: Links, labels: list[np.ndarray], w: np.ndarray, C: float) -> float:
    search = ForestSearch(PairFeatures.of(links, labels), 1.0)
    search.complete(w)
    return float(w @ w / 2 + C * search(w).needed(w)[0])


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("seed", range(3))
def test_the_objective_never_rises(C, seed):
    links, labels = random_links(seed, sizes=(9, 7, 8))
    learner = SpanningForestLearner(C, tol=0.0, epsilon=0.01).fit(links, labels)
    assert len(learner.objective_) == learner.n_iterations_ >= 2
    assert (np.diff(learner.objective_) <= 0).all()
    # The last value belongs to the returned weights, with the constraints of all sets computed anew.
    assert objective(links, labels, learner.coef_.astype(float), C) == pytest.approx(learner.objective_[-1], rel=1e-4)
    assert learner.objective_[-1] <= objective(links, labels, np.zeros(5), C)


@pytest.mark.parametrize("window", [None, 4])
def test_learns_what_can_be_told_apart(window):
    links, labels = separable(1)
    if window:
        kept = (links.item() - links.antecedent <= window) | (links.antecedent < 0)
        indptr = np.concatenate([[0], np.cumsum(kept)])[links.indptr]
        links = Links(links.sets, indptr, links.antecedent[kept], links.features[kept])
    learner = SpanningForestLearner()
    assert learner.fit(links, labels) is learner
    assert learner.coef_.dtype == np.float32
    assert learner.coef_[0] > 0 >= learner.coef_[1]
    assert learner.coef_[2] == 0  # the feature of the dummies
    unseen, true = separable(2)
    found = SpanningForestDecoder().decode_all(unseen, learner.decision_function(unseen))
    assert all(map(same_partition, found, true))


def test_the_true_forest_is_found_among_misleading_links():
    # Only adjacent items of a cluster have high scores; its other pairs look wrong, which a latent forest permits.
    labels = [np.repeat(np.arange(4), 3), np.repeat(np.arange(3), 4)]
    links = Links.windows([12, 12])
    flat = np.concatenate([x + 10 * k for k, x in enumerate(labels)])
    left = links.antecedent + np.repeat(np.repeat([0, 12], 12), np.diff(links.indptr))
    item = np.repeat(np.arange(24), np.diff(links.indptr))
    pair = links.antecedent >= 0
    near = pair & (flat[item] == flat[left]) & (item - left == 1)
    links = links.with_features(np.stack([near, pair & ~near], axis=1).astype(np.float32))
    learner = SpanningForestLearner(C=1.0).fit(links, labels)
    found = SpanningForestDecoder().decode_all(links, learner.decision_function(links))
    assert all(map(same_partition, found, labels))
    assert learner.coef_[0] > 0 > learner.coef_[1]


def test_cheaper_wrong_links_join_more():
    links, labels = random_links(6, sizes=(20, 20))
    true = links.coreferent(labels) & (links.antecedent >= 0)
    hint = 3.0 * true + np.random.default_rng(0).normal(size=links.n_links)
    links = links.with_features(np.stack([hint, np.ones(links.n_links)], axis=1).astype(np.float32))
    clusters = []
    for wrong_link in (0.01, 1.0):
        learner = SpanningForestLearner(C=1.0, wrong_link=wrong_link).fit(links, labels)
        found = SpanningForestDecoder().decode_all(links, learner.decision_function(links))
        clusters.append(sum(len(np.unique(x)) for x in found))
    assert clusters[0] < clusters[1]


def test_names_of_clusters_change_nothing():
    links, labels = random_links(3, sizes=(7, 0, 5, 1))
    learner = SpanningForestLearner(C=1.0)
    one, again = (clone(learner).fit(links, labels).coef_ for _ in range(2))
    other = learner.fit(links, [50 - 3 * label for label in labels]).coef_
    assert one.any()
    assert one.tobytes() == again.tobytes() == other.tobytes()


@pytest.mark.parametrize("sizes", [(1, 1), (0, 1), (2,)])
def test_nothing_to_cluster(sizes):
    links = Links.windows(sizes, 0)
    links = links.with_features(np.ones((links.n_links, 2), dtype=np.float32))
    learner = SpanningForestLearner().fit(links, [np.zeros(n, dtype=int) for n in sizes])
    assert learner.coef_.tolist() == [0, 0]
    assert learner.objective_ == [0, 0]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"C": 0}, "C is 0"),
        ({"wrong_link": -0.1}, "wrong_link is -0.1"),
        ({"tol": np.nan}, "tol is nan"),
        ({"max_iterations": 0}, "max_iterations is 0"),
        ({"max_rounds": 0}, "max_rounds is 0"),
        ({"epsilon": -1}, "epsilon is -1"),
    ],
)
def test_settings_are_checked_in_fit(settings, message):
    learner = SpanningForestLearner(**settings)
    with pytest.raises(SettingError, match=message):
        learner.fit(*random_links(0))


def test_bad_input():
    links, labels = random_links(0)
    broken = links.features.copy()
    broken.data[3] = np.inf
    with pytest.raises(LinksError, match="has the value inf"):
        SpanningForestLearner().fit(links.with_features(broken), labels)
    with pytest.raises(LinksError, match="labels of 2 sets for links of 3"):
        SpanningForestLearner().fit(links, labels[:2])


def test_too_few_iterations_are_told():
    with pytest.warns(ConvergenceWarning, match="CCCP has not converged after 1 iterations"):
        SpanningForestLearner(max_iterations=1).fit(*random_links(1))
    with pytest.warns(ConvergenceWarning, match="after 1 rounds"):
        SpanningForestLearner(C=10.0, max_rounds=1).fit(*random_links(1))


def test_a_progress_bar_an_iteration(capsys):
    SpanningForestLearner(verbose=True).fit(*random_links(0))
    err = capsys.readouterr().err
    assert "iteration 1" in err
    assert "objective=" in err
