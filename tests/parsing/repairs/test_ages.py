"""People who are called by their age."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.repairs.ages import tag_ages


@pytest.mark.parametrize(
    ("text", "dep", "found"),
    [
        ("the 34 - year - old slept", "nsubj", [5]),
        ("the 34 - year - old girl slept", "amod", []),
        ("the old slept", "nsubj", []),
        ("old", "root", []),
    ],
)
def test_tokens(text, dep, found):
    columns = make_columns(text, deps=" ".join(dep if word == "old" else "dep" for word in text.split()))
    tag_ages(columns)
    assert [i for i, type in enumerate(columns.entity_types) if type] == found
    assert [i for i, pos in enumerate(columns.pos) if pos == "NOUN"] == found


@pytest.mark.parametrize("start", [0, 1, 2])
def test_words_of_another_document_do_not_count(start):
    columns = make_columns("year - old", deps="dep dep root", bounds=[0, start, 3])
    tag_ages(columns)
    assert columns.entity_types[2] == ("" if start else "person")


@pytest.mark.parametrize(
    "text", ["A girl fell. The 12-year-old was hurt.", "They met a man. She knew the 34-year-old."]
)
def test_the_parse_has_somebody(base, text):
    parse = Parse.from_doc(base(text))
    old = parse.words.index("old")
    assert (parse.pos[old], parse.tags[old], parse.entity_types[old]) == ("NOUN", "NN", "person")
