"""Input that is wrong or extreme: each is refused with its place, warned of, or clustered in good time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.links import random_links, separable
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from corefpipe.clustering import Clusterer, Constraints, Links
from corefpipe.clustering.decoders import (
    AgglomerativeDecoder,
    BestLinkDecoder,
    ClosestLinkDecoder,
    CorrelationDecoder,
    L3MDecoder,
    SpanningForestDecoder,
    SumLinkDecoder,
)
from corefpipe.clustering.learners import L3MLearner
from corefpipe.clustering.named import make_learner
from corefpipe.clustering.registry import LEARNERS
from corefpipe.exceptions import LinksError

LINKS = Links.windows([3])
ALL = [
    L3MDecoder(),
    L3MDecoder(0.0),
    SumLinkDecoder(),
    BestLinkDecoder(),
    ClosestLinkDecoder(),
    SpanningForestDecoder(),
]
ALL += [AgglomerativeDecoder(), CorrelationDecoder("greedy"), CorrelationDecoder("local")]


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ([0, np.nan, 1], "the label of item 1 of set 0 is nan. Labels are whole numbers"),
        ([0, np.inf, 1], "item 1 of set 0 is inf"),
        ([0, 1, 0.5], "item 2 of set 0 is 0.5"),
        ([0, 1, 1e300], r"item 2 of set 0 is 1e\+300"),
        ([0, None, 1], "the label of item 1 of set 0 is None. Labels are whole numbers or strings"),
        (["a", None, "a"], "the label of item 1 of set 0 is None"),
        (np.array(["a", np.nan, "a"], dtype=object), "the label of item 1 of set 0 is nan. .* or strings"),
        (["a", "b", " "], "the label of item 2 of set 0 is  "),
        ([0j, 0j, 1j], "labels of set 0 have the type complex128. Labels are whole numbers or strings"),
        (np.zeros((3, 1)), r"labels of set 0 have shape \(3, 1\)"),
        (7, r"labels of set 0 have shape \(\)"),
        ([0, [1], 0], "labels of set 0 are no array"),
        ([0, 1], "2 labels for the 3 items of set 0"),
    ],
)
def test_labels_that_are_no_whole_numbers(label, message):
    links = LINKS.with_features(np.ones((LINKS.n_links, 2)))
    clusterer = Clusterer.named("l3m").fit(links, [np.array([0, 1, 0])])
    for call in (clusterer.fit, clusterer.score, clusterer.fit_predict):
        with pytest.raises(LinksError, match=message):
            call(links, [label])
    with pytest.raises(LinksError, match=message):
        make_learner("sum-link").fit(links, [label])


@pytest.mark.parametrize("labels", [None, 3, "abc", {0: [0, 1, 0]}, iter([[0, 1, 0]])])
def test_labels_that_are_no_list_of_arrays(labels):
    with pytest.raises(LinksError, match=r"labels are an? .* Give a list with one array per set"):
        L3MLearner().fit(LINKS.with_features(np.ones((LINKS.n_links, 2))), labels)


@pytest.mark.parametrize("learner", LEARNERS.own())
def test_labels_of_any_whole_numbers_or_strings(learner):
    pandas = pytest.importorskip("pandas")
    links, labels = random_links(1)
    expected = make_learner(learner).fit(links, labels).coef_
    for kind in (float, np.uint64, list, str, object):
        own = [label.tolist() if kind is list else label.astype(kind) for label in labels]
        if kind is object:  # as those of a column of pandas
            own = [pandas.Series(label, dtype=kind, index=label * 9).map("person {}".format) for label in labels]
        assert make_learner(learner).fit(links, own).coef_.tobytes() == expected.tobytes()


@pytest.mark.parametrize("learner", [name for name in LEARNERS.own() if name != "unit"])
def test_features_too_small_are_told_by_column(learner):
    links, labels = separable(0)
    tiny = links.with_features(links.features.multiply(np.array([1, 1e-20, 1])).tocsr())
    with pytest.warns(
        ConvergenceWarning, match=r"no value of column 1 is above 0.0001 in size, .* MaxAbsScaler"
    ) as told:
        make_learner(learner).fit(tiny, labels)
    assert sum("too small to be learned from: scale" in str(one.message) for one in told) == 1


@pytest.mark.parametrize("value", [1e200, -1e19, 1e308])
def test_features_too_large_are_refused(value):
    links, labels = separable(0)
    features = links.features.astype(np.float64)
    features.data[np.flatnonzero(features.indices == 2)[0]] = value
    with pytest.raises(LinksError, match=r"column 2 of the features has a value of .* in size\. At most 1e\+18"):
        L3MLearner().fit(links.with_features(features), labels)


def test_nothing_learned_is_told():
    links, labels = random_links(0)
    with pytest.warns(ConvergenceWarning, match="all weights are 0"):
        L3MLearner().fit(links.with_features(sparse.csr_matrix(links.features.shape)), labels)


def test_weights_that_overflow_are_refused():
    links, labels = random_links(0)
    with pytest.raises(LinksError, match=r"the weight of column \d is -?\d.* after training\. Choose a lower rate"):
        L3MLearner(rate=1e200).fit(links, labels)


def wrong_links() -> list[tuple[Links, str]]:
    """Invalid links, and what is wrong with them."""
    small = np.array([0, 1, 3, 6])
    return [
        (replace(LINKS, antecedent=np.array([-1, -1, 0, -1, 1, 0], dtype=np.int32)), "from item 2 to item 0 .* order"),
        (replace(LINKS, antecedent=np.array([-1, -1, 0, -1, 1, 1], dtype=np.int32)), "from item 2 to item 1 .* order"),
        (
            replace(LINKS, antecedent=np.array([-1, -1, 1, -1, 0, 1], dtype=np.int32)),
            "item 1 to item 1 .* earlier item",
        ),
        (
            replace(LINKS, antecedent=np.array([-1, -1, 0, -1, 0, 7], dtype=np.int32)),
            "item 2 to item 7 .* earlier item",
        ),
        (replace(LINKS, antecedent=np.array([-1, -1, 0, -1, 0, 1]).astype(np.uint32)), "'antecedent' is no flat array"),
        (replace(LINKS, antecedent=[-1, -1, 0, -1, 0, 1]), "'antecedent' is no flat array of signed integers"),
        (replace(LINKS, indptr=small.astype(np.uint64)), "'indptr' is no flat array of signed integers"),
        (replace(LINKS, indptr=small.astype(float)), "'indptr' is no flat array of signed integers"),
        (
            replace(LINKS, indptr=np.array([0, 2**31 - 1, -(2**31) + 1, 6], dtype=np.int32)),
            "'indptr' does not count up",
        ),
        (replace(LINKS, indptr=np.array([0, 0, 3, 6])), "item 0 of set 0 has no links"),
        (replace(LINKS, sets=np.array([0, 5])), "'sets' does not count up from 0 to 3"),
        (replace(LINKS, sets=np.array([], dtype=int)), "'sets' does not count up from 0 to 3"),
    ]


@pytest.mark.parametrize(("links", "message"), wrong_links())
def test_invalid_links_are_refused_by_learners_and_decoders(links, message):
    for decoder in ALL:
        for decode in (decoder.decode, decoder.decode_all):
            with pytest.raises(LinksError, match=message):
                decode(links, np.zeros(6))
    with pytest.raises(LinksError, match=message):
        L3MLearner().fit(links.with_features(np.ones((6, 1))), [np.array([0, 1, 0])])


@pytest.mark.parametrize(
    "features", [np.ones((6, 2)), sparse.coo_matrix((6, 2)), sparse.csr_matrix((6, 2), dtype=complex)]
)
def test_features_that_are_no_csr_matrix(features):
    with pytest.raises(LinksError, match=r"no CSR matrix of real numbers\. `Links.with_features` makes one"):
        L3MLearner().fit(replace(LINKS, features=features), [np.array([0, 1, 0])])


@pytest.mark.parametrize("decoder", ALL, ids=repr)
def test_sets_without_items_and_scores_of_any_type(decoder):
    links = Links.windows([0, 1, 0, 3])
    for kind in (np.float16, np.float32, np.int8, bool, list):
        scores = [1] * links.n_links if kind is list else np.ones(links.n_links, dtype=kind)
        assert [len(labels) for labels in decoder.decode_all(links, scores)] == [0, 1, 0, 3]
    for empty in (Links.empty(2), Links.windows([0])):
        assert len(decoder.decode(empty, np.zeros(0)).labels) == 0
    for scores in (np.ones(links.n_links, dtype=complex), np.array(["1"] * links.n_links), [None] * links.n_links):
        with pytest.raises(LinksError, match="scores of type"):
            decoder.decode_all(links, scores)
    with pytest.raises(LinksError, match=r"links of 4 item sets\. decode_all clusters several"):
        decoder.decode(links, np.ones(links.n_links))


@pytest.mark.parametrize("decoder", [decoder for decoder in ALL if decoder != AgglomerativeDecoder()], ids=repr)
def test_one_chain_of_many_items(decoder):
    n = 20_000
    links = Links.windows([n], 1)
    ends = np.arange(n)
    constraints = Constraints(np.stack([ends[:-1], ends[1:]], axis=1))
    assert not decoder.decode(links, np.ones(links.n_links), constraints).labels.any()
    scores = np.where(links.antecedent < 0, 0.0, 1.0)
    assert not decoder.decode(links, scores).labels.any()
