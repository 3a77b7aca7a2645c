"""First and second persons in the narration of a book: "I" is the narrator of its section, "you" the addressee."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from corefpipe.casts.cast import Cast
from corefpipe.casts.narrator import narrating, narrator_of
from corefpipe.casts.sections import Telling
from corefpipe.constructions.pronouns import includes_speaker, is_first_person
from corefpipe.features import MentionTable
from corefpipe.resolver.constraints.mentions import pronouns

_I, _WE, _YOU = "I", "we", "you"


def narrators_together(table: MentionTable, telling: Telling) -> Iterator[tuple[int, int]]:
    """Rows of "I" of one narrator, of "you" of one addressee, and of a name of each.

    "I" of a section that an unknown person narrates is one, too.

    Args:
        table: the mentions of a book.
        telling: who tells it.
    """
    if not telling.sections:
        return
    names, section_at = _first_names(telling.cast), _section_at(telling)
    unknown: dict[int, int] = {}
    for row, person in _narrated(table):
        number = section_at[table.triples()[row][2]]
        section = telling.sections[number]
        who = {_I: section.narrator, _YOU: section.addressee}.get(person, -1)
        if who in names:
            yield names[who], row
        elif person == _I and telling.has_narrators:
            yield unknown.setdefault(number, row), row
    if not telling.has_narrators:
        own = [row for row in narrating(table) if not telling.sections[section_at[table.triples()[row][2]]].enclosed]
        narrator = narrator_of(table, telling.cast)
        yield from pairwise(own if narrator is None else [names[narrator], *own])


def units_of_narrators(table: MentionTable, telling: Telling) -> np.ndarray | None:
    """(n_mentions,) int: number of the narrator of "I", "we" and "you", of the letter of a "you" in it.

    -1 for other mentions; None of a book without sections.
    """
    if not telling.sections:
        return None
    section_at, units = _section_at(telling), dict[tuple[str, int, int], int]()
    found = np.full(len(table), -1, dtype=np.int64)
    for row, person in _narrated(table):
        number = section_at[table.triples()[row][2]]
        section = telling.sections[number]
        of_section = person == _YOU and section.addressee >= 0
        found[row] = units.setdefault((person, section.narrator, number if of_section else -1), len(units))
    return found


def _narrated(table: MentionTable) -> Iterator[tuple[int, str]]:
    """(row, "I", "we" or "you") of each pronoun outside quotations, and of coordinations with "I"."""
    kinds, number = table.values("kind"), table.quote_numbers.tolist()
    for row, (pronoun, (_, _, head)) in enumerate(zip(pronouns(table), table.triples(), strict=True)):
        if number[row] >= 0:
            continue
        if pronoun is not None and pronoun.person == "2":
            yield row, _YOU
        elif pronoun is not None and pronoun.person == "1":
            yield row, _I if is_first_person(pronoun, "singular") else _WE
        elif kinds[row] == "coordination" and includes_speaker(table.parse, head):
            yield row, _WE


def _section_at(telling: Telling) -> list[int]:
    """The number of the section of each token."""
    return [number for number, one in enumerate(telling.sections) for _ in range(one.start, one.end)]


def _first_names(cast: Cast) -> dict[int, int]:
    """Number of a person -> row of the first name."""
    found: dict[int, int] = {}
    for row, number in cast.person.items():
        found.setdefault(number, row)
    return found
