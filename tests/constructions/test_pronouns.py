"""Classes of pronouns."""

from __future__ import annotations

import pytest

from corefpipe.constructions import pronouns
from corefpipe.constructions.coordination import conjunction_of


@pytest.mark.parametrize(
    ("text", "word", "is_reciprocal"),
    [
        ("They know each other.", "each", True),
        ("She bought each.", "each", False),
        ("They know other men.", "know", False),
    ],
)
def test_reciprocals(parsed, text, word, is_reciprocal):
    parse = parsed(text)
    assert pronouns.is_reciprocal(parse, parse.words.index(word)) is is_reciprocal


@pytest.mark.parametrize(("word", "is_bare"), [("me", True), ("myself", True), ("those", False), ("cook", False)])
def test_personal_and_reflexive_pronouns(parsed, word, is_bare):
    assert pronouns.is_bare_pronoun(parsed(word), 0) is is_bare


@pytest.mark.parametrize(
    ("text", "word", "is_referential"),
    [("Who rang?", "Who", False), ("There is a man.", "There", False), ("She rang.", "She", True)],
)
def test_interrogative_and_existential_pronouns(parsed, text, word, is_referential):
    parse = parsed(text)
    assert pronouns.is_referential(parse, parse.words.index(word)) is is_referential


def test_coordinations_with_the_speaker(parsed):
    parse = parsed("My wife and I left.")
    assert pronouns.includes_speaker(parse, 1)
    assert parse.words[conjunction_of(parse, 0, 4, 1)] == "and"
    assert not pronouns.includes_speaker(parsed("My wife and Tom left."), 1)


def test_first_and_second_person(parsed):
    parse = parsed("I know you and us.")
    assert pronouns.is_first_person(parse.pronoun(0), "singular")
    assert not pronouns.is_first_person(parse.pronoun(0), "plural")
    assert pronouns.is_first_person(parse.pronoun(4), "plural")
    assert not pronouns.is_first_person(parse.pronoun(1), "singular")
    assert [i for i in range(len(parse)) if pronouns.is_second_person(parse, i)] == [2]
