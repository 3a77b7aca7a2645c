"""Arguments, predicatives and c-command."""

from __future__ import annotations

import pytest

from corefpipe.constructions import arguments
from corefpipe.constructions.command import commands, is_set_off
from corefpipe.constructions.parts import is_part
from corefpipe.constructions.predicatives import is_predicative, nouns_of_subjects
from corefpipe.parsing.clauses import Clauses


@pytest.mark.parametrize(
    ("text", "verb", "noun", "is_complement"),
    [
        ("They call her the boss.", "call", "boss", True),
        ("She became a doctor.", "became", "doctor", True),
        ("She called the doctor.", "called", "doctor", False),
        ("She saw the doctor.", "saw", "doctor", False),
    ],
)
def test_predicative_complements(parsed, text, verb, noun, is_complement):
    parse = parsed(text)
    assert is_predicative(parse, parse.words.index(verb), parse.words.index(noun)) is is_complement


def test_nominal_predicates(parsed):
    parse = parsed("My sister is a painter. The cat is in the barn.")
    assert {parse.words[one]: parse.words[other] for one, other in nouns_of_subjects(parse).items()} == {
        "sister": "painter"
    }


@pytest.mark.parametrize(
    ("text", "pronoun", "noun", "in_adjuncts", "does"),
    [
        ("He said that John was ill.", "He", "John", False, True),
        ("He left before Karl came.", "He", "Karl", False, False),
        ("He left before Karl came.", "He", "Karl", True, True),
        ("His mother said that John was ill.", "mother", "John", False, True),
    ],
)
def test_command(parsed, text, pronoun, noun, in_adjuncts, does):
    parse = parsed(text)
    predicate = parse.heads[parse.words.index(pronoun)]
    assert commands(parse, predicate, parse.words.index(noun), in_adjuncts) is does


def test_phrases_after_punctuation_are_set_off(parsed):
    parse = parsed("She had, this lady, a perfect taste.")
    assert is_set_off(parse, 3)
    assert not is_set_off(parse, 0)
    assert not is_set_off(parse, 1)


@pytest.mark.parametrize(
    ("text", "verb", "wanted"), [("She relies on her.", "relies", {"on"}), ("She laughed.", "laughed", frozenset())]
)
def test_governed_prepositions(parsed, text, verb, wanted):
    parse = parsed(text)
    assert wanted <= arguments.governed_prepositions(parse, parse.words.index(verb))


def test_locative_prepositions(parsed):
    having, sharing = parsed("She has a bag with her."), parsed("She shares a bag with her.")
    assert "with" in arguments.locative_prepositions(having, 1, True)
    assert "with" not in arguments.locative_prepositions(sharing, 1, True)


def test_reciprocals_are_exempt_from_binding(parsed):
    parse = parsed("They saw each other.")
    objects = [one for one in Clauses(parse).arguments(1) if one.role == "object"]
    assert [arguments.is_exempt(parse, 1, one) for one in objects] == [True]


@pytest.mark.parametrize(
    ("text", "part", "whole", "is_within"),
    [
        ("The mother of the boy left.", "boy", "mother", True),
        ("The man who lost his keys left.", "keys", "man", False),
        ("The captain himself left.", "himself", "captain", False),
    ],
)
def test_parts_of_noun_phrases(parsed, text, part, whole, is_within):
    parse = parsed(text)
    assert is_part(parse, parse.words.index(part), parse.words.index(whole), part == "himself") is is_within
