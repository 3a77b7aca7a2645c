"""What somebody who comes from scikit-learn tries first: each does what they expect, or says what is wrong."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from helpers.links import random_links
from scipy import sparse
from sklearn.cluster import KMeans
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from corefpipe.clustering import Clusterer, Constraints, ItemSets, Links
from corefpipe.clustering.decoders import AgglomerativeDecoder, L3MDecoder
from corefpipe.clustering.learners import BinaryLearner, L3MLearner
from corefpipe.clustering.partitioners import KMeansPartitioner
from corefpipe.clustering.registry import LEARNERS, PARTITIONERS
from corefpipe.exceptions import LinksError, SettingError

SIZES = (6, 4, 7)


@pytest.fixture(scope="module")
def data() -> tuple[Links, list[np.ndarray]]:
    """Three random item sets with labels."""
    return random_links(5, SIZES)


@pytest.fixture(scope="module")
def points() -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Four sets of vectors around three centres, and their labels."""
    random = np.random.default_rng(1)
    labels = [random.integers(0, 3, 9) for _ in range(4)]
    centres = 9 * random.normal(size=(3, 2))
    return [centres[label] + random.normal(size=(9, 2)) for label in labels], labels


def test_a_pipeline_from_arrays(points):
    arrays, labels = points
    pipeline = make_pipeline(FunctionTransformer(ItemSets.vectors), Clusterer.pairwise()).fit(arrays, labels)
    assert pipeline.score(arrays, labels) > 0.9
    assert [len(found) for found in pipeline.predict(arrays)] == [9] * 4
    grid = {"clusterer__decoder__linkage": ["average", "single"], "clusterer__learner__l2": [1e-5, 1e-3]}
    search = GridSearchCV(pipeline, grid, cv=2).fit(arrays, labels)
    assert search.best_score_ > 0.9


@pytest.mark.parametrize("given", ["links", "items"])
def test_sets_are_no_array(given, data, points):
    sets = data[0] if given == "links" else ItemSets.vectors(points[0])
    with pytest.raises(LinksError, match=r"cannot become an array.*Clusterer"):
        np.asarray(sets)
    with pytest.raises(LinksError, match="cannot become an array"):
        make_pipeline(StandardScaler(), Clusterer.pairwise()).fit(sets, points[1])


@pytest.mark.parametrize("number", [3.0, "3", {3}, np.array([2.5] * 3), [3, "3", 3], True])
def test_numbers_of_clusters_that_are_no_whole_numbers(data, number):
    clusterer = Clusterer.named("binary", "agglomerative", sampling="all").fit(*data)
    with pytest.raises(SettingError, match=r"n_clusters is .*whole number"):
        clusterer.predict(data[0], n_clusters=number)


def test_numbers_of_clusters_of_numpy(data):
    clusterer = Clusterer.named("binary", "agglomerative", sampling="all").fit(*data)
    for number in (np.int64(3), np.array([3, 3, 3]), np.array(3), (3, 3, 3)):
        assert [found.max() + 1 for found in clusterer.predict(data[0], n_clusters=number)] == [3, 3, 3]


@pytest.mark.parametrize("given", [[(0, 1)], [{"together": [(0, 1)]}], [None, [(0, 1)], None]])
def test_pairs_are_no_constraints(data, given):
    links, labels = data
    clusterer = Clusterer.named("l3m").fit(links, labels)
    with pytest.raises(LinksError, match=r"constraints of set \d are a (tuple|dict|list)\. Give Constraints"):
        clusterer.predict(links if len(given) == 3 else links[0], constraints=given)
    with pytest.raises(LinksError, match="constraints are a list"):
        L3MDecoder().decode(links[0], np.zeros(links[0].n_links), [(0, 1)])


def test_constraints_of_another_number_of_sets(data):
    links, labels = data
    with pytest.raises(LinksError, match=r"constraints of 1 sets for links of 3\. Give one .* None"):
        Clusterer.named("l3m").fit(links, labels).predict(links, constraints=[Constraints([(0, 1)])])


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("given", [np.zeros((3, 2)), "links of one set", None])
def test_learners_take_links(name, given, data):
    links, labels = data
    given = [links] if isinstance(given, str) else given
    learner = LEARNERS[name].kind()
    with pytest.raises(LinksError, match=r"expected Links, got (list|ndarray|NoneType)"):
        learner.fit(given, labels)
    learner.fit(links, labels)
    with pytest.raises(LinksError, match="expected Links"):
        learner.decision_function(given)


