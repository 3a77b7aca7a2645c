"""Books that several people tell in sections, whose headings name them."""

from __future__ import annotations

import pytest
from helpers.told import book_of, saw

from corefpipe.casts.sections import telling_of
from corefpipe.features import MentionTable


def told(table: MentionTable) -> list[tuple[str, str]]:
    """The names of the narrator and the addressee of each section that has a narrator."""
    telling = telling_of(table)
    names = [next(iter(one.forms)).words[-1] if one.forms else "" for one in telling.cast.people]
    sections = [one for one in telling.sections if one.narrator >= 0]
    return [(names[one.narrator], names[one.addressee] if one.addressee >= 0 else "") for one in sections]


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ("Ann", "Bo", [("ann", ""), ("bo", "")]),
        ("ANN 'S JOURNAL", "Diary of Bo", [("ann", ""), ("bo", "")]),
        ("Letter from Ann to Bo", "Bo to Ann", [("ann", "bo"), ("bo", "ann")]),
        ("Ann and Bo and Eva", "Bo", []),  # a list of people
        ("so Ann was very glad", "so Bo was , too", []),  # sentences
        ("O Ann , Ann !", "O Bo !", []),
        ("Ann", "Ann", []),  # one narrator
    ],
)
def test_headings_name_narrators(first, second, wanted):
    assert told(book_of([first, *saw("Bo"), second, *saw("Ann", "Eva")])) == wanted


def test_without_first_persons_nobody_narrates():
    assert told(book_of(["Ann", *saw("Bo", i="Eva"), "Bo", *saw("Ann")])) == []


def test_a_narrator_begins_again():
    sections = ["Ann", *saw("Bo"), "Bo", *saw("Ann"), "Ann", *saw("Bo")]
    assert told(book_of(sections)) == [("ann", ""), ("bo", ""), ("ann", "")]


def test_what_is_about_somebody_is_not_told_by_them():
    sections = ["Ann", *saw("Bo"), "Bo", *saw("Ann"), "Eva", *saw("Eva")]
    assert told(book_of(sections)) == [("ann", ""), ("bo", "")]


def test_a_narrator_with_two_surnames():
    sections = ["Ann Lee", *saw("Bo"), "Bo", *saw("Ann Lee", "Ann Hill"), "Ann Hill", *saw("Bo")]
    narrators = [one.narrator for one in telling_of(book_of(sections)).sections]
    assert narrators[1] == narrators[3] != narrators[2]


def test_a_short_text_has_no_sections():
    assert told(book_of(["Ann", *saw("Bo")[:60], "Bo", *saw("Ann")[:60]])) == []
