"""scikit-learn's tools with a Clusterer: cross-validation, grid search, clones, processes."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from helpers.links import random_links, separable
from sklearn.base import clone, is_clusterer
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    cross_val_score,
    cross_validate,
    learning_curve,
    train_test_split,
)
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import estimator_checks_generator, parametrize_with_checks

from corefpipe.clustering import (
    AnnealingClusterer,
    BalancedWinnow,
    BrownClusterer,
    Clusterer,
    ItemSets,
    KMeansClusterer,
    Links,
    MixtureClusterer,
    SoftKMeansClusterer,
    XingMetric,
)
from corefpipe.clustering.decoders import BestLinkDecoder, L3MDecoder
from corefpipe.clustering.learners import BinaryLearner, L3MLearner
from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.exceptions import LinksError, SettingError

SIZES = (6, 4, 7, 5, 8, 6, 3, 5)


@pytest.fixture(scope="module")
def data() -> tuple[Links, list[np.ndarray]]:
    """Eight random item sets with labels."""
    return random_links(5, SIZES)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_cross_val_score(data, n_jobs):
    links, labels = data
    clusterer = Clusterer.named("l3m", passes=3)
    found = cross_val_score(clusterer, links, labels, cv=4, n_jobs=n_jobs)
    by_hand = [
        clone(clusterer).fit(links[train], [labels[i] for i in train]).score(links[test], [labels[i] for i in test])
        for train, test in KFold(4).split(links)
    ]
    assert found.tolist() == by_hand
    assert len(set(by_hand)) > 1


def test_other_metrics(data):
    links, labels = data
    clusterer = Clusterer.named("l3m", passes=3)
    scorers = {name: lambda own, X, y, name=name: own.score(X, y, name) for name in ("pairwise", "vi")}
    found = cross_validate(clusterer, links, labels, cv=2, scoring=scorers)
    assert all(0 <= value <= 1 for value in found["test_pairwise"])
    assert all(value < 0 for value in found["test_vi"])
    for wrong in (["pairwise"], len, None):
        with pytest.raises(SettingError, match=r"metric is .*\. Give the name of one metric, such as pairwise"):
            clusterer.fit(links, labels).score(links, labels, wrong)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_grid_search(n_jobs):
    links, labels = Links.stack([separable(i)[0] for i in range(3)]), [one for i in range(3) for one in separable(i)[1]]
    grid = {"learner__gamma": [0, 0.5], "learner__passes": np.arange(1, 3), "decoder__gamma": [0.0, 1.0]}
    search = GridSearchCV(Clusterer.named("l3m"), grid, cv=3, n_jobs=n_jobs).fit(links, labels)
    assert len(search.cv_results_["params"]) == 8
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    best = search.best_estimator_
    assert (best.learner.gamma, best.decoder.gamma) == tuple(
        search.best_params_[name] for name in ("learner__gamma", "decoder__gamma")
    )
    assert search.score(links, labels) == best.score(links, labels) > 0.9
    assert [len(one) for one in search.predict(links)] == [12, 9] * 3


def test_one_gamma_for_both():
    grid = [{"learner__gamma": [g], "decoder__gamma": [g]} for g in (0, 0.5)]
    search = GridSearchCV(Clusterer.named("l3m"), grid, cv=2).fit(*random_links(1, SIZES))
    assert search.cv_results_["params"] == [{"learner__gamma": g, "decoder__gamma": g} for g in (0, 0.5)]


def test_a_grid_of_learners_and_decoders(tmp_path):
    grid = {
        "learner": [L3MLearner(), BinaryLearner("all")],
        "decoder": [L3MDecoder(), BestLinkDecoder()],
        "learner__l2": np.array([1e-4, 1e-2]),
    }
    search = GridSearchCV(Clusterer.named("unit"), grid, cv=2).fit(*random_links(1, SIZES))
    assert len(search.cv_results_["params"]) == 8
    search.best_estimator_.to_disk(tmp_path)  # settings may be NumPy numbers
    assert Clusterer.from_disk(tmp_path).learner.l2 == search.best_params_["learner__l2"]


def test_splits_and_curves(data):
    links, labels = data
    train, test, _, true = train_test_split(links, labels, test_size=3, random_state=0)
    clusterer = Clusterer.named("l3m").fit(train, _)
    assert clusterer.score(test, true) == clusterer.score(Links.stack(test), true)
    assert [len(one) for one in clusterer.fit_predict(train, _)] == [part.n_items for part in train]
    assert clusterer.decision_function(test).shape == (sum(part.n_links for part in test),)
    found = cross_validate(
        Clusterer.named("sum-link"), links, labels, groups=[0, 0, 1, 1, 2, 2, 3, 3], cv=GroupKFold(4)
    )
    assert np.isfinite(found["test_score"]).all()
    sizes, _, scores = learning_curve(Clusterer.named("l3m"), links, labels, train_sizes=[2, 4], cv=2)
    assert sizes.tolist() == [2, 4]
    assert np.isfinite(scores).all()


def test_a_pipeline_from_data_frames():
    pandas = pytest.importorskip("pandas")
    names = ["Ann Lee", "Bob Stone", None]
    frames = [
        pandas.DataFrame({"name": names * 3, "born": [1970, 1981, 1992] * 3, "who": ["a", "b", "c"] * 3})
        for _ in "1234"
    ]
    tables, who = [frame[["name", "born"]] for frame in frames], [frame["who"] for frame in frames]
    pipeline = Pipeline([("items", FunctionTransformer(ItemSets.records)), ("clusterer", Clusterer.pairwise())])
    grid = {"clusterer__learner__l2": [1e-5, 1e-3], "clusterer__decoder__linkage": ["average", "complete"]}
    search = GridSearchCV(pipeline, grid, cv=GroupKFold(2)).fit(tables, who, groups=[0, 0, 1, 1])
    assert search.best_score_ == search.score(tables, who) == 1
    assert [len(set(found)) for found in search.best_estimator_.predict(tables, n_clusters=np.int64(2))] == [2] * 4
    assert is_clusterer(pipeline)


@pytest.mark.parametrize(
    ("learner", "decoder"), [*((name, None) for name in LEARNERS), *(("l3m", x) for x in DECODERS)]
)
def test_clones(learner, decoder, data):
    links, labels = data
    clusterer = Clusterer.named(learner, decoder).fit(links, labels)
    other = clone(clusterer)
    assert other.learner is not clusterer.learner
    assert other.decoder is not clusterer.decoder
    assert other.decoder == clusterer.decoder
    assert other.learner.get_params() == clusterer.learner.get_params()
    assert str(other) == str(clusterer)
    with pytest.raises(NotFittedError):
        other.predict(links)
    assert [x.tolist() for x in other.fit(links, labels).predict(links)] == [
        x.tolist() for x in clusterer.predict(links)
    ]


def test_what_is_set_is_what_is_named():
    clusterer = Clusterer.named("l3m", gamma=1.0)
    other = clone(clusterer).set_params(learner__gamma=0)
    assert (other.learner.gamma, other.decoder.gamma) == (0, 1.0)
    other.set_params(decoder__gamma=0.5)
    assert (other.learner.gamma, other.decoder.gamma) == (0, 0.5)
    assert (clusterer.learner.gamma, clusterer.decoder.gamma) == (1.0, 1.0)
    # A nested estimator and its settings can be set in one call, as in scikit-learn.
    other.set_params(decoder__threshold=2.0, decoder=BestLinkDecoder(), learner__l2=1.0, learner=BinaryLearner())
    assert (other.learner.l2, other.decoder) == (1.0, BestLinkDecoder(2.0))
    assert {"learner", "decoder", "learner__l2", "decoder__threshold"} <= set(other.get_params())
    settings = {"learner", "decoder", "comparison", "blocking", "window", "random_state", "meta"}
    assert set(other.get_params(deep=False)) == settings


@pytest.mark.parametrize("name", LEARNERS)
def test_fit_leaves_the_arguments_and_the_links_as_they_are(name):
    links, labels = random_links(3, SIZES)
    for array in (links.sets, links.indptr, links.antecedent, *labels):
        array.setflags(write=False)  # joblib passes large arrays as read-only memory maps
    for array in (links.features.data, links.features.indices, links.features.indptr):
        array.setflags(write=False)
    clusterer = Clusterer.named(name)
    before = vars(clusterer.learner).copy()
    assert clusterer.fit(links, labels) is clusterer
    assert vars(clusterer.learner) == before
    first = clusterer.learner_
    weights = first.coef_.copy()
    clusterer.set_params(**{f"learner__{key}": value for key, value in clusterer.learner.get_params().items()})
    clusterer.fit(links[:4], labels[:4])
    assert first.coef_.tobytes() == weights.tobytes()
    assert clusterer.learner_ is not first


def test_settings_are_checked_by_fit(data):
    clusterer = Clusterer.named("l3m").set_params(learner__gamma=3, learner__passes=0)
    with pytest.raises(SettingError, match="gamma is 3"):
        clusterer.fit(*data)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Clusterer.pairwise(l2=-1), "l2 is -1"),
        (Clusterer.pairwise(classifier="Foo"), "unknown classifier 'Foo'"),
        (Clusterer.pairwise(classifier=BinaryLearner), "which is no classifier"),
        (Clusterer("binary", L3MDecoder()), "learner is 'binary'. Give a Learner; Clusterer.named.* takes their names"),
        (Clusterer(BinaryLearner(), None), "decoder is None. Give a Decoder"),
    ],
)
def test_what_is_wrong_is_told_before_pairs_are_compared(wrong, message, monkeypatch):
    monkeypatch.setattr(Clusterer, "links", lambda self, X: pytest.fail("pairs are compared"))
    with pytest.raises(SettingError, match=message):
        wrong.fit(ItemSets.vectors([np.eye(3)]), [[0, 0, 1]])
    clone(wrong).get_params()


@pytest.mark.parametrize("decoder", DECODERS)
def test_pickle(decoder, data):
    clusterer = Clusterer.named("l3m", decoder).fit(*data)
    other = pickle.loads(pickle.dumps(clusterer))
    assert other.decoder == clusterer.decoder
    assert [x.tolist() for x in other.predict(data[0])] == [x.tolist() for x in clusterer.predict(data[0])]


def test_options_of_fit(data):
    links, labels = data
    start = np.arange(5.0)
    clusterer = Clusterer.named("l3m", passes=1).fit(links, labels, coef_init=start)
    assert clusterer.learner_.coef_.tobytes() == L3MLearner(passes=1).fit(links, labels, start).coef_.tobytes()


def test_what_is_no_links(data):
    with pytest.raises(LinksError, match="expected Links, ItemSets or a sequence of either, got ndarray"):
        Clusterer.named("l3m").fit(np.zeros((3, 2)), data[1])
    with pytest.raises(LinksError, match="got a list with ndarray"):
        Clusterer.named("l3m").fit(*data).predict([np.zeros(3)])


_NAMES_THE_CELL = "the error names row, column and value of the count instead of scikit-learn's words"
_NO_WORD_WITHOUT_CONTEXTS = "scikit-learn's data have rows of zeros, words without any context, which are refused"
_NO_FIT_TRANSFORM = "a clusterer with memberships: it has fit and transform, and no fit_transform"
_COUNTS = {
    "check_n_features_in_after_fitting": "the error counts contexts, not features",
    "check_positive_only_tag_during_fit": _NAMES_THE_CELL,
    "check_complex_data": _NAMES_THE_CELL,
    "check_estimators_nan_inf": _NAMES_THE_CELL,
    "check_estimators_empty_data_messages": "the error speaks of words and contexts",
    "check_fit2d_predict1d": "the error speaks of words and contexts",
    "check_dtype_object": "counts are numbers; objects are refused",
    "check_clustering": "scikit-learn's data have negative values, which are no counts",
    **dict.fromkeys(("check_transformer_general", "check_transformer_data_not_an_array"), _NO_FIT_TRANSFORM),
    **dict.fromkeys(
        (
            "check_estimators_dtypes",
            "check_estimator_sparse_tag",
            "check_estimator_sparse_array",
            "check_estimator_sparse_matrix",
            "check_fit2d_1feature",
        ),
        _NO_WORD_WITHOUT_CONTEXTS,
    ),
}
"""Checks of scikit-learn that methods for counts of words cannot pass, and why."""


def excused(estimator):
    """The checks that an estimator cannot pass, and why."""
    if isinstance(estimator, XingMetric):
        return {"check_dtype_object": "the error says that the dictionary in the data is no number, in other words"}
    return {} if isinstance(estimator, BalancedWinnow) else _COUNTS


@pytest.mark.slow
@parametrize_with_checks(
    [
        BalancedWinnow(),
        XingMetric(),
        *(one(2) for one in (KMeansClusterer, SoftKMeansClusterer, MixtureClusterer, AnnealingClusterer)),
    ],
    expected_failed_checks=excused,
)
@pytest.mark.filterwarnings("ignore")
def test_those_that_take_matrices_pass_the_checks_of_scikit_learn(estimator, check):
    check(estimator)


_OF_SETTINGS = {
    "check_estimator_cloneable",
    "check_estimator_repr",
    "check_no_attributes_set_in_init",
    "check_do_not_raise_errors_in_init_or_set_param",
    "check_mixin_order",
    "check_parameters_default_constructible",
    "check_get_params_invariance",
    "check_set_params",
    "check_valid_tag_types",
}
"""Checks without data: all others give an array, where `Links`, item sets or square counts are needed."""


@pytest.mark.parametrize("name", ["clusterer", "brown", *LEARNERS])
@pytest.mark.filterwarnings("ignore")
def test_settings_of_all_others_pass_the_checks_of_scikit_learn(name):
    others = {"clusterer": Clusterer(L3MLearner(), L3MDecoder()), "brown": BrownClusterer()}
    checked = set()
    for estimator, check in estimator_checks_generator(others.get(name) or LEARNERS[name].kind()):
        if check.func.__name__ in _OF_SETTINGS:
            check(estimator)
            checked.add(check.func.__name__)
    assert len(checked) >= len(_OF_SETTINGS) - 1


def test_clones_keep_values_of_ones_own(tmp_path, data):
    clusterer = Clusterer.named("l3m", passes=1, meta={"column": "person"})
    assert clone(clusterer).meta == {"column": "person"}
    clusterer.fit(*data).to_disk(tmp_path)
    assert clone(Clusterer.from_disk(tmp_path)).meta == {"column": "person"}
    assert clone(Clusterer.named("l3m")).meta is None
