"""How names are compared."""

from __future__ import annotations

import pytest

from corefpipe.entities.names import RELATIONS, clash, form_of, is_of_person, is_title, relation


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Barack Obama", "President Barack Obama 's", "same"),
        ("the White House", "White House", "same"),
        ("Apple Inc.", "Apple", "same"),
        ("IBM", "International Business Machines", "acronym"),
        ("U.S.", "United States", "acronym"),
        ("Bill Clinton", "William Clinton", "nickname"),
        ("J. Smith", "John Smith", "initial"),
        ("Mr. Obama", "Barack Obama", "last word"),
        ("Barack", "Barack Obama", "first word"),
        ("Hussein", "Barack Hussein Obama", "within"),
        ("Degeneres", "DeGenneres", "spelt alike"),
        ("Ann Lee", "Bo Lee", "shared word"),
        ("Berlin", "Paris", "none"),
    ],
)
def test_relations(one, other, expected):
    for pair in ((one, other), (other, one)):
        assert RELATIONS[relation(*map(form_of, pair))] == expected


def test_forms():
    assert form_of("Dr. Regina Benjamin").words == ("regina", "benjamin")
    assert form_of("the U.S.").short == "us"
    assert form_of(" '' ").words == ()


def test_clashes_of_first_names():
    assert clash(form_of("Ann Lee"), form_of("Bo Lee"))
    assert not clash(form_of("A. Lee"), form_of("Ann Lee"))
    assert not clash(form_of("Lee"), form_of("Ann Lee"))
    assert not clash(form_of("Mary Ann Lee"), form_of("Ann Lee"))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("The President", True),
        ("the Prime Minister", True),
        ("Emperor", True),
        ("Mr. President", True),
        ("the King", True),
        ("King", False),  # a surname, too
        ("Bishop King", False),
        ("President Obama", False),
        ("The White House", False),
        ("", False),
    ],
)
def test_titles_alone(name, expected):
    assert is_title(name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Queen Victoria", True), ("Donald Trump", True), ("Victoria", False), ("Obama", False), ("White House", False)],
)
def test_names_of_people(name, expected):
    assert is_of_person(form_of(name)) == expected
