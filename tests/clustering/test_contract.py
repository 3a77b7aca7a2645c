"""The contract of `Clusterer`: links or item sets, numbers of clusters, probabilities, constraints, assignment."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import random_links, separable
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score

from corefpipe.clustering import Clusterer, Constraints, ItemSets
from corefpipe.clustering.blocking import Blocking
from corefpipe.clustering.comparing import Comparison
from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.learners import BinaryLearner
from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.exceptions import LinksError, ModelError, SettingError

SIZES = (6, 4, 7, 5)
PAIRWISE = {"sampling": "all", "classifier": "logistic", "l2": 1e-4}
NAMES = ["Ann Lee", "Bob Stone", "Carla Diaz", "Dmitri Orlov"]


def spelled(seed: int, n: int = 10) -> tuple[list[dict[str, str]], np.ndarray]:
    """Records of four people, some of them misspelt, and who they are."""
    random = np.random.default_rng(seed)
    labels = random.integers(0, len(NAMES), n)
    records = []
    for label in labels.tolist():
        name = list(NAMES[label])
        if random.random() < 0.5:
            del name[int(random.integers(1, len(name)))]
        records.append({"name": "".join(name), "born": str(1950 + 9 * label)})
    return records, labels


@pytest.fixture(scope="module")
def people() -> tuple[ItemSets, list[np.ndarray]]:
    """Six sets of records, and their labels."""
    sets, labels = zip(*(spelled(seed) for seed in range(6)), strict=True)
    return ItemSets.records(sets), list(labels)


@pytest.fixture(scope="module")
def points() -> tuple[ItemSets, list[np.ndarray]]:
    """Six sets of vectors around four centres, and their labels."""
    random = np.random.default_rng(1)
    labels = [random.integers(0, 4, 12) for _ in range(6)]
    centres = 9 * random.normal(size=(4, 3))
    return ItemSets.vectors([centres[label] + random.normal(size=(12, 3)) for label in labels]), labels


def lists(found: list[np.ndarray]) -> list[list[int]]:
    return [labels.tolist() for labels in found]


@pytest.mark.parametrize("kind", ["people", "points"])
def test_item_sets(kind, request, tmp_path):
    items, labels = request.getfixturevalue(kind)
    clusterer = Clusterer.named("binary", "agglomerative", **PAIRWISE).fit(items[:4], labels[:4])
    assert clusterer.score(items[4:], labels[4:], metric="pairwise") > 0.9
    assert clusterer.n_features_in_ == clusterer.links(items[:1]).features.shape[1]
    assert lists(clusterer.predict([items[4], items[5]])) == lists(clusterer.predict(items[4:]))
    assert [len(set(found.tolist())) for found in clusterer.predict(items[4:], n_clusters=[2, 5])] == [2, 5]
    clusterer.to_disk(tmp_path)
    read = Clusterer.from_disk(tmp_path)
    assert lists(read.predict(items)) == lists(clusterer.predict(items))
    assert read.predict_proba(items).tolist() == clusterer.predict_proba(items).tolist()
    assert read.comparison_ == clusterer.comparison_


@pytest.mark.parametrize("kind", ["people", "points"])
def test_cross_validation_and_grid_search(kind, request):
    items, labels = request.getfixturevalue(kind)
    clusterer = Clusterer.named("binary", "agglomerative", **PAIRWISE)
    found = cross_val_score(clusterer, items, labels, cv=3)
    assert len(found) == 3
    assert found.min() > 0.8
    grid = {"decoder__threshold": [-100.0, 0.0], "learner__l2": [1e-4, 1e-3]}
    search = GridSearchCV(clusterer, grid, cv=3).fit(items, labels)
    assert search.best_params_["decoder__threshold"] == 0
    assert search.best_score_ > 0.8


def test_a_grid_over_comparisons(people):
    items, labels = people
    comparisons = [Comparison({"born": ["equal"]}), Comparison({"name": ["abbreviation"]})]
    grid = {"comparison": comparisons, "blocking": [None, Blocking.of(sorted={})]}
    search = GridSearchCV(Clusterer.named("binary", "agglomerative", **PAIRWISE), grid, cv=2).fit(items, labels)
    assert search.best_params_["comparison"] is comparisons[0]
    assert clone(search.best_estimator_).comparison == comparisons[0]


def test_a_comparison_of_vectors_takes_their_dimensions(points, tmp_path):
    items, labels = points
    comparisons = [Comparison(["cosine"]), Comparison(["absolute"])]
    search = GridSearchCV(Clusterer.pairwise(), {"comparison": comparisons}, cv=2).fit(items, labels)
    assert search.best_params_["comparison"] in comparisons
    clusterer = Clusterer.pairwise(comparison=comparisons[0]).fit(items, labels)
    assert clusterer.comparison_ == Comparison(["cosine"], 3)
    clusterer.to_disk(tmp_path)
    read = Clusterer.from_disk(tmp_path)
    assert [found.tolist() for found in read.predict(items)] == [found.tolist() for found in clusterer.predict(items)]
    with pytest.raises(LinksError, match="vectors of 2 dimensions for a comparison of 3"):
        read.predict(ItemSets.vectors([np.eye(2)]))


def test_before_fit_and_items_of_another_kind(people, points):
    clusterer = Clusterer.pairwise()
    for use in (clusterer.predict, clusterer.predict_proba, clusterer.links):
        with pytest.raises(NotFittedError):
            use(people[0])
    with pytest.raises(LinksError, match=r"vectors for a comparison of records of name, born. Give records with"):
        clusterer.fit(*people).predict(points[0])
    with pytest.raises(LinksError, match=r"records for a comparison of vectors of 3 dimensions. Give such vectors"):
        clusterer.fit(*points).predict(people[0])
    links = clusterer.links(points[0])
    with pytest.raises(LinksError, match="item sets for a clusterer that learned from Links"):
        clusterer.fit(links, points[1]).predict(points[0])


def test_blocking_and_window(people, tmp_path):
    items, labels = people
    clusterer = Clusterer.named("binary", "agglomerative", **PAIRWISE)
    blocking = Blocking.of(sorted={"fields": ["born"], "window": 2}, keys={"fields": ["name"]})
    every = clusterer.fit(items, labels).links(items).n_links
    assert clusterer.set_params(window=2).fit(items, labels).links(items).n_links < every
    clusterer.set_params(window=None, blocking=blocking).fit(items, labels)
    assert clusterer.links(items).n_links < every
    clusterer.to_disk(tmp_path)
    read = Clusterer.from_disk(tmp_path)
    assert read.links(items).antecedent.tolist() == clusterer.links(items).antecedent.tolist()
    assert read.blocking.to_table() == blocking.to_table()
    # A clusterer without blocking that is written to the same folder leaves none behind.
    clusterer.set_params(blocking=None).fit(items, labels).to_disk(tmp_path)
    assert Clusterer.from_disk(tmp_path).blocking is None
    (tmp_path / "comparison.toml").write_text("[fields]\nborn = ['equal']\n")
    with pytest.raises(ModelError, match=r"comparison.toml has changed"):
        Clusterer.from_disk(tmp_path)


def test_sets_are_blocked_unless_all_pairs_are_wanted(monkeypatch, people):
    items, labels = people
    clusterer = Clusterer.named("binary", "agglomerative", **PAIRWISE).fit(items, labels)
    assert clusterer.blocking_ == Blocking.guess(items)
    monkeypatch.setattr(Blocking, "pairs", lambda self, items, number=0: np.array([[0, 1]]))
    assert (clusterer.links(items).antecedent >= 0).sum() == len(items)
    every = clusterer.set_params(blocking=None).prepare(items).links(items)
    assert (every.antecedent >= 0).sum() == sum(n * (n - 1) // 2 for n in items.sizes.tolist())


@pytest.mark.parametrize("name", LEARNERS)
def test_renaming_labels_changes_nothing(name, points):
    items, labels = points
    one = Clusterer.named(name).fit(items, labels)
    other = Clusterer.named(name).fit(items, [90 - 7 * label for label in labels])
    assert one.learner_.coef_.tobytes() == other.learner_.coef_.tobytes()


@pytest.mark.parametrize("decoder", DECODERS)
@given(order=st.permutations(range(len(SIZES))))
def test_permuting_sets_permutes_results(decoder, order):
    links, labels = random_links(2, SIZES)
    clusterer = Clusterer.named("l3m", decoder, gamma=0.5)
    if decoder == "correlation":
        clusterer.set_params(decoder__method="greedy")
    clusterer.fit(links, labels)
    found, again = clusterer.predict(links), clusterer.predict(links[order])
    assert lists(again) == lists([found[number] for number in order])


@settings(max_examples=4)
@given(seed=st.integers(0, 2**32 - 1))
def test_permuted_items_get_the_same_clusters(seed, people, points):
    random = np.random.default_rng(seed)
    for items, labels in (people, points):
        orders = [random.permutation(size) for size in items.sizes.tolist()]
        shuffled = ItemSets.stack([items.take(order, number) for number, order in enumerate(orders)])
        again = [label[order] for label, order in zip(labels, orders, strict=True)]
        one = Clusterer.pairwise().fit(items[:4], labels[:4]).predict(items[4:])
        other = Clusterer.pairwise().fit(shuffled[:4], again[:4]).predict(shuffled[4:])
        for found, permuted, order in zip(one, other, orders[4:], strict=True):
            assert by_first_item(found[order]).tolist() == permuted.tolist()


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("l3m", {"gamma": 0}),
        ("l3m", {"gamma": 0.3}),
        ("l3m-batch", {}),
        ("binary", {}),
        ("binary", PAIRWISE),
        ("binary", {"classifier": LogisticRegression()}),
    ],
)
def test_probabilities(name, settings):
    links, labels = random_links(3, SIZES)
    clusterer = Clusterer.named(name, **settings).fit(links, labels)
    found = clusterer.predict_proba(links)
    assert found.shape == (links.n_links,)
    assert found.dtype == np.float64
    assert ((found >= 0) & (found <= 1)).all()
    totals = np.add.reduceat(found, links.indptr[:-1])
    if name == "binary":
        lo, hi = links.indptr[5:7]
        assert found[lo] == pytest.approx(np.prod(1 - found[lo + 1 : hi]))
    else:
        assert totals == pytest.approx(1)
    # More probable are links of a higher score; among those of one item.
    scores = clusterer.decision_function(links)
    rows = np.arange(*links.indptr[5:7])[1:]
    assert np.argsort(found[rows]).tolist() == np.argsort(scores[rows]).tolist()


@pytest.mark.parametrize("settings", [PAIRWISE, {"sampling": "all"}, {"sampling": "between"}])
def test_probabilities_of_pairs_are_calibrated(settings):
    random = np.random.default_rng(0)
    links, labels = random_links(0, sizes=(60,) * 6, n_features=1)
    same = links.coreferent(labels)
    noisy = np.stack([same + random.normal(size=len(same)), np.ones(len(same))], axis=1)
    links = links.with_features(np.where(links.antecedent < 0, 0, noisy.T).T.astype(np.float32))
    found = Clusterer.named("binary", **settings).fit(links[:3], labels[:3]).predict_proba(links[3:])
    pairs = links[3:].antecedent >= 0
    right = links[3:].coreferent(labels[3:])
    for low, high in ((0, 0.2), (0.2, 0.4), (0.4, 0.7)):
        chosen = pairs & (found >= low) & (found < high)
        assert found[chosen].mean() == pytest.approx(right[chosen].mean(), abs=0.05)


@pytest.mark.parametrize("name", ["sum-link", "unit", "spanning-forest", "correlation-svm"])
def test_scores_that_are_no_probabilities(name):
    links, labels = separable(0)
    with pytest.raises(SettingError, match=r"are no probabilities. Use the learner binary .* or l3m"):
        Clusterer.named(name).fit(links, labels).predict_proba(links)


def test_no_labels():
    links, _ = separable(0)
    assert Clusterer.named("unit").fit(links).score(links, Clusterer.named("unit").fit_predict(links)) == 1
    with pytest.raises(LinksError, match=r"no labels to learn from. Give y"):
        Clusterer.named("l3m").fit(links)


def test_constraints_of_predict():
    links, labels = random_links(4, SIZES)
    clusterer = Clusterer.named("l3m").fit(links, labels)
    constraints = Constraints(together=[(0, 3)], apart=[(0, 1)])
    found = clusterer.predict(links, constraints=[constraints, None, None, constraints])
    for own in (found[0], found[3]):
        assert own[0] == own[3] != own[1]
    assert lists(clusterer.predict(links[0], constraints=constraints)) == lists(found[:1])
    assert clusterer.predict(links[0], 4, constraints)[0].max() == 3


def test_random_state():
    links, labels = random_links(4, SIZES)
    weights = [
        Clusterer.named("l3m").set_params(random_state=state).fit(links, labels).learner_.coef_.tobytes()
        for state in (1, 1, 2, np.random.RandomState(1), None)
    ]
    assert weights[0] == weights[1] == weights[3]
    assert len(set(weights)) == 3
    forest = Clusterer(BinaryLearner("all", LogisticRegression()), Clusterer.named("l3m").decoder, random_state=3)
    forest.fit(links, labels)
    assert forest.learner_.classifier_.random_state is not None
    assert forest.learner.classifier.random_state is None


ASSIGNING = ["l3m", "best-link", "closest-link", "sum-link", "agglomerative", "correlation", "spanning-forest"]


@pytest.mark.parametrize("decoder", ASSIGNING)
@given(seed=st.integers(0, 99), data=st.data())
def test_known_items_keep_their_labels(decoder, seed, data):
    links, labels = random_links(seed, SIZES)
    clusterer = Clusterer.named("unit", decoder).fit(links, labels)
    known = [np.array(data.draw(st.lists(st.integers(-1, 5), min_size=n, max_size=n)), dtype=int) for n in SIZES]
    found = clusterer.assign(links, known)
    for own, given_labels in zip(found, known, strict=True):
        kept = given_labels >= 0
        assert own[kept].tolist() == given_labels[kept].tolist()
        new = sorted(set(own.tolist()) - set(given_labels.tolist()))
        assert new == list(range(given_labels.max() + 1, given_labels.max() + 1 + len(new)))


@pytest.mark.parametrize("decoder", ASSIGNING)
def test_assignment(decoder, people):
    items, labels = people
    clusterer = Clusterer.named("binary", decoder, **PAIRWISE).fit(items[:4], labels[:4])
    known = labels[4] * 10
    partial = np.full(len(known), -1)
    first = np.unique(known, return_index=True)[1]
    partial[first] = known[first]
    assert clusterer.assign(items[4], [partial])[0].tolist() == known.tolist()
    stranger = ItemSets.records([[*spelled(4)[0], {"name": "Zoe Quinn", "born": "2001"}]])
    assert clusterer.assign(stranger, [np.append(known, -1)])[0][-1] == known.max() + 1


@pytest.mark.parametrize("decoder", ASSIGNING)
def test_assignment_keeps_decided_pairs(decoder):
    links, labels = random_links(4, (6, 4))
    clusterer = Clusterer.named("unit", decoder).fit(links, labels)
    known = [np.array([-1, 3, -1, 5, -1, -1]), np.full(4, -1)]
    decided = [Constraints(together=[(0, 1), (4, 5)], apart=[(2, 0), (2, 3), (5, 1)]), None]
    found = clusterer.assign(links, known, decided)[0].tolist()
    assert (found[0], found[1], found[3], found[4]) == (3, 3, 5, found[5])
    assert found[2] not in (3, 5)
    assert found[5] != 3
    with pytest.raises(LinksError, match="1 constraints for 2 sets"):
        clusterer.assign(links, known, decided[0])
    with pytest.raises(LinksError, match="constraints of starts or values in an assignment"):
        clusterer.assign(links, known, [Constraints(starts=np.zeros(6, dtype=bool)), None])
    with pytest.raises(LinksError, match="items 1 and 3 have different values"):
        clusterer.assign(links, known, [Constraints(together=[(1, 3)]), None])


def test_assignment_without_known_items_is_clustering():
    links, labels = random_links(4, SIZES)
    clusterer = Clusterer.named("l3m").fit(links, labels)
    assert lists(clusterer.assign(links, [np.full(n, -1) for n in SIZES])) == lists(clusterer.predict(links))


def test_what_cannot_be_assigned():
    links, labels = random_links(4, SIZES)
    with pytest.raises(SettingError, match="AllInOneDecoder cannot assign new items"):
        Clusterer.named("unit", "all-in-one").fit(links).assign(links, labels)
    with pytest.raises(LinksError, match=r"the label of item 2 of set 1 is -2. Known clusters are numbered from 0"):
        Clusterer.named("unit").fit(links).assign(links, [labels[0], np.array([0, 0, -2, 0]), *labels[2:]])


def test_links_and_item_sets_do_not_mix(people):
    items, labels = people
    with pytest.raises(LinksError, match="item sets for a clusterer that learned from Links"):
        Clusterer.named("unit").fit(random_links(0)[0]).predict(items)
    with pytest.raises(LinksError, match=r"expected Links, ItemSets or a sequence of either, got a list with dict"):
        Clusterer.named("unit").fit([{"name": "Ann"}])
    with pytest.raises(SettingError, match=r"comparison is 'edit'. Give a Comparison"):
        Clusterer.named("unit").set_params(comparison="edit").fit(items, labels)
    with pytest.raises(SettingError, match=r"blocking is 'all'. Give a Blocking, None for all pairs"):
        Clusterer.named("unit").set_params(blocking="all").fit(items, labels)


def test_what_suits_records(people):
    items, labels = people
    clusterer = Clusterer.pairwise(threshold=0.5, l2=1e-3, window=3, random_state=1)
    assert (clusterer.learner.classifier, clusterer.learner.l2) == ("logistic", 1e-3)
    assert (clusterer.decoder.threshold, clusterer.decoder.unlinked) == (0.5, -1)
    assert (clusterer.window, clusterer.random_state, clusterer.blocking) == (3, 1, "auto")
    assert Clusterer.pairwise().fit(items[:4], labels[:4]).score(items[4:], labels[4:], metric="pairwise") > 0.9
    with pytest.raises(SettingError, match="unknown setting 'windows'"):
        Clusterer.pairwise(windows=3)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"random_state": np.int64(3), "window": np.int64(4), "l2": np.float32(0.5), "threshold": np.float32(0.5)},
        {"comparison": Comparison({"name": ["edit"]}), "blocking": None},
        {"blocking": Blocking.of(all={"most": np.int64(50)})},
    ],
)
def test_arguments_survive_the_disk(people, settings, tmp_path):
    items, labels = people
    clusterer = Clusterer.pairwise(**settings).fit(items, labels)
    clusterer.to_disk(tmp_path)
    read = Clusterer.from_disk(tmp_path)
    (given, learner), (found, other) = ((one.get_params(), one.get_params()["learner"]) for one in (clusterer, read))
    assert learner.get_params() == other.get_params()
    assert given | {"learner": None} == found | {"learner": None}
    # A comparison that was guessed is guessed again for other fields.
    if not settings:
        assert read.fit(ItemSets.records([[{"a": "x"}, {"a": "x"}, {"a": "y"}]]), [[0, 0, 1]]).comparison is None


def test_own_values_in_files(people, tmp_path):
    items, labels = people
    clusterer = Clusterer.pairwise().fit(items, labels)
    clusterer.meta = {"column": "person", "fields": ["a", "b"], "rows": np.int64(3)}
    clusterer.to_disk(tmp_path)
    assert Clusterer.from_disk(tmp_path).meta == clusterer.meta
    clusterer.meta = {"column": {"person"}}
    with pytest.raises(ModelError, match=r"`meta` cannot be written: .*set.*\. It may hold str, int"):
        clusterer.to_disk(tmp_path)
    with pytest.raises(ModelError, match=r"there is no clusterer.toml, so no clusterer. Name a folder that"):
        Clusterer.from_disk(tmp_path / "none")
