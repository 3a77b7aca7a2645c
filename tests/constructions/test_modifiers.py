"""Contrasting modifiers."""

from __future__ import annotations

import pytest

from corefpipe.constructions.modifiers import Modifiers, is_new
from corefpipe.parsing.parse import Parse


def modifiers_of(parse: Parse, noun: str) -> Modifiers:
    """Those of a noun, from the start of its phrase."""
    head = parse.words.index(noun)
    return Modifiers.of(parse, parse.left[head], head)


@pytest.mark.parametrize(
    ("one", "other", "contrast"),
    [
        ("The first door", "the second door", True),
        ("The left door", "the right door", True),
        ("The old door", "the new door", True),
        ("The door", "another door", True),
        ("The red door", "the door", False),
        ("The red door", "the heavy door", False),
    ],
)
def test_two_phrases(parsed, one, other, contrast):
    first, later = (modifiers_of(parsed(f"{phrase} opened."), "door") for phrase in (one, other))
    lexicon = parsed("").lexicon
    assert first.contrast(later, lexicon.modifier_kinds, set(lexicon.opposites)) is contrast


@pytest.mark.parametrize(("text", "new"), [("Another village burned.", True), ("The village burned.", False)])
def test_new_referents(parsed, text, new):
    assert is_new(parsed(text), 0, 1) is new
