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
        ("Ann", "Bo", []),  # chapters about them
        ("Ann 's Ladder", "The Road of Bo", []),
        ("Contributed by Ann", "Statement of Bo", [("ann", ""), ("bo", "")]),
        ("Events Related by Ann in the House of Eva Hill , Lee", "Told by Bo", [("ann", ""), ("bo", "")]),
        ("Letter from Ann", "A Visit from Bo", []),
        ("Dear Ann ,", "Dear Bo ,", []),
        ("* See Ann 's Journal", "[ Bo 's Journal ]", []),
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
    assert told(book_of(["Ann 's Story", *saw("Bo", i="Eva"), "Bo 's Story", *saw("Ann")])) == []


def test_narrators_take_turns():
    sections = ["Ann", *saw("Bo"), "Bo", *saw("Ann"), "Ann", *saw("Bo"), "Bo", *saw("Ann")]
    assert told(book_of(sections)) == [("ann", ""), ("bo", ""), ("ann", ""), ("bo", "")]


def test_signatures_are_no_headings():
    sections = ["Dear Eva ,", *saw("Bo"), "Ann .", "Dear Eva ,", *saw("Ann"), "Bo ."]
    assert told(book_of([*sections, *sections])) == []


def test_a_narrator_goes_on():
    sections = ["Ann to Eva", *saw("Bo", "Eva"), "Bo to Eva", *saw("Ann"), "Ann in Continuation", *saw("Bo")]
    assert told(book_of(sections)) == [("ann", "eva"), ("bo", "eva"), ("ann", "")]


def test_what_is_about_somebody_is_not_told_by_them():
    sections = ["Ann 's Story", *saw("Bo"), "Bo 's Story", *saw("Ann"), "Eva 's Story", *saw("Eva")]
    assert told(book_of(sections)) == [("ann", ""), ("bo", "")]


def test_a_narrator_with_two_surnames():
    sections = [
        "Ann Lee 's Story",
        *saw("Bo"),
        "Bo 's Story",
        *saw("Ann Lee", "Ann Hill"),
        "Story of Ann Hill",
        *saw("Bo"),
    ]
    narrators = [one.narrator for one in telling_of(book_of(sections)).sections]
    assert narrators[1] == narrators[3] != narrators[2]


def test_a_short_text_has_no_sections():
    assert told(book_of(["Ann 's Story", *saw("Bo")[:60], "Bo 's Story", *saw("Ann")[:60]])) == []
