"""The extent of noun phrases."""

from __future__ import annotations

import pytest

from corefpipe.constructions import phrases
from corefpipe.constructions.appositions import is_between_commas
from corefpipe.constructions.events import events
from corefpipe.constructions.noun_heads import is_counted, may_head
from corefpipe.constructions.noun_phrases import NounPhrases
from corefpipe.constructions.plurals import has_plural_verb, is_of_several


@pytest.mark.parametrize(
    ("text", "core"),
    [("The World Health Organization (WHO)", "world health organization"), ("This cook's", "cook"), ("Ann", "ann")],
)
def test_core_words(parsed, text, core):
    parse = parsed(text)
    assert phrases.core_words(parse, 0, len(parse)) == core


def test_descriptive_modifiers(parsed):
    assert phrases.only_describes(parsed("The Japanese company grew."), 0, 2)
    assert not phrases.only_describes(parsed("The other company grew."), 0, 2)


@pytest.mark.parametrize(
    ("text", "head", "phrase"),
    [
        ("She saw the old roof of a house.", "roof", "the old roof of a house"),
        ("In the big house he slept.", "house", "the big house"),
        ("Ann's cat ran.", "cat", "Ann 's cat"),
    ],
)
def test_extents(parsed, text, head, phrase):
    parse = parsed(text)
    start, end, _ = NounPhrases(parse).extent(parse.words.index(head))
    assert " ".join(parse.words[start:end]) == phrase


def test_conjuncts(parsed):
    parse = parsed("Ann and Tom left.")
    assert NounPhrases(parse).extent(0) == (0, 1, [2])


def test_heads(parsed):
    parse = parsed("Hundreds of farmers asked what time it was.")
    found = [word for i, word in enumerate(parse.words) if may_head(parse, i, parse.deps[i].split(":")[0])]
    assert found == ["Hundreds", "it"]
    assert is_counted(parse, 2)


def test_appositions_between_commas(parsed):
    parse = parsed("The boy, a plumber, mended it.")
    assert is_between_commas(parse, 3, 5, 4)
    assert not is_between_commas(parse, 0, 2, 1)


def test_events_before_a_demonstrative(parsed):
    parse = parsed("He lied to her. That surprised me. She left.")
    assert [parse.words[token] for token in events(parse)] == ["lied"]


@pytest.mark.parametrize(
    ("text", "several"), [("Most of them left.", True), ("Many of the boys left.", True), ("Most of it left.", False)]
)
def test_quantifiers_of_several(parsed, text, several):
    assert is_of_several(parsed(text), 0) is several


def test_plural_verbs(parsed):
    parse = parsed("The team are here.")
    assert has_plural_verb(parse, 1)
    assert not has_plural_verb(parsed("The team is here."), 1)
