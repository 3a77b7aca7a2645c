"""The features of Soon, Ng & Lim 2001."""

from __future__ import annotations

import pytest
from helpers.soon_tables import appositions, phrases, value
from helpers.tables import lost_keys

from corefpipe.features import FeatureSet


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("she", "personal"),
        ("himself", "reflexive"),
        ("someone", "indefinite"),
        ("here", "adverbial"),
        ("Ann", ""),
    ],
)
def test_pronoun_kind(text, kind):
    assert phrases(text).values("pronoun_kind") == [kind]


def test_her_is_possessive_before_a_noun():
    assert lost_keys().values("pronoun_kind")[2] == "possessive"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the Licence", "licence"),
        ("This license", "license"),
        ("Bell 's", "bell"),
        ("that", "that"),  # removing "that" would leave nothing
        ("her hat", "her hat"),
    ],
)
def test_soon_string(text, words):
    assert phrases(text).values("soon_string") == [words]


@pytest.mark.parametrize(
    ("text", "name", "gender"),
    [
        ("he", "male", "male"),
        ("they", "", ""),
        ("it", "object", "neutral"),
        ("I", "person", ""),
        ("here", "location", "neutral"),
        ("Mr. Smith", "male", "male"),
        ("Doctor Smith", "person", ""),
        ("Nora Smith", "person", "female"),
        ("Smith Corp.", "organization", "neutral"),
        ("Boston", "location", "neutral"),
        ("Xyzzy", "", ""),
        ("Charlotte", "", "female"),  # a city as well
        ("Monday", "date", "neutral"),
        ("the man", "male", "male"),
        ("the lawyer", "person", ""),
        ("the company", "organization", "neutral"),
        ("an hour", "time", "neutral"),
        ("10 %", "percent", "neutral"),
        ("$ 5", "money", "neutral"),
        ("1999", "date", "neutral"),
        ("5:30", "time", "neutral"),
        ("a box", "object", "neutral"),
        ("the idea", "", ""),
    ],
)
def test_semantic_class_and_gender(text, name, gender):
    table = phrases(text)
    assert table.values("semantic_class") == [name]
    assert table.values("soon_gender") == [gender]


def test_a_title_elsewhere_tells_the_gender():
    assert phrases("Xyz Diller", "Mr. Diller").values("soon_gender") == ["male", "male"]
    assert phrases("Mrs. Diller", "Xyz Diller", "Mr. Diller").values("soon_gender") == ["female", "", "male"]


@pytest.mark.parametrize(
    ("text", "day", "year", "surname"),
    [
        ("Friday", "w5", "", ""),
        ("the 8th of January 2001", "1-8", "2001", ""),
        ("the summer of 2001", "", "", ""),
        ("12/25/99", "12-25", "1999", ""),
        ("Mr. John Smith Jr.", "", "", "smith"),
        ("John Smith 's", "", "", "smith"),
        ("Smith Corp.", "", "", ""),
        ("the man", "", "", ""),
    ],
)
def test_what_aliases_are_told_by(text, day, year, surname):
    table = phrases(text)
    assert [table.values(name) for name in ("date", "year", "surname")] == [[day], [year], [surname]]


@pytest.mark.parametrize(
    ("feature", "ante", "ana", "expected"),
    [
        ("soon_string_match", "the license", "this license", "yes"),
        ("soon_string_match", "He", "he", "yes"),
        ("soon_string_match", "the license", "a licence", ""),
        ("soon_semantic_class", "the man", "he", "T"),
        ("soon_semantic_class", "the man", "the lawyer", "T"),  # a person's child is male
        ("soon_semantic_class", "the man", "she", "F"),
        ("soon_semantic_class", "Ann Bell", "it", "F"),  # person and object are unrelated types
        ("soon_semantic_class", "Boston", "it", "T"),
        ("soon_semantic_class", "Xyzzy", "he", "unknown"),
        ("soon_semantic_class", "the idea", "an idea", "T"),  # the same head
        ("soon_gender_match", "Mrs. Bell", "she", "T"),
        ("soon_gender_match", "Mrs. Bell", "it", "F"),
        ("soon_gender_match", "Xyzzy", "it", "unknown"),
        ("soon_alias", "Nora Bell", "Mrs. Bell", "yes"),
        ("soon_alias", "Nora Bell", "Nora", ""),
        ("soon_alias", "Smith Corp.", "John Smith", ""),
        ("soon_alias", "Paris", "Boston", ""),
        ("soon_alias", "International Business Machines Corp.", "IBM", "yes"),
        ("soon_alias", "I.B.M.", "International Business Machines", "yes"),
        ("soon_alias", "International Business Machines", "IBN", ""),
        ("soon_alias", "01-08", "Jan. 8", "yes"),
        ("soon_alias", "January 8th", "Monday , January 8 , 2001", "yes"),
        ("soon_alias", "January 8 , 2001", "1/8/99", ""),
        ("soon_alias", "2001-01-08", "1/8/01", "yes"),
        ("soon_alias", "Tuesday", "Tue.", "yes"),
        ("soon_alias", "January", "January 8", ""),
        ("soon_alias", "1999", "1999", "yes"),
        ("soon_alias", "1999", "2000", ""),
        ("soon_alias", "Figure 1", "Figure 1", ""),
    ],
)
def test_values_both_ways(feature, ante, ana, expected):
    assert value(feature, phrases(ante, ana), 0, 1) == expected
    assert value(feature, phrases(ana, ante), 0, 1) == expected


@pytest.mark.parametrize(
    ("ante", "ana", "expected"),
    [
        (1, 2, "yes"),
        (0, 2, "yes"),  # nested in the first mention
        (0, 3, ""),  # a verb between
        (3, 4, ""),  # a conjunct
        (4, 5, ""),
    ],
)
def test_appositive(ante, ana, expected):
    assert value("soon_appositive", appositions(), ante, ana) == expected


@pytest.mark.parametrize(("ante", "ana"), [("the captain", "the lender"), ("Nora Bell", "Ann")])
def test_without_a_comma_there_is_no_apposition(ante, ana):
    assert value("soon_appositive", phrases(ante, ana), 0, 1) == ""


def test_the_set_has_the_twelve_features():
    features = FeatureSet("soon2001").spec.features
    assert [f.name for f in features if f.group != "Constant"] == (
        "DIST I_PRONOUN J_PRONOUN DEF_NP DEM_NP PROPER_NAME STR_MATCH ALIAS NUMBER GENDER SEMCLASS APPOSITIVE".split()
    )
