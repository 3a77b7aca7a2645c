"""Couples under one name."""

from __future__ import annotations

import pytest

from corefpipe.mentions import detect
from corefpipe.parsing.parse import Parse


def candidates(doc):
    parse = Parse.from_doc(doc)
    return {doc[start:end].text for start, end, _ in detect(parse)}


@pytest.mark.parametrize(
    ("text", "couple", "wife"),
    [
        ("Mr. and Mrs. Bell have two children.", "Mr. and Mrs. Bell", "Mrs. Bell"),
        ("We visited Mr. and Mrs. John Bell in May.", "Mr. and Mrs. John Bell", "Mrs. John Bell"),
        ("She spoke with Mr and Mrs Bell, who came.", "Mr and Mrs Bell, who came", "Mrs Bell"),
    ],
)
def test_a_couple_is_two_people(base, text, couple, wife):
    found = candidates(base(text))
    assert {couple, wife} <= found
    assert not found & {"Mr.", "Mr"}


def test_the_name_keeps_its_parts_and_gives_away_the_rest(base):
    doc = base("We visited Mr. and Mrs. John Bell in May.")
    parse = Parse.from_doc(doc)
    at = parse.words.index("Mr.")
    name = parse.words.index("John")
    assert (parse.heads[name], parse.deps[name]) == (at, "conj")
    assert parse.heads[at] == parse.words.index("visited")
    assert parse.heads[parse.words.index("Bell")] == name


def test_one_title_is_no_couple(base):
    parse = Parse.from_doc(base("Mrs. Bell and Mr. Hill have two children."))
    assert parse.deps[parse.words.index("Mrs.")] != "nsubj"
