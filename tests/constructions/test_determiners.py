"""Determiners."""

from __future__ import annotations

import pytest

from corefpipe.constructions import determiners


@pytest.mark.parametrize(
    ("text", "noun", "form"),
    [
        ("The cook slept.", "cook", "definite"),
        ("This cook slept.", "cook", "demonstrative"),
        ("A cook slept.", "cook", "indefinite"),
        ("Her old cook slept.", "cook", "possessed"),
        ("Two cooks slept.", "cooks", "quantified"),
        ("Some cooks slept.", "cooks", "quantified"),
        ("Cooks slept.", "Cooks", "bare"),
    ],
)
def test_definiteness(parsed, text, noun, form):
    parse = parsed(text)
    assert determiners.definiteness(parse, 0, parse.words.index(noun)) == form


@pytest.mark.parametrize(
    ("text", "noun", "is_definite"),
    [("The cook slept.", "cook", True), ("His cook slept.", "cook", True), ("A cook slept.", "cook", False)],
)
def test_definite_nouns(parsed, text, noun, is_definite):
    parse = parsed(text)
    assert determiners.is_definite(parse, parse.words.index(noun)) is is_definite


def test_questions_ask_for_a_noun(parsed):
    parse = parsed("Which colour do you want?")
    assert determiners.is_asked_for(parse, 1)
    assert not determiners.is_asked_for(parsed("The colour faded."), 1)


@pytest.mark.parametrize(
    ("text", "noun", "is_one"),
    [("A new species appeared.", "species", True), ("A few species appeared.", "species", False)],
)
def test_singular_articles(parsed, text, noun, is_one):
    parse = parsed(text)
    assert determiners.has_singular_article(parse, 0, parse.words.index(noun)) is is_one
