"""From mention tables to Links with a feature matrix, and to scores without a matrix."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from helpers.parses import cycle_doc, make_table
from helpers.strategies import EVERY_KIND, corpora, documents
from helpers.tables import every_table, lost_keys
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.features import FeatureSet, MentionTable
from corefpipe.features.engine import candidates
from corefpipe.features.engine.gold import gold_tables
from corefpipe.mentions import Spans, detect
from corefpipe.parsing.parse import Parse

SET = '[[link]]\nfeatures = ["types", "head_match"]\n[[start]]\nfeatures = ["ana.type", "ana.preposition"]'
RAW = """
[[link]]
conjoin = ["ana.kind"]
[link.features]
NEAR = { use = "mention_distance", raw = true, scale = 0.25 }
BOTH = { use = "ana.type * mention_distance", raw = true, conjoin = [] }
head_match = "head_match"

[[start]]
features = ["ana.type"]
"""


def fitted(text: str, *tables: MentionTable, **settings: int) -> FeatureSet:
    return FeatureSet.parse(text, **settings).fit_tables(tables, [np.arange(len(table)) for table in tables])


def fresh(table: MentionTable) -> MentionTable:
    """A table of the same mentions with nothing computed yet."""
    return MentionTable(table.parse, table.spans)


def row_names(features: FeatureSet, links, row: int) -> dict[str, float]:
    names = features.get_feature_names_out()
    found = links.features[row]
    return {names[column]: value for column, value in zip(found.indices, found.data, strict=True)}


def test_rows_and_columns():
    features = fitted(SET, lost_keys())
    links = features.links([lost_keys()])
    assert (links.n_sets, links.n_items) == (1, 8)
    assert links.features.shape == (links.n_links, len(features.get_feature_names_out()))
    assert links.features.dtype == np.float32
    assert set(links.features.data) == {1.0}
    # `types` has a value on every link, `head_match` on none here; two of the dummies have a preposition.
    counts = np.diff(links.features.indptr)
    dummy = links.antecedent < 0
    assert set(counts[~dummy]) == {1}
    assert counts[dummy].tolist() == [1, 1, 1, 1, 2, 1, 1, 2]
    assert links.features.has_canonical_format  # column indices are unique and ascending within each row


def test_rows_say_what_the_table_says():
    features = fitted(SET, lost_keys())
    links = features.links([lost_keys()])
    types = lost_keys().values("type")
    for row, (ana, ante) in enumerate(zip(links.item().tolist(), links.antecedent.tolist(), strict=True)):
        said = set(row_names(features, links, row))
        if ante < 0:
            assert f"ana.type={types[ana]}" in said
        else:
            assert said == {f"ana.type={types[ana]} & ante.type={types[ante]}"}


@pytest.mark.parametrize("block", [1, 7, 50])
def test_blocks_change_nothing(monkeypatch, block):
    parse = Parse.from_doc(cycle_doc(12))
    table = MentionTable(parse, detect(parse))
    features = FeatureSet("default").fit_tables([table], [np.arange(len(table))])
    whole = features.links([table])
    names = features.fitted.names()
    monkeypatch.setattr(candidates, "BLOCK", block)
    pieces = features.links([fresh(table)])
    assert FeatureSet("default").fit_tables([fresh(table)], [np.arange(len(table))]).fitted.names() == names
    for name in ("indptr", "indices", "data"):
        assert np.array_equal(getattr(pieces.features, name), getattr(whole.features, name))
    assert np.array_equal(pieces.antecedent, whole.antecedent)


@pytest.mark.parametrize("text", [SET, RAW, None])
@pytest.mark.parametrize("mentions", [0, 1, None])
def test_scores_are_those_of_the_features(mentions, text):
    parse = Parse.from_doc(cycle_doc(9))
    found = detect(parse)
    spans = Spans(found.start[:mentions], found.end[:mentions], found.head[:mentions])
    features = FeatureSet.parse(text) if text else FeatureSet("default")
    features.fit_tables([MentionTable(parse, found)], [np.arange(len(found))])
    weights = np.random.default_rng(0).normal(size=len(features.fitted)).astype(np.float32)
    links = features.links([MentionTable(parse, spans)])
    scored, scores = features.score(MentionTable(parse, spans), weights)
    assert np.array_equal(scored.indptr, links.indptr)
    assert np.array_equal(scored.antecedent, links.antecedent)
    assert np.allclose(scores, links.features @ weights, atol=1e-4)


@settings(max_examples=25)
@given(corpora(), st.sampled_from([1, 2, 3, 10]))
def test_columns_are_as_frequent_as_was_asked(pairs, min_count):
    every = FeatureSet.parse(EVERY_KIND).fit(pairs)
    counts = dict(zip(every.fitted.names(), np.bincount(every.transform(pairs).features.indices), strict=False))
    assert set(counts.values()) - {0} or not len(every.fitted)
    features = FeatureSet.parse(EVERY_KIND, min_count=min_count)
    links = features.fit_transform(pairs)
    found = np.bincount(links.features.indices, minlength=len(features.fitted))
    assert (found >= min_count).all()
    assert dict(zip(features.fitted.names(), found.tolist(), strict=True)) == {
        name: count for name, count in counts.items() if count >= min_count
    }


@settings(max_examples=10)  # with the default set: features of one document do not depend on other documents
@given(st.lists(documents(), min_size=1, max_size=3))
def test_documents_stand_one_after_the_other(pairs):
    features = FeatureSet("default").fit(pairs)
    together = features.transform(pairs)
    for one, pair in zip(together, pairs, strict=True):
        alone = features.transform([pair])
        for name in ("sets", "indptr", "antecedent"):
            assert np.array_equal(getattr(one, name), getattr(alone, name))
        assert (one.features != alone.features).nnz == 0


@settings(max_examples=25)
@given(documents(longest=9))
def test_a_window_as_long_as_the_document_is_no_window(pair):
    every = FeatureSet.parse(EVERY_KIND, window=10_000).fit_transform([pair])
    (table,), _ = gold_tables([pair])
    enough = FeatureSet.parse(EVERY_KIND, window=len(table)).fit_transform([pair])
    assert np.array_equal(every.antecedent, enough.antecedent)
    assert (every.features != enough.features).nnz == 0
    heads = table.spans.head.tolist()
    expected = [[-1, *(j for j in range(i) if heads[j] != heads[i])] for i in range(len(table))]
    assert every.antecedent.tolist() == [j for left in expected for j in left]


def test_raw_numbers_stand_in_the_matrix():
    table = lost_keys()
    features = fitted(RAW, table)
    links = features.links([table])
    kinds, types = table.values("kind"), table.values("type")
    seen = 0
    for row, (ana, ante) in enumerate(zip(links.item().tolist(), links.antecedent.tolist(), strict=True)):
        if ante < 0:
            assert row_names(features, links, row) == {f"ana.type={types[ana]}": 1.0}
            continue
        gap = ana - ante - 1
        expected = {
            "NEAR": gap / 4,
            f"ana.kind={kinds[ana]} & NEAR": gap / 4,
            f"BOTH={types[ana]}": gap,
        }
        assert row_names(features, links, row) == {name: number for name, number in expected.items() if number}
        seen += gap > 0
    assert seen > 3


@pytest.mark.parametrize("spans", [[], [(0, 1)]])
@pytest.mark.parametrize("text", [SET, "", RAW, None])
def test_few_mentions(spans, text):
    table = make_table(cycle_doc(1), spans)
    features = FeatureSet.parse(text) if text is not None else FeatureSet("default")
    links = features.fit_tables([table], [np.arange(len(table))]).links([table])
    size = len(features.fitted)
    assert (links.n_items, links.n_links, links.features.shape) == (len(spans), len(spans), (len(spans), size))
    assert features.score(table, np.zeros(size))[1].tolist() == [0.0] * len(spans)


def test_documents_without_mentions_among_others():
    none = make_table(cycle_doc(1), [])
    features = fitted(SET, none, lost_keys(), none, none, lost_keys())
    links = features.links([none, lost_keys(), none, none, lost_keys()])
    assert [part.n_items for part in links] == [0, 8, 0, 0, 8]
    one, other = [part for part in links if part.n_items]
    assert np.array_equal(one.antecedent, other.antecedent)
    assert (one.features != other.features).nnz == 0


def test_no_documents():
    features = FeatureSet("default").fit([])
    links = features.transform([])
    assert (links.n_sets, links.n_items, links.n_links, links.features.shape) == (0, 0, 0, (0, 0))


def test_what_was_not_seen_in_training_has_no_column():
    first, *others = every_table()
    features = FeatureSet("default").fit_tables([first], [np.arange(len(first))])
    links = features.links(others)
    assert links.features.shape[1] == len(features.fitted)
    assert links.features.nnz < FeatureSet("default").fit_tables(others, [[]] * len(others)).links(others).features.nnz


def digest_of_links() -> str:
    """A digest of the matrix of the hand-made tables, and of the vocabulary with its keys."""
    features = FeatureSet("default").fit_tables(every_table(), [[]] * 5)
    links = features.links(every_table())
    parts = (links.features.indices, links.features.indptr, features.fitted.keys, *features.fitted.to_arrays().values())
    return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()


@pytest.mark.slow
def test_the_same_in_every_process(python):
    code = f"import runpy; print(runpy.run_path({__file__!r})['digest_of_links']())"
    done = python("-c", code, PYTHONHASHSEED="7")
    assert done.stdout.strip() == digest_of_links(), done.stderr
