"""One speaker's "you" and another's "I"."""

from __future__ import annotations

import pytest
from helpers.tables import features_of, value

from corefpipe.features.attributes import addressee
from corefpipe.resolver.tables import given_table


def table_of(base, *turns: tuple[str, str]):
    """A table of the pronouns of a dialogue."""
    doc = base(" ".join(text for _, text in turns))
    end = 0
    for speaker, text in turns:
        for token in doc.char_span(end, end + len(text)):
            token._.speaker = speaker
        end += len(text) + 1
    return given_table(doc, [(token.i, token.i + 1) for token in doc if token.pos_ == "PRON"])


ANN, BO, CY = ("Ann", "Are you ill?"), ("Bo", "I am fine."), ("Cy", "You look tired.")


@pytest.mark.parametrize(
    ("turns", "ante", "ana", "expected"),
    [
        ((ANN, BO), 0, 1, "two asked next"),
        ((BO, ANN), 0, 1, "two asked next"),
        ((BO, ("Ann", "You look tired.")), 0, 1, "two told next"),
        ((ANN, BO, CY), 1, 2, "more told next"),
        ((ANN, CY, BO), 0, 2, "more asked far"),
        ((ANN, CY), 0, 1, ""),
        ((("Ann", "Are you ill?"), ("Ann", "I am fine.")), 0, 1, ""),
        ((("", "Are you ill?"), BO), 0, 1, ""),
        ((ANN, ("Bo", "We are fine.")), 0, 1, ""),
    ],
)
def test_values(base, turns, ante, ana, expected):
    assert value("you_and_i", table_of(base, *turns), ante, ana) == expected


def test_every_feature_is_here():
    assert features_of(addressee) == {"you_and_i"}
