"""First persons of a book that several people tell."""

from __future__ import annotations

import pytest
from helpers.told import book_of, saw

from corefpipe.features import MentionTable
from corefpipe.resolver.constraints.people import people

BOOK = book_of(["Ann 's diary", *saw("Bo"), "Bo 's diary", *saw("Ann"), "Ann 's diary", *saw("Bo")])


def first_rows(table: MentionTable, sections: int) -> list[int]:
    """The row of the second "I" after each heading."""
    words, starts = table.parse.words, [row for row, (start, _, _) in enumerate(table.triples())]
    bounds = [start for start in range(len(words)) if words[start : start + 2] in (["Ann", "'s"], ["Bo", "'s"])]
    return [next(row for row in starts if table.triples()[row][0] > at + 2) for at in bounds[:sections]]


@pytest.mark.parametrize(("one", "other", "together"), [(0, 2, True), (0, 1, False), (1, 2, False)])
def test_the_first_persons_of_a_narrator_corefer_over_sections(one, other, together):
    found = people(BOOK)
    assert found is not None
    group = found.components(len(BOOK))
    rows = first_rows(BOOK, 3)
    assert (group[rows[one]] == group[rows[other]]) == together


def test_first_persons_corefer_with_the_name_of_the_narrator():
    found = people(BOOK)
    assert found is not None
    group = found.components(len(BOOK))
    first, second, _ = first_rows(BOOK, 3)
    assert group[first] == group[0] != group[second]


def test_first_persons_are_compared_with_those_of_one_narrator():
    found = people(BOOK)
    assert found is not None
    assert found.within is not None
    rows = first_rows(BOOK, 3)
    units = found.within[rows].tolist()
    assert units[0] == units[2] != units[1]
    assert found.within[0] == -1
