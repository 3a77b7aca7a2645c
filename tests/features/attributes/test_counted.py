"""Features from counts of the pronouns that refer to a word in raw text."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import features_of, keys, lost_keys, value

from corefpipe.features import MentionTable
from corefpipe.features.attributes import counted
from corefpipe.resolver.tables import given_table

FAMILY = """
    The the DET DT 2 det
    king king NOUN NN 3 nsubj Number=Sing
    met meet VERB VBD 0 root
    the the DET DT 5 det
    queen queen NOUN NN 3 obj Number=Sing
    and and CCONJ CC 8 cc
    the the DET DT 8 det
    children child NOUN NNS 5 conj Number=Plur

    Elizabeth Elizabeth PROPN NNP 2 nsubj Number=Sing
    left leave VERB VBD 0 root
    the the DET DT 4 det
    house house NOUN NN 2 obj Number=Sing
    of of ADP IN 6 case
    Zzyx Zzyx PROPN NNP 4 nmod Number=Sing

    He he PRON PRP 2 nsubj
    took take VERB VBD 0 root
    it it PRON PRP 2 obj
"""


def family() -> MentionTable:
    """The king; the queen; the children; Elizabeth; the house; Zzyx; He; it."""
    spans = [(0, 2), (3, 5), (6, 8), (8, 9), (10, 12), (13, 14), (14, 15), (16, 17)]
    return make_table(make_doc(FAMILY), spans)


# antecedent, anaphor, value
CASES = [
    ("pronoun_fit", 0, 6, "mostly"),  # the king … he
    ("pronoun_fit", 1, 6, "seldom"),  # the queen … he
    ("pronoun_fit", 4, 7, "mostly"),  # the house … it
    ("pronoun_fit", 0, 7, "seldom"),  # the king … it
    ("pronoun_fit", 5, 6, ""),  # no counts for Zzyx
    ("pronoun_fit", 6, 7, ""),  # two pronouns
    ("pronoun_fit", 0, 1, ""),  # no pronoun
]


@pytest.mark.parametrize(("feature", "ante", "ana", "expected"), CASES)
def test_values(feature, ante, ana, expected):
    assert value(feature, family(), ante, ana) == expected


def test_a_pronoun_before_its_noun_fits_as_well():
    table = make_table(make_doc("He he PRON PRP 0 root\nking king NOUN NN 1 dep"), [(0, 1), (1, 2)])
    assert value("pronoun_fit", table, 0, 1) == "mostly"


def test_every_feature_is_here():
    assert features_of(counted) == {case[0] for case in CASES}


@pytest.mark.parametrize(
    ("name", "gender"), [("Donna Curtis", ""), ("Donna Nobody", ""), ("Adam Curtis", "male"), ("Xyz Curtis", "male")]
)
def test_a_surname_says_nothing_of_who_has_the_first_name_of_a_woman(base, name, gender):
    table = given_table(base(f"{name} slept."), [(0, 2)])
    assert table.values("counted_gender") == [gender]


def test_counted_gender():
    assert family().values("counted_gender") == ["male", "female", "plural", "female", "neuter", "", "", ""]


@pytest.mark.parametrize("make", [lost_keys, keys])
def test_pronouns_have_none(make):
    table = make()
    kinds, genders = table.values("kind"), table.values("counted_gender")
    assert all(gender == "" for kind, gender in zip(kinds, genders, strict=True) if kind == "pronoun")


@pytest.mark.parametrize(("type", "gender"), [("place", "neuter"), ("", "male"), ("person", "male")])
def test_names_of_men_that_are_places_by_the_pipeline(type, gender):
    """The counts of "Chad" are those of a man; the pipeline knows by the context that it is the country."""
    doc = make_doc("He he PRON PRP 2 nsubj\nleft leave VERB VBD 0 root\nChad Chad PROPN NNP 2 obj Number=Sing")
    doc[2]._.entity_type = type
    table = make_table(doc, [(0, 1), (2, 3)])
    assert table.values("gender")[1] == gender
    assert (value("pronoun_fit", table, 0, 1) == "") == (type == "place")
