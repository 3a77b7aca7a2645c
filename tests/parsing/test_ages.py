"""People who are called by their age."""

from __future__ import annotations

import pytest

from corefpipe.parsing.ages import aged
from corefpipe.parsing.parse import Parse


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
    words = text.split()
    assert aged(words, [dep if word == "old" else "dep" for word in words]) == found


@pytest.mark.parametrize(
    "text", ["A girl fell. The 12-year-old was hurt.", "They met a man. She knew the 34-year-old."]
)
def test_the_parse_has_somebody(base, text):
    parse = Parse.from_doc(base(text))
    old = parse.words.index("old")
    assert (parse.pos[old], parse.tags[old], parse.entity_types[old]) == ("NOUN", "NN", "person")
