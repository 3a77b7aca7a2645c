"""Gender, number and entity type by the cascades of Bengtson & Roth 2008."""

from __future__ import annotations

import pytest
from helpers.bengtson_roth_tables import captain, phrases
from helpers.tables import value


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("Mr. Bell", "male"),
        ("Mrs. Bell", "female"),
        ("Nora Bell", "female"),
        ("Thomas Bell", "male"),
        ("Smith", "person"),
        ("Captain Quux", "person"),
        ("Boston", "neuter"),
        ("Quux Company", "neuter"),
        ("Xyzzy", ""),
        ("the man", "male"),
        ("her sisters", "female"),
        ("a teacher", "person"),
        ("the house", "neuter"),
        ("the team", "neuter"),
        ("the region", "neuter"),
        ("the idea", ""),
        ("him", "male"),
        ("it", "neuter"),
        ("us", "person"),
        ("they", ""),
        ("Tom +and Ann", ""),
    ],
)
def test_gender(text, gender):
    assert phrases(text).values("cascade_gender") == [gender]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("this sheep", "singular"),
        ("some sheep", "plural"),
        ("those keys", "plural"),
        ("Boston", "singular"),
        ("Marks and Spencer", ""),
        ("Tom +and Ann", "plural"),
        ("keys", "plural"),
        ("the key", "singular"),
        ("they", "plural"),
        ("she", "singular"),
        ("you", ""),
    ],
)
def test_number(text, number):
    assert phrases(text).values("cascade_number") == [number]


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("Nora Xyzzy", "person"),
        ("Dr. Xyzzy", "person"),
        ("Xyzzy Johnson", "person"),
        ("Chicago", "political unit"),
        ("Boston", ""),  # a surname too
        ("France", "political unit"),
        ("Europe", "location"),
        ("Xyzzy Inc.", "organization"),
        ("Xyzzy University", "organization"),
        ("Xyzzy", ""),
        ("Washington", ""),  # a surname, a city, a state
        ("the teacher", "person"),
        ("the nation", "political unit"),
        ("the region", "location"),
        ("the company", "organization"),
        ("a gun", "weapon"),
        ("her car", "vehicle"),
        ("the airport", "facility"),
        ("the refinery", "facility"),
        ("the idea", ""),
        ("she", "person"),
        ("it", ""),
    ],
)
def test_type(text, type):
    assert phrases(text).values("gazetteer_type") == [type]


def test_pronouns_stand_for_their_types():
    assert phrases("him", "Chicago", "the idea").values("gazetteer_type_or_pronoun") == [
        "he",
        "political unit",
        "unknown",
    ]


def test_wordnet_is_asked_for_nouns_and_names():
    assert phrases("I", "the old man", "New York", "Tom +and Ann").values("wordnet_head") == ["", "man", "new york", ""]


@pytest.mark.parametrize(
    ("feature", "ante", "ana", "said"),
    [
        ("cascade_gender_match", "Nora Bell", "she", "same"),
        ("cascade_gender_match", "the house", "it", "same"),
        ("cascade_gender_match", "Nora Bell", "him", "other"),
        ("cascade_gender_match", "the teacher", "it", "other"),
        ("cascade_gender_match", "the house", "us", "other"),
        ("cascade_gender_match", "the teacher", "she", "unknown"),
        ("cascade_gender_match", "the idea", "she", "unknown"),
        ("cascade_number_match", "the key", "it", "same"),
        ("cascade_number_match", "keys", "it", "other"),
        ("cascade_number_match", "you", "it", "unknown"),
        ("cascade_number_match", "you", "you", "same"),  # the same words
        ("gazetteer_type_match", "Chicago", "the nation", "same"),
        ("gazetteer_type_match", "Chicago", "she", "other"),
        ("gazetteer_type_match", "Chicago", "it", "unknown"),
    ],
)
def test_matches(feature, ante, ana, said):
    assert value(feature, phrases(ante, ana), 0, 1) == said


def test_both_speak():
    table = captain()
    assert table.values("near_speech_verb") == ["no", "no", "yes", "yes", "no", "yes"]
    assert value("both_speak", table, 2, 3) == "yes"
    assert value("both_speak", table, 3, 5) == "yes"
    assert value("both_speak", table, 0, 5) == ""
