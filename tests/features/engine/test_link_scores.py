"""Link scores from tables of weights: equal to those of the feature matrix, however the tables are laid out."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.tables import every_table

from corefpipe.features import FeatureSet, MentionTable, packaged_sets
from corefpipe.features.engine import weight_tables
from corefpipe.features.engine.weight_tables import Dense, Sparse

TWICE = (
    '[[link]]\nfeatures = ["ana.type * ana.type * ante.head", "ana.type=she|he * ante.kind=name", "ana.preposition="]'
)


@pytest.fixture(params=["as they are", "all sparse", "no table shared", "one slot"])
def layout(request, monkeypatch):
    """The layout of the weights, as the name of a parameter set."""
    if request.param != "as they are":
        monkeypatch.setattr(weight_tables, "SHARED", 0)
    if request.param in ("all sparse", "one slot"):
        monkeypatch.setattr(weight_tables, "ALONE", 0)
    if request.param == "one slot":
        monkeypatch.setattr(weight_tables, "SLOTS", 0)
    return request.param


def fitted(features: FeatureSet) -> tuple[FeatureSet, np.ndarray]:
    """A set fitted on two tables, and weights that are multiples of 1/64, so that their sums are exact in any order."""
    first, second, *_ = every_table()
    features.fit_tables([first, second], [np.arange(len(first)) // 2, np.arange(len(second)) // 2])
    weights = np.random.default_rng(0).integers(-512, 512, len(features.fitted)) / 64
    return features, weights.astype(np.float32)


@pytest.mark.parametrize("name", [*packaged_sets(), None])
def test_scores_are_those_of_the_matrix(name, layout):
    features, weights = fitted(FeatureSet.parse(TWICE) if name is None else FeatureSet(name))
    for table in every_table():  # also documents with values that were not seen in fitting
        links, scores = features.score(MentionTable(table.parse, table.spans), weights)
        matrix = features.links([MentionTable(table.parse, table.spans)])
        assert np.array_equal(links.antecedent, matrix.antecedent)
        expected = matrix.features.astype(np.float64) @ weights.astype(np.float64)
        assert np.allclose(scores, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize(("layout", "kind"), [("as they are", Dense), ("all sparse", Sparse)], indirect=["layout"])
def test_the_layouts_differ(layout, kind):
    features, weights = fitted(FeatureSet("l3m2014"))
    templates = range(len(features.spec.link))
    filled = sum(features.fitted.rows(number).stop > features.fitted.rows(number).start for number in templates)
    _, tables = weight_tables.weight_tables(features.fitted, weights, 0, len(templates))
    assert {type(table) for table in tables} == {kind}
    assert (len(tables) < filled / 3) if layout == "as they are" else (len(tables) == filled)


def test_other_weights_are_other_scores():
    features, weights = fitted(FeatureSet("default"))
    table = every_table()[0]
    first = features.score(table, weights)[1]
    weights *= 2  # in place
    assert np.array_equal(features.score(table, weights)[1], 2 * first)
    features.keep(np.arange(0, len(weights), 2))
    kept = features.score(table, weights[::2])[1]
    assert not np.array_equal(kept, 2 * first)
    assert np.allclose(kept, features.links([table]).features @ weights[::2], atol=1e-4)
