"""Letters in quotation marks: their writers speak, and those to whom they are written are addressed."""

from __future__ import annotations

from bisect import bisect_right

from corefpipe.casts.sections import Section, telling_of
from corefpipe.quotations.candidates import Scene
from corefpipe.quotations.choosing import Attribution

ByTurn = dict[int, Attribution]
"""Number of a turn -> its speaker or addressee."""


def correspondents(scene: Scene) -> tuple[ByTurn, ByTurn]:
    """The writers and the recipients of the letters of a book whose headings name both: "Letter, Lucy to Mina"."""
    writers, recipients = ByTurn(), ByTurn()
    table = scene.table
    telling = telling_of(table)
    starts = [one.start for one in telling.sections]
    for quotation in scene.quotations if telling.sections else ():
        section = telling.sections[bisect_right(starts, quotation.first) - 1]
        if not section.quoted:
            continue
        turn = table.quotes.turn[quotation.number]
        for person, found in ((section.narrator, writers), (section.addressee, recipients)):
            row = _name(scene, section, person)
            if row >= 0:
                found.setdefault(turn, Attribution(quotation.number, row, 1.0))
    return writers, recipients


def _name(scene: Scene, section: Section, person: int) -> int:
    """The row of the last name of a person before the end of a section, the first one without any; -1 for none."""
    people, heads = telling_of(scene.table).cast.person, scene.table.spans.head
    rows = [row for row, number in people.items() if number == person]
    before = [row for row in rows if heads[row] < section.end]
    return before[-1] if before else rows[0] if rows else -1
