"""Logistic regressions over attributes of mentions."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.networks import tiny_context
from helpers.tables import every_table, lost_keys

from corefpipe.features import PAIR_FEATURES, FeatureSet, MentionClassifier
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import CONTEXT

TEMPLATES = FeatureSet.parse('[[start]]\nfeatures = ["ana.kind", "ana.role", "ana.kind * ana.number"]').spec.start


def pronouns(table) -> np.ndarray:
    return table["kind"].is_("pronoun")


@pytest.fixture(scope="module")
def classifier() -> MentionClassifier:
    tables = every_table()
    return MentionClassifier(TEMPLATES).fit(tables, [pronouns(table) for table in tables], min_count=1, c=10.0)


def test_it_learns_what_is_asked(classifier):
    for table in every_table():
        assert ((classifier.scores(table) > 0) == pronouns(table)).all()


def test_scores_are_sums_of_weights(classifier):
    table = lost_keys()
    weights = dict(zip(classifier.vocabulary.names(), classifier.weights.tolist(), strict=True))
    for row, score in enumerate(classifier.scores(table)):
        kind, role, number = (table.values(name)[row] for name in ("kind", "role", "number"))
        said = (f"ana.kind={kind}", f"ana.role={role}", f"ana.kind={kind} & ana.number={number}")
        assert score == pytest.approx(classifier.intercept + sum(weights.get(name, 0.0) for name in said))


def test_files_hold_all_of_it(classifier):
    again = MentionClassifier.from_arrays(TEMPLATES, classifier.to_arrays())
    assert np.array_equal(again.weights, classifier.weights)
    assert again.weights.dtype == np.float32
    assert np.array_equal(again.scores(lost_keys()), classifier.scores(lost_keys()))


def test_weights_that_do_not_fit(classifier):
    arrays = classifier.to_arrays()
    with pytest.raises(ValueError, match="weights for"):
        MentionClassifier.from_arrays(TEMPLATES, arrays | {"weights": arrays["weights"][1:]})


@pytest.mark.parametrize("truth", [True, False])
def test_nothing_to_tell_apart(truth):
    tables = every_table()
    classifier = MentionClassifier(TEMPLATES).fit(tables, [np.full(len(table), truth) for table in tables])
    assert (len(classifier.vocabulary), len(classifier.weights)) == (0, 0)
    assert classifier.scores(lost_keys()).tolist() == [0.0] * 8
    again = MentionClassifier.from_arrays(TEMPLATES, classifier.to_arrays())
    assert again.scores(lost_keys()).tolist() == [0.0] * 8


def test_no_tables_and_no_mentions():
    assert len(MentionClassifier(TEMPLATES).fit([], []).weights) == 0
    empty = type(lost_keys())(lost_keys().parse, lost_keys().spans.of([]))
    tables = [lost_keys(), empty]
    classifier = MentionClassifier(TEMPLATES).fit(tables, [pronouns(table) for table in tables], min_count=1)
    assert classifier.scores(empty).tolist() == []
    assert len(classifier.scores(lost_keys())) == 8


def test_rare_features_are_left_out():
    tables = every_table()
    truth = [pronouns(table) for table in tables]
    sizes = [len(MentionClassifier(TEMPLATES).fit(tables, truth, min_count=n).vocabulary) for n in (1, 3, 8)]
    assert sizes[0] > sizes[1] > sizes[2]


def test_what_a_network_says_is_learned_apart():
    # The network knows which words are pronouns, and the others are hard to tell.
    tables = every_table()
    spec = FeatureSet.parse(
        '[[start]]\nfeatures = ["ana.length", { use = "context_head", raw = true }]',
    ).spec
    plain = MentionClassifier(spec.start).fit(tables, [pronouns(table) for table in tables], min_count=1)
    assert plain.vocabulary.made_of({"ana.length"}).all()
    before = dict(zip(plain.vocabulary.names(), plain.weights.tolist(), strict=True))
    network = tiny_context()
    for table in tables:
        table.use_models({CONTEXT: network})
    truth = [table_scores(table) > 0 for table in tables]
    plain.fit_context(tables, truth)
    after = dict(zip(plain.vocabulary.names(), plain.weights.tolist(), strict=True))
    assert after.keys() == {*before, "context_head"}
    assert after["context_head"] > 0
    ratios = {round(after[name] / weight, 1) for name, weight in before.items() if abs(weight) > 0.1}
    assert len(ratios) <= 1
    right = [((plain.scores(table) > 0) == true).mean() for table, true in zip(tables, truth, strict=True)]
    assert np.mean(right) > 0.9


def table_scores(table) -> np.ndarray:
    """What the network says of each mention."""
    rows = np.arange(len(table))
    return PAIR_FEATURES["context_head"].codes(MentionPairs(table, rows, rows), {})
