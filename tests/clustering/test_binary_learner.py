"""The binary left-link learner: which links it is trained on, and what it learns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.links import random_links
from scipy import sparse
from sklearn.base import clone
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from corefpipe.clustering import Clusterer, Links
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.learners import BinaryLearner
from corefpipe.clustering.learners.binary import sample, sigmoid
from corefpipe.exceptions import LinksError, ModelError, SettingError


def all_links(labels: list[int]) -> tuple[Links, list[np.ndarray]]:
    """All pairs of one set; features: a constant, and whether the labels are equal; dummies have no features."""
    n = len(labels)
    flat = np.array([j for i in range(n) for j in range(-1, i)], dtype=np.int32)
    item = np.repeat(np.arange(n), np.arange(1, n + 1))
    same = np.array([j >= 0 and labels[i] == labels[j] for i, j in zip(item, flat, strict=True)])
    matrix = np.stack([flat >= 0, same], axis=1).astype(np.float32)
    indptr = np.concatenate([[0], np.cumsum(np.arange(1, n + 1))])
    return Links(np.array([0, n]), indptr, flat, sparse.csr_matrix(matrix)), [np.array(labels)]


def sampled(labels: list[int], sampling: str) -> set[tuple[int, int, bool]]:
    links, gold = all_links(labels)
    rows, right = sample(links, links.coreferent(gold), sampling)
    item = links.item()
    return {(int(item[r]), int(links.antecedent[r]), bool(y)) for r, y in zip(rows, right, strict=True)}


@pytest.mark.parametrize(
    ("sampling", "of_the_last"),
    [
        # a b a a b: the last one's antecedents are 0 (a), 1 (b), 2 (a), 3 (a)
        ("closest", {(4, 0, False), (4, 1, True), (4, 2, False), (4, 3, False)}),
        ("between", {(4, 1, True), (4, 2, False), (4, 3, False)}),
        ("all", {(4, 0, False), (4, 1, True), (4, 2, False), (4, 3, False)}),
    ],
)
def test_what_is_learned_from(sampling, of_the_last):
    found = sampled([0, 1, 0, 0, 1], sampling)
    assert {link for link in found if link[0] == 4} == of_the_last
    assert all(antecedent >= 0 for _, antecedent, _ in found)
    # the second item starts a cluster: `between` takes no examples from it
    assert ((1, 0, False) in found) == (sampling != "between")
    # the fourth item has two correct antecedents, of which the closest is used
    assert ((3, 2, True) in found, (3, 0, True) in found) == (True, sampling == "all")


@pytest.mark.parametrize("sampling", ["closest", "between", "all"])
@pytest.mark.parametrize("seed", range(3))
def test_samples_are_links_and_right_ones_are_right(sampling, seed):
    links, labels = random_links(seed)
    rows, right = sample(links, links.coreferent(labels), sampling)
    assert (np.diff(rows) > 0).all()
    assert np.array_equal(right, links.coreferent(labels)[rows])
    assert (links.antecedent[rows] >= 0).all()


@pytest.mark.parametrize("classifier", [None, LogisticRegression(C=100.0, fit_intercept=False)])
@pytest.mark.parametrize("sampling", ["closest", "between", "all"])
def test_separable_sets_are_separated(classifier, sampling):
    links, labels = all_links([0, 1, 0, 2, 1, 0, 2, 2, 1])
    learner = BinaryLearner(sampling, classifier).fit(links, labels)
    found = L3MDecoder(gamma=0).decode(links, links.features @ learner.coef_).labels
    assert found.tolist() == [0, 1, 0, 2, 1, 0, 2, 2, 1]


def test_the_same_seed_gives_the_same_weights():
    links, labels = random_links(1)
    one, other = BinaryLearner(seed=4).fit(links, labels), BinaryLearner(seed=4).fit(links, labels)
    assert one.coef_.tobytes() == other.coef_.tobytes()
    assert clone(one).get_params() == one.get_params()


def test_ng_and_cardie_skip_what_teaches_little():
    # a b a a: `teaching` excludes the closest correct antecedent of the last item, so the one before is the example.
    links, gold = all_links([0, 1, 0, 0])
    pronoun = np.array([False, False, True, False])
    item = links.item()
    links = replace(links, teaching=pronoun[item] | ~np.append(pronoun, False)[links.antecedent])
    rows, right = sample(links, links.coreferent(gold), "ng-cardie")
    found = {(int(item[r]), int(links.antecedent[r]), bool(y)) for r, y in zip(rows, right, strict=True)}
    assert found == {(2, 0, True), (2, 1, False), (3, 0, True), (3, 1, False)}
    with pytest.raises(LinksError, match=r"needs to know which links may be positive examples. Set `Links.teaching`"):
        BinaryLearner("ng-cardie").fit(*all_links([0, 1, 0, 0]))


@pytest.mark.parametrize(
    "classifier",
    [
        DecisionTreeClassifier(random_state=0),
        LogisticRegression(C=100.0),
        SVC(),
        SVC(kernel="linear"),
        make_pipeline(FunctionTransformer(lambda x: x.toarray(), accept_sparse=True), GaussianNB()),
        GaussianNB(),  # does not accept sparse matrices
        HistGradientBoostingClassifier(min_samples_leaf=2, random_state=0),
    ],
)
def test_any_classifier_may_stand_in(classifier, monkeypatch):
    monkeypatch.setattr("corefpipe.clustering.learners.binary._BLOCK", 7)
    links, labels = all_links([0, 1, 0, 2, 1, 0, 2, 2, 1])
    learner = BinaryLearner("all", classifier).fit(links, labels)
    scores = learner.decision_function(links)
    assert not scores[links.indptr[:-1]].any()
    right = links.coreferent(labels) & (links.antecedent >= 0)
    assert np.array_equal(scores > 0, right)
    assert L3MDecoder(gamma=0).decode(links, scores).labels.tolist() == [0, 1, 0, 2, 1, 0, 2, 2, 1]


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (
            [0, 0, 0],
            r"all 2 links .* are correct, .* Give items of several clusters, .* or learn from more links by sam",
        ),
        (
            [0, 1, 2],
            "all 3 links to learn from are wrong, and a classifier needs both kinds. Give clusters of two items",
        ),
        ([0], "no links between items to learn from. Give sets of two items or more"),
    ],
)
def test_nothing_to_tell_apart(labels, message):
    with pytest.raises(LinksError, match=message):
        BinaryLearner().fit(*all_links(labels))


@pytest.mark.parametrize(("settings", "message"), [({"passes": 0}, "passes is 0"), ({"l2": 0.0}, "l2 is 0.0")])
def test_settings_outside_their_range(settings, message):
    with pytest.raises(SettingError, match=message):
        BinaryLearner(**settings).fit(*random_links(0))


def test_unknown_sampling():
    links, labels = random_links(0)
    with pytest.raises(SettingError, match=r"unknown sampling 'closet'\. Did you mean closest\?"):
        BinaryLearner("closet").fit(links, labels)


def test_logistic_regression_is_that_of_scikit_learn():
    links, labels = random_links(3, sizes=(9, 8))
    learner = BinaryLearner("all", "logistic", l2=1e-3).fit(links, labels)
    rows = np.flatnonzero(links.antecedent >= 0)
    other = LogisticRegression(C=1 / (1e-3 * len(rows)), fit_intercept=False, max_iter=1000)
    other.fit(links.features[rows], links.coreferent(labels)[rows])
    assert learner.coef_ == pytest.approx(other.coef_[0], abs=1e-4)
    assert learner.predict_proba(links)[rows] == pytest.approx(
        other.predict_proba(links.features[rows])[:, 1], abs=1e-3
    )


@pytest.mark.parametrize(("slope", "offset"), [(1.0, 0.0), (3.0, -2.0), (200.0, 1.0)])
def test_the_sigmoid_of_scores(slope, offset):
    random = np.random.default_rng(0)
    scores = random.normal(size=200_000) / slope
    right = random.random(len(scores)) < 1 / (1 + np.exp(-(slope * scores + offset)))
    assert sigmoid(scores, right) == pytest.approx((slope, offset), rel=0.03, abs=0.03)


def test_the_sigmoid_never_falls():
    scores = np.linspace(-1, 1, 20)
    assert sigmoid(scores, scores < 0)[0] == 0
    slope, _ = sigmoid(scores, scores > 0)  # separable: Platt's targets keep it finite
    assert 0 < slope < 1000


LINEAR = ["logistic", "linear-svc", "perceptron", "winnow", "RidgeClassifier"]


@pytest.mark.parametrize("name", [*LINEAR, "svc", "RandomForestClassifier", "KNeighborsClassifier"])
def test_classifiers_by_name(name, tmp_path):
    links, labels = all_links([0, 1, 0, 2, 1, 0, 2, 2, 1])
    clusterer = Clusterer.named("binary", sampling="all", classifier=name).fit(links, labels)
    scores = clusterer.decision_function(links)
    assert np.array_equal(scores > 0, links.coreferent(labels) & (links.antecedent >= 0))
    assert hasattr(clusterer.learner_, "coef_") == (name in LINEAR)
    if name not in LINEAR:
        with pytest.raises(ModelError, match="the learner has no weights to write"):
            clusterer.to_disk(tmp_path)
        return
    clusterer.to_disk(tmp_path)
    read = Clusterer.from_disk(tmp_path)
    assert read.learner.classifier == name
    assert np.allclose(read.decision_function(links), scores, rtol=1e-5)
    assert [one.tolist() for one in read.predict(links)] == [one.tolist() for one in clusterer.predict(links)]


# NumPy's matrix product may report invalid values that it does not have; the scores are compared below.
@pytest.mark.filterwarnings("ignore:invalid value encountered in matmul:RuntimeWarning")
def test_a_linear_classifier_with_an_intercept(tmp_path):
    links, labels = random_links(1, (9, 7))
    clusterer = Clusterer.named("binary", sampling="all", classifier="LinearDiscriminantAnalysis").fit(links, labels)
    between = links.antecedent >= 0
    expected = clusterer.learner_.classifier_.decision_function(links.features[between].toarray())
    assert clusterer.decision_function(links)[between] == pytest.approx(expected)
    with pytest.raises(ModelError, match="the learner has no weights to write"):
        clusterer.to_disk(tmp_path)


@pytest.mark.parametrize("name", ["perceptron", "winnow", "RandomForestClassifier"])
def test_the_seed_of_a_classifier_by_name(name):
    links, labels = random_links(1, (9, 7))
    one, same, other = (BinaryLearner("all", name, seed=seed).fit(links, labels) for seed in (1, 1, 2))
    assert one.decision_function(links).tobytes() == same.decision_function(links).tobytes()
    assert one.decision_function(links).tobytes() != other.decision_function(links).tobytes()


def test_balanced_classes():
    links, labels = random_links(1, (9, 7))
    right = [
        (BinaryLearner("all", "logistic", balance=balance).fit(links, labels).decision_function(links) > 0).sum()
        for balance in (False, True)
    ]
    assert right[0] < right[1]


@pytest.mark.parametrize(
    ("classifier", "balance", "message"),
    [
        ("perceptrn", False, r"unknown classifier 'perceptrn'\. Did you mean perceptron"),
        ("VotingClassifier", False, r"VotingClassifier cannot be made by its name: .* Give the classifier itself"),
        ("winnow", True, r"Winnow has no weights of classes\. Set balance=False"),
        ("KNeighborsClassifier", True, "KNeighborsClassifier has no weights of classes"),
        (3, False, "classifier is 3, which is no classifier. It must be a name, or an instance"),
    ],
)
def test_wrong_classifiers(classifier, balance, message):
    with pytest.raises(SettingError, match=message):
        BinaryLearner("all", classifier, balance=balance).fit(*all_links([0, 1, 0]))
