"""Names of people over a whole book: which are one person's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from corefpipe.casts.cast import Cast
from corefpipe.casts.forms import Form
from corefpipe.casts.person import Person
from corefpipe.casts.sections import BOOK
from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.quotations.aliases import book_telling
from corefpipe.resolver.constraints.narrators import narrators_together, units_of_narrators
from corefpipe.resolver.constraints.registry import constraint, per_document

_NAMED = 3
"""Names from which a person is apart from all others; rarer ones may be another name of theirs."""

Pair = tuple[int, int]


class _Values(NamedTuple):
    """What keeps names apart, -1 for unknown.

    Attributes:
        person: number of the person.
        gender: 0 for male, 1 for female.
        title: 0 for wives, 1 for "Miss".
    """

    person: int = -1
    gender: int = -1
    title: int = -1


@constraint
@joinable
def people(table: MentionTable) -> Constraints | None:
    """In a book, names that only one person may have corefer: "Darcy", "Mr. Darcy" and "Fitzwilliam Darcy".

    Names of two people do not: "Mrs. Bennet", "Miss Elizabeth". One that several may have is left to the features, but
    for gender and marriage (see `corefpipe.casts`). People who probably are one have names of one person, "Harry" and
    "Lord Henry" (see `corefpipe.quotations.aliases`). "My dear Lizzy" is as good as "Lizzy", and a title with a
    capital, "the Count", is its only bearer.
    """
    bounds = table.parse.bounds
    books = [number for number, (start, end) in enumerate(pairwise(bounds)) if end - start >= BOOK]
    return per_document(table, _of_book, books) if books else None


def _of_book(table: MentionTable) -> Constraints | None:
    """The constraints of one book."""
    telling = book_telling(table)
    cast = telling.cast
    values = np.full((len(table), len(_Values._fields)), -1, dtype=np.int64)
    for row, form in cast.forms.items():
        values[row] = _values(table, cast, row, form)
    together = [*_together(cast), *narrators_together(table, telling)]
    return Constraints(np.array(together).reshape(-1, 2), values=values, within=units_of_narrators(table, telling))


def _together(cast: Cast) -> Iterator[Pair]:
    """Rows of the names of each person, each with the next one."""
    rows: dict[int, list[int]] = {}
    for row, number in cast.person.items():
        rows.setdefault(number, []).append(row)
    for own in rows.values():
        yield from pairwise(own)


def _values(table: MentionTable, cast: Cast, row: int, form: Form) -> _Values:
    """The values of a name: those of its person, if it has one, else those that its titles show."""
    number = cast.person.get(row, -1)
    person = cast.people[number] if number >= 0 else Person.of_form(table.lexicon, form)
    wife = not person.titles.keys().isdisjoint(table.lexicon.wife_titles)
    miss = not person.titles.keys().isdisjoint(table.lexicon.maiden_titles)
    return _Values(
        number if person.count >= _NAMED else -1,
        {"male": 0, "female": 1}.get(person.gender, -1),
        int(miss) if wife != miss else -1,
    )
