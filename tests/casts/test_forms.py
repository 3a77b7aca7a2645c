"""Forms of people's names: titles, words, their roles, and the gender that they show."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.casts.forms import Form, Roles, are_alike
from corefpipe.lexicon import load_lexicon

ENGLISH = load_lexicon("en")


def form(name: str) -> Form:
    return Form.of(ENGLISH, tuple(name.lower().split()))


@pytest.mark.parametrize(
    ("name", "titles", "words"),
    [
        ("Elizabeth", "", "elizabeth"),
        ("Elizabeth Bennet", "", "elizabeth bennet"),
        ("Miss Elizabeth Bennet", "miss", "elizabeth bennet"),
        ("Mr. Darcy", "mr.", "darcy"),
        ("god Mrs. Fairfax", "mrs.", "fairfax"),
        ("old friend Sir William Lucas", "sir", "william lucas"),
        ("Lady Catherine de Bourgh", "lady", "catherine bourgh"),
        ("Miss de Bourgh", "miss", "bourgh"),
        ("de", "", "de"),
        ("Reverend Mr. Collins", "reverend mr.", "collins"),
        ("Ann Mrs.", "", "ann mrs."),
        ("Captain", "", "captain"),
        ("Farmer Oak", "farmer", "oak"),
        ("Comrade Gabriel Syme", "comrade", "gabriel syme"),
        ("Mistah Innes", "mistah", "innes"),
        ("Bishop Bell", "bishop", "bell"),
        ("Gabriel Shepherd", "", "gabriel shepherd"),
        ("Farmer", "", "farmer"),
    ],
)
def test_titles_and_words(name, titles, words):
    found = form(name)
    assert (found.titles, found.words) == (tuple(titles.split()), tuple(words.split()))


words = st.lists(st.sampled_from(["mr.", "lady", "captain", "de", "ann", "bell", "tom", "o"]), min_size=1, max_size=5)


@given(words)
def test_law_a_form_keeps_the_end_of_a_name(name):
    """Titles are followed by a name, and the words are those after them, without particles of surnames."""
    found = Form.of(ENGLISH, tuple(name))
    assert found.words
    assert set(found.titles) <= ENGLISH.titles
    rest = [word for word in found.words if word in name]
    assert list(found.words) == rest
    assert Form.of(ENGLISH, (*found.titles, *found.words)) == found


@pytest.mark.parametrize(
    ("name", "title"),
    [("Mister Bell", "mr"), ("Mr. Bell", "mr"), ("Reverend Mr. Bell", "mr"), ("Capt. Bell", "captain"), ("Bell", "")],
)
def test_the_class_of_the_last_title(name, title):
    assert Roles(ENGLISH).title(form(name)) == title


def roles(**counts: int) -> Roles:
    return Roles.of(ENGLISH, {form(name.replace("_", " ")): count for name, count in counts.items()})


def test_words_are_first_names_as_they_are_mostly_used():
    assert not roles(Fitzwilliam_Darcy=1, Georgiana_Darcy=2).is_first("darcy")
    assert roles(Fitzwilliam_Darcy=1).is_first("fitzwilliam")
    assert not roles(Colonel_Fitzwilliam=3, Fitzwilliam_Darcy=2).is_first("fitzwilliam")
    assert roles(Colonel_Fitzwilliam=1, Fitzwilliam_Darcy=2).is_first("fitzwilliam")
    assert not roles(Mr_Oliver=5).is_first("oliver")


def test_a_title_before_what_begins_full_names():
    counts = {form("Mr. Franklin"): 400, form("Mr. Franklin Blake"): 3, form("Mr. Blake"): 40}
    roles = Roles.of(ENGLISH, counts)
    assert roles.is_first("franklin")
    assert not roles.is_first("blake")


def test_words_alone_are_first_names_if_the_lexicon_has_them():
    found = Roles(ENGLISH)
    assert found.is_first("elizabeth")
    assert not found.is_first("netherfield")
    assert not roles(Miss_Bell=9).is_first("bell")  # "Miss" stands before first names, too


@pytest.mark.parametrize(
    ("name", "gender"),
    [
        ("Mr. Bell", "male"),
        ("Lady Catherine", "female"),
        ("Miss Tom", "female"),
        ("Elizabeth", "female"),
        ("Elizabeth Bell", "female"),
        ("Charles Bingley", "male"),
        ("Captain Bell", ""),
        ("Netherfield", ""),
    ],
)
def test_gender(name, gender):
    found = form(name)
    assert Roles.of(ENGLISH, Counter([found])).gender(found) == gender


def test_a_surname_has_no_gender():
    """In one text "Kelly" is a surname, although it is a female first name elsewhere."""
    counts = {form("Tom Kelly"): 3, form("Kelly"): 2}
    assert Roles.of(ENGLISH, counts).gender(form("Kelly")) == ""


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("ann", "ann", True),
        ("elizabeth", "lizzy", True),
        ("thomas", "tom", True),
        ("e.", "elizabeth", True),
        ("e", "e.", True),
        ("e.", "ann", False),
        ("jane", "john", False),
        ("al", "albert", True),
        ("an", "ann", False),
    ],
)
def test_forms_of_a_first_name(one, other, alike):
    assert are_alike(ENGLISH, one, other) == are_alike(ENGLISH, other, one) == alike
