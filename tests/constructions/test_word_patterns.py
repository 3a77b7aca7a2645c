"""Patterns of words."""

from __future__ import annotations

import pytest

from corefpipe.constructions.word_patterns import stands_at


@pytest.mark.parametrize(
    ("start", "pattern", "lemmas", "stands"),
    [
        (1, "made it", False, True),
        (1, "make it", True, True),
        (1, "make it", False, False),
        (-1, "she made", False, False),
        (4, "left .", False, False),  # beyond the text
        (2, "it she", False, False),
    ],
)
def test_where_a_pattern_stands(parsed, start, pattern, lemmas, stands):
    assert stands_at(parsed("She made it home"), start, tuple(pattern.split()), lemmas) is stands


def test_a_pattern_is_within_a_sentence(parsed):
    parse = parsed("They helped each. Other men left.")
    parse.sentences = [0, 0, 0, 1, 1, 1, 1, 1]
    parse.lower[3] = "other"
    assert not stands_at(parse, 2, ("each", "other"))
