"""Reflexives that belong to the verb."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.mentions import detect
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.repairs.reflexives import raise_reflexives


@pytest.mark.parametrize(
    ("words", "type", "is_raised"),
    [
        ("saw an island herself", "", True),
        ("saw the island herself", "place", True),
        ("saw the island itself", "place", False),
        ("saw the queen herself", "person", False),
        ("saw the queen myself", "person", True),
        ("saw the team themselves", "organization", False),
    ],
)
def test_heads(words, type, is_raised):
    columns = make_columns(words, "VERB DET NOUN PRON", "root det obj nmod:unmarked", [0, 2, 0, 2], {2: type})
    raise_reflexives(columns)
    assert (columns.heads[3], columns.deps[3]) == ((0, "obl:unmarked") if is_raised else (2, "nmod:unmarked"))


def test_several_are_not_himself():
    columns = make_columns("saw the letters himself", "VERB DET NOUN PRON", "root det obj nmod:unmarked", [0, 2, 0, 2])
    columns.morphs[2] = "Number=Plur"
    raise_reflexives(columns)
    assert columns.heads[3] == 0


def test_no_verb_above():
    columns = make_columns("an island herself", "DET NOUN PRON", "det root nmod:unmarked", [1, 1, 1])
    raise_reflexives(columns)
    assert columns.heads[2] == 1


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("He replied that he had seen the documents himself.", "the documents"),
        ("She grew up on an island herself.", "an island"),
        ("He met the president himself.", "the president himself"),
    ],
)
def test_the_mention_ends_before(base, text, mention):
    doc = base(text)
    found = {doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc))}
    assert mention in found
    assert not any(f"{mention} h" in other for other in found)