def test_decoders_take_links(data):
    for decode in (L3MDecoder().decode, L3MDecoder().decode_all):
        with pytest.raises(LinksError, match="expected Links, got list"):
            decode([data[0]], np.zeros(data[0].n_links))


def test_probabilities_before_fit(data):
    for learner in (BinaryLearner(), L3MLearner()):
        with pytest.raises(NotFittedError):
            learner.predict_proba(data[0])


@pytest.mark.parametrize("model", [Ridge(), KMeans(2), LogisticRegression, 3])
def test_what_is_no_classifier(model, data):
    with pytest.raises(SettingError, match=r"classifier is .*, which is no classifier"):
        BinaryLearner("all", model).fit(*data)


def test_the_weights_are_those_of_the_last_fit(data):
    links, labels = data
    learner = BinaryLearner("all", "linear-svc").fit(links, labels)
    assert hasattr(learner, "coef_")
    learner.set_params(classifier="svc").fit(links, labels)
    assert not hasattr(learner, "coef_")
    assert learner.set_params(classifier="linear-svc").fit(links, labels).coef_.shape == (5,)


@pytest.mark.parametrize("name", PARTITIONERS)
def test_random_states(name):
    partitioner = PARTITIONERS[name].kind()
    distances = np.abs(np.subtract.outer(*[np.random.default_rng(0).normal(size=12)] * 2))
    found = partitioner.partition_distances(distances, 4, random_state=np.random.RandomState(3))
    again = partitioner.partition_distances(distances, 4, random_state=np.random.RandomState(3))
    assert found.tolist() == again.tolist()
    assert found.max() == 3
    with pytest.raises(SettingError, match=r"random_state is None.*RandomState"):
        partitioner.partition_distances(distances, 4, random_state=None)


def test_a_random_state_moves_on():
    # Of a state that is used twice, as of scikit-learn's estimators, the second seed is another one.
    random = np.random.RandomState(0)
    vectors = np.random.default_rng(0).normal(size=(40, 2))
    runs = [KMeansPartitioner(starts=1).partition(vectors, 12, random_state=random) for _ in range(2)]
    assert runs[0].tolist() != runs[1].tolist()


@pytest.mark.parametrize("sizes", [[-2], [2.5], ["2"], 3, [True]])
def test_sizes_of_sets(sizes):
    with pytest.raises(LinksError, match=r"sizes .*whole numbers"):
        Links.windows(sizes)


@pytest.mark.parametrize("features", [[["a"], ["b"], ["c"]], np.zeros((3, 2), dtype=object), np.zeros((3, 1), complex)])
def test_features_that_are_no_numbers(features):
    with pytest.raises(LinksError, match="features"):
        Links.windows([2]).with_features(features).check()


def test_tables_of_other_kinds():
    frame = SimpleNamespace(columns=["name"], to_dicts=lambda: [{"name": "Ann"}])  # as polars has them
    with pytest.raises(
        LinksError, match=r"set 0 is a SimpleNamespace\. Give a list of dicts from field to value, a Da"
    ):
        ItemSets.records([frame])
    with pytest.raises(LinksError, match=r"the sets are a SimpleNamespace\. Give a list with"):
        ItemSets.records(frame)
    with pytest.raises(LinksError, match=r"set 0 is a dict\. Give a list of sets"):
        ItemSets.records([{"name": "Ann"}])


def test_arrays_of_other_kinds():
    with pytest.raises(LinksError, match=r"shape \(2,\).*one array per set"):
        ItemSets.vectors(np.zeros((3, 2)))
    with pytest.raises(LinksError, match=r"set 0 is a sparse matrix\. .*toarray"):
        ItemSets.vectors([sparse.csr_matrix(np.eye(3))])


def test_a_classifier_of_ones_own_in_a_grid(points):
    items = ItemSets.vectors(points[0])
    clusterer = Clusterer(BinaryLearner("all", LogisticRegression()), AgglomerativeDecoder())
    search = GridSearchCV(clusterer, {"learner__classifier__C": [0.1, 10.0]}, cv=2).fit(items, points[1])
    assert search.best_params_["learner__classifier__C"] == search.best_estimator_.learner.classifier.C
    assert clusterer.learner.classifier.C == 1.0
