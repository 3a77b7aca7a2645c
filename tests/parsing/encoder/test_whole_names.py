"""Names that end in their middle."""

import pytest

from corefpipe.parsing.encoder.whole_names import whole_names

PARTS = {"of": "ADP", "the": "DET", "in": "ADP", "-": "PUNCT", "and": "CCONJ"}


@pytest.mark.parametrize(
    ("text", "names", "whole"),
    [
        ("City of New Orleans", [(0, 2, "ORG"), (2, 4, "LOC")], [(0, 4, "ORG")]),
        ("Court of the District of Columbia", [(0, 3, "ORG"), (3, 5, "LOC"), (5, 6, "LOC")], [(0, 6, "ORG")]),
        ("Bryan Hull -", [(0, 3, "PERSON")], [(0, 2, "PERSON")]),
        ("Ann - Bob", [(0, 2, "PERSON"), (2, 3, "PERSON")], [(0, 1, "PERSON"), (2, 3, "PERSON")]),
        ("Paris in France", [(0, 1, "LOC"), (2, 3, "LOC")], [(0, 1, "LOC"), (2, 3, "LOC")]),
        ("Ann Lee Bob Ray", [(0, 2, "PERSON"), (2, 4, "PERSON")], [(0, 2, "PERSON"), (2, 4, "PERSON")]),
        ('" Bell , Ann "', [(1, 2, "PERSON"), (3, 4, "PERSON")], [(1, 4, "PERSON")]),
        ("saw Bell , Ann and", [(1, 2, "PERSON"), (3, 4, "PERSON")], [(1, 2, "PERSON"), (3, 4, "PERSON")]),
        ('" Bell , Paris "', [(1, 2, "PERSON"), (3, 4, "LOC")], [(1, 2, "PERSON"), (3, 4, "LOC")]),
        ("Board of", [(0, 2, "ORG")], [(0, 2, "ORG")]),
        ("-", [(0, 1, "ORG")], [(0, 1, "ORG")]),
    ],
)
def test_whole_names(text, names, whole):
    words = text.split()
    assert whole_names(names, words, [PARTS.get(word, "PROPN") for word in words]) == whole


def test_a_dash_is_no_part_of_a_name(base):
    doc = base("Bryan Hull - Director of the Bank of England")
    assert [entity.text for entity in doc.ents] == ["Bryan Hull", "Bank of England"]
