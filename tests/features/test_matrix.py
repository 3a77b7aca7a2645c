"""From a mention table to Links."""

from __future__ import annotations

import numpy as np
import pytest
from parses import cycle_doc, make_table
from tables import lost_keys

from corefpipe.features import BITS, FeatureSet, build_links, matrix
from corefpipe.features.table import MentionTable
from corefpipe.mentions import Spans, detect
from corefpipe.parse import Parse

SET = FeatureSet.parse('link.plain = ["types", "head_match"]\nstart.plain = ["ana.type", "ana.preposition"]')


def test_rows_and_columns():
    links = build_links(lost_keys(), SET)
    assert (links.n_sets, links.n_items) == (1, 8)
    assert links.features.shape == (len(links), 1 << BITS)
    assert links.features.dtype == np.float32
    assert set(links.features.data) == {1.0}
    # `types` speaks on every link, `head_match` on none here; of the dummies two have a preposition.
    counts = np.diff(links.features.indptr)
    dummy = links.antecedent < 0
    assert set(counts[~dummy]) == {1}
    assert counts[dummy].tolist() == [1, 1, 1, 1, 2, 1, 1, 2]


def test_equal_links_have_equal_columns():
    links = build_links(lost_keys(), SET)
    item = links.item()
    column = {
        (ana, ante): links.features[row].indices.tolist()
        for row, (ana, ante) in enumerate(zip(item.tolist(), links.antecedent.tolist(), strict=True))
    }
    assert column[2, 0] == column[5, 0]  # her, she after a name
    assert column[2, 0] != column[6, 0]  # them
    assert column[2, -1] == column[5, -1]
    assert column[2, -1] != column[2, 0]


@pytest.mark.parametrize("block", [1, 7, 50])
def test_blocks_change_nothing(monkeypatch, block):
    parse = Parse.from_doc(cycle_doc(25))
    features = FeatureSet.load("default")
    whole = build_links(MentionTable(parse, detect(parse)), features)
    monkeypatch.setattr(matrix, "_BLOCK", block)
    pieces = build_links(MentionTable(parse, detect(parse)), features)
    for name in ("indptr", "indices", "data"):
        assert np.array_equal(getattr(pieces.features, name), getattr(whole.features, name))
    assert np.array_equal(pieces.antecedent, whole.antecedent)


@pytest.mark.parametrize("mentions", [0, 1, None])
def test_scores_are_those_of_the_features(mentions):
    parse = Parse.from_doc(cycle_doc(9))
    found = detect(parse)
    spans = Spans(found.start[:mentions], found.end[:mentions], found.head[:mentions])
    features = FeatureSet.load("default")
    weights = np.random.default_rng(0).normal(size=1 << BITS).astype(np.float32)
    links = build_links(MentionTable(parse, spans), features)
    scored, scores = matrix.score_links(MentionTable(parse, spans), features, weights)
    assert np.array_equal(scored.indptr, links.indptr)
    assert np.array_equal(scored.antecedent, links.antecedent)
    assert np.allclose(scores, links.features @ weights, atol=1e-4)


@pytest.mark.parametrize("spans", [[], [(0, 1)]])
@pytest.mark.parametrize("features", [SET, FeatureSet.parse(""), FeatureSet.load("default")])
def test_few_mentions(spans, features):
    links = build_links(make_table(cycle_doc(1), spans), features)
    assert (links.n_items, len(links), links.features.shape) == (len(spans), len(spans), (len(spans), 1 << BITS))
