"""Pleonastic and referring "it"."""

from __future__ import annotations

import pytest

from corefpipe.constructions.ambient import costs_time, is_moment
from corefpipe.constructions.expletives import is_expletive
from corefpipe.constructions.idioms import in_idiom


@pytest.mark.parametrize(
    "text",
    [
        "It surprised Ann that the key fitted.",
        "It was Ann who rang.",
        "It was a pity that the cup broke.",
        "It was her boss.",
        "It was Monday.",
        "It is ten miles to the lake.",
        "It is no use crying.",
        "It was cold outside.",
        "It got dark.",
        "It was too late to answer.",
        "It would be nice if you came.",
        "It is said that he fled.",
        "It looks as if we must leave.",
        "The rain made it hard to see the road.",
        "He hated it that she sang.",
        "What time is it?",
    ],
)
def test_pleonastic(parsed, text):
    parse = parsed(text)
    assert is_expletive(parse, parse.lower.index("it"))


@pytest.mark.parametrize(
    "text",
    [
        "It is a dog that bites.",
        "It was a friend of the family.",
        "It is nice if you warm it.",
        "It looks as if it will break.",
        "That made it easy to read.",
        "She bought it.",
        "It broke.",
    ],
)
def test_referring(parsed, text):
    parse = parsed(text)
    assert not is_expletive(parse, parse.lower.index("it"))


@pytest.mark.parametrize(
    ("text", "verb", "costs"),
    [
        ("It took us an hour to find the car.", "took", True),
        ("It took us home.", "took", False),
        ("It took the car.", "took", False),
    ],
)
def test_costs_in_time(parsed, text, verb, costs):
    parse = parsed(text)
    assert costs_time(parse, parse.words.index(verb)) is costs


def test_times_of_day(parsed):
    parse = parsed("It was daytime.")
    assert is_moment(parse, 2)
    assert not is_moment(parsed("It was a cup."), 3)


@pytest.mark.parametrize(
    ("text", "is_idiom"),
    [
        ("She made it to the meeting.", True),
        ("When it comes to work, he sleeps.", True),
        ("She made it to sell.", False),
    ],
)
def test_idioms(parsed, text, is_idiom):
    parse = parsed(text)
    assert in_idiom(parse, parse.lower.index("it")) is is_idiom
