"""Two responses side by side: the same errors, what only one gets, what both miss."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefpipe
from corefpipe.document import Document, Mention
from corefpipe.exceptions import SettingError
from corefpipe.report.errors import ErrorAnalysis, ErrorComparison, error_comparison
from corefpipe.scoring import compare, score

SPANS = st.tuples(st.integers(0, 14), st.integers(1, 3)).map(lambda pair: (pair[0], pair[0] + pair[1]))
SIDES = st.dictionaries(SPANS, st.sampled_from("abcd"), min_size=1, max_size=12)


def document(side: dict[tuple[int, int], str], name: str = "d") -> Document:
    mentions = [
        Mention(*span, entity) for span, entity in sorted(side.items(), key=lambda one: (one[0][0], -one[0][1]))
    ]
    return Document(name, 0, [f"w{number}" for number in range(20)], [0, 9], mentions)


@settings(max_examples=30)
@given(SIDES, SIDES, SIDES)
def test_splits_add_up(key, a, b):
    """What both and only one miss is what each misses, and what MUC and mention detection count."""
    found = error_comparison(*map(document, (key, a, b)))
    for error, split in found.splits().items():
        assert split.both + split.a == len(found.a.errors_of(error))
        assert split.both + split.b == len(found.b.errors_of(error))
    links, mentions = (found.got()[what] for what in ("links", "mentions"))
    for own, response in ((links.a, a), (links.b, b)):
        recall = score(document(key), document(response))["muc"].recall
        whole = sum(links)
        assert (links.both + own) / max(whole, 1) == pytest.approx(recall)
    assert sum(mentions) == len(key)
    assert mentions.both + mentions.a == len(key.keys() & a.keys())
    assert mentions.both + mentions.b == len(key.keys() & b.keys())


def test_the_same_error_is_one_row():
    key = document({(0, 1): "a", (2, 3): "a", (4, 5): "a", (10, 11): "b", (12, 13): "b"})
    a = document({(0, 1): "x", (2, 3): "y", (4, 5): "x", (14, 15): "y", (16, 17): "x"})
    b = document({(0, 1): "x", (2, 3): "x", (4, 5): "x", (14, 15): "x", (16, 17): "x"})
    found = error_comparison(key, a, b)
    told = {error: [row.by for row in rows] for error, rows in found.rows.items() if rows}
    assert told["recall"] == [(True, False), (True, True)]
    assert told["precision"] == [(True, True), (True, True)]  # of one anaphor, to other antecedents
    assert [one.antecedent.span for one in found.rows["precision"][0].found] == [(2, 3), (4, 5)]
    assert told["missing entity"] == [(True, True)]
    assert found.comparison is None  # one document has no intervals
    assert "links                                     1        0        1        1" in str(found)
    assert "missing links, only B gets: 1" in found.examples(3)
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["splits"]["recall"] == {"both": 1, "a": 1, "b": 0, "neither": None}
    assert [set(error) for error in plain["errors"]][:2] == [{"class", "A"}, {"class", "A", "B"}]


def test_antecedents_of_either_response():
    key = document({(0, 1): "a", (2, 3): "a"})
    a, b = (document({(0, 1): "x", (2, 3): "x", (4, 5): "x"}) for _ in range(2))
    a.mentions[1].antecedent = a.mentions[2].antecedent = (0, 1)
    found = error_comparison(key, a, b)
    (row,) = found.rows["precision"]
    assert [(one.antecedent.span, one.chosen) for one in row.found] == [((0, 1), True), ((2, 3), False)]
    assert "antecedents of A: as it chose them\n  antecedents of B: by rule\n" in str(found)
    assert "Antecedents of A: as it chose them. Antecedents of B: by rule." in found.to_html()
    assert [found.to_dict()[name]["antecedents"]["chosen"] for name in "AB"] == [2, 0]


def test_intervals_are_those_of_compare():
    sides = [
        [document(side, f"d{number}") for number in range(4)]
        for side in ({(0, 1): "a", (2, 3): "a"}, {}, {(0, 1): "a"})
    ]
    found = error_comparison(*sides)
    assert str(found.comparison) == str(compare(*sides))
    assert "intervals" in found.to_html()
    assert "4 documents are few" in found.notes[0]


def test_the_public_function():
    key, a, b = ([[(0, 1), (4, 6)], [(2, 3), (7, 8)]], [[(0, 1), (4, 6)]], [[(2, 3), (7, 8)]])
    one, two = corefpipe.errors(key, a), corefpipe.errors(key, a, b)
    assert isinstance(one, ErrorAnalysis)
    assert isinstance(two, ErrorComparison)
    assert one.counts()["missing entity"] == 1
    assert two.splits()["recall"] == (0, 1, 1, None)
    assert "MUC recall" in one._repr_html_()
    assert "missing entities" in two._repr_html_()
    assert "<script>" in one.to_html()
    with pytest.raises(SettingError, match="unknown singletons"):
        corefpipe.errors(key, a, singletons="some")
