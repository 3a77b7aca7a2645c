"""The parts of names."""

from __future__ import annotations

import pytest

from corefpipe.constructions import names
from corefpipe.constructions.genders import sure_gender_of_name
from corefpipe.constructions.name_runs import joining_marks, name_runs, name_words
from corefpipe.parsing.parse import Parse


def span(parse: Parse, words: str) -> tuple[int, int, int]:
    """(start, end, head) of the first occurrence of some words."""
    parts = words.split()
    start = next(i for i in range(len(parse)) if parse.words[i : i + len(parts)] == parts)
    return start, start + len(parts), parse.head_of(start, start + len(parts))


@pytest.mark.parametrize(
    ("text", "name", "proper"),
    [
        ("Her friend Ali Baba left.", "Her friend Ali Baba", "Ali Baba"),
        ("Ann Hill left.", "Ann Hill", "Ann Hill"),
        ("Mr. Tom Hill left.", "Mr. Tom Hill", "Mr. Tom Hill"),
    ],
)
def test_where_a_name_begins_and_ends(parsed, text, name, proper):
    parse = parsed(text)
    start, end, head = span(parse, name)
    begin, stop = names.name_start(parse, start, head), names.name_end(parse, start, end, head)
    assert " ".join(parse.words[begin:stop]) == proper


def test_titles_stand_before_a_name(parsed):
    parse = parsed("Mr. Tom Hill left.")
    start, end, _ = span(parse, "Mr. Tom Hill")
    assert parse.words[names.after_titles(parse, start, end)] == "Tom"
    assert names.is_abbreviated_title(parse, start, start + 1)
    assert not names.is_abbreviated_title(parse, start, end)


@pytest.mark.parametrize(("name", "is_neutral"), [("Dr. Smith", True), ("Mrs. Smith", False), ("Ann Smith", False)])
def test_titles_without_a_gender(parsed, name, is_neutral):
    parse = parsed(f"{name} left.")
    start, end, _ = span(parse, name)
    assert names.has_neutral_title(parse, start, end) is is_neutral


@pytest.mark.parametrize(
    ("name", "gender"), [("Mrs. Bell", "female"), ("Peter Bell", "male"), ("Dr. Bell", ""), ("Olga", "female")]
)
def test_genders_that_a_name_shows(parsed, name, gender):
    parse = parsed(f"{name} left the house in the morning.")
    start, end, head = span(parse, name)
    assert sure_gender_of_name(parse, start, end, head, ()) == gender


def test_a_surname_is_no_first_name(parsed):
    parse = parsed("Olga left the house.")
    assert sure_gender_of_name(parse, 0, 1, 0, {"olga"}) == ""


def test_runs_of_proper_nouns(parsed):
    parse = parsed("Rolls-Royce hired Mary Ann Hill.")
    found = [" ".join(parse.words[start:end]) for start, end, _ in name_runs(parse, joining_marks(parse))]
    assert found == ["Rolls - Royce", "Mary Ann Hill"]


def test_words_that_are_names_somewhere(parsed):
    parse = parsed("Hill left. Then Hill came back.")
    assert [parse.words[i] for i, named in enumerate(name_words(parse)) if named] == ["Hill", "Hill"]
