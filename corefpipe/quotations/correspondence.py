"""Letters in quotation marks: who signs a letter speaks in it, and whom it greets is addressed.

A letter is a turn of several paragraphs, without the narrator's words, of which the last one is a name. In a book that
is told in sections, the heading of a section may name both instead: "Letter, Lucy to Mina".
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from corefpipe.casts.sections import Section, telling_of
from corefpipe.letters.names import signing_name
from corefpipe.letters.phrases import letter_phrases
from corefpipe.quotations.candidates import Quotation, Scene
from corefpipe.quotations.choosing import Attribution

_OPENING = 3
"""Paragraphs of a letter in which its greeting may be: place, date, "My dear Ann"."""
_GREETING = 8
"""Tokens of a greeting with the name, at most."""

ByTurn = dict[int, Attribution]
"""Number of a turn -> its speaker or addressee."""


class _Letter(NamedTuple):
    """A quoted letter: number of its turn, a quotation of it, rows of writer and recipient, -1 for unknown."""

    turn: int
    quotation: int
    writer: int
    recipient: int


def correspondents(scene: Scene) -> tuple[ByTurn, ByTurn]:
    """The writers and the recipients of quoted letters; that they are is certain."""
    letters = [*_signed(scene), *_headed(scene)]
    writers = {one.turn: Attribution(one.quotation, one.writer, 1.0) for one in letters if one.writer >= 0}
    recipients = {one.turn: Attribution(one.quotation, one.recipient, 1.0) for one in letters if one.recipient >= 0}
    return writers, recipients


def _signed(scene: Scene) -> Iterator[_Letter]:
    """The turns that end with a signature."""
    turns = defaultdict[int, list[Quotation]](list)
    for one in scene.quotations:
        turns[scene.table.quotes.turn[one.number]].append(one)
    for turn, quotations in turns.items():
        paragraphs = list(_paragraphs(scene, quotations))
        if len(paragraphs) > 1 and not _is_interrupted(scene, quotations):
            writer = _signer(scene, quotations[-1], paragraphs[-1])
            if writer >= 0:
                yield _Letter(turn, quotations[0].number, writer, _greeted(scene, quotations[0], paragraphs[:_OPENING]))


def _paragraphs(scene: Scene, quotations: Sequence[Quotation]) -> Iterator[tuple[int, int]]:
    """(first token, token after the last) of the paragraphs of quotations."""
    for one in quotations:
        for _, own in groupby(range(one.first, one.last + 1), scene.parse.paragraphs.__getitem__):
            tokens = list(own)
            yield tokens[0], tokens[-1] + 1


def _is_interrupted(scene: Scene, quotations: Sequence[Quotation]) -> bool:
    """Whether the narrator says something between quotations."""
    words = scene.parse.words
    between = (words[one.last + 1 : other.first] for one, other in pairwise(quotations))
    return any(any(map(str.isalnum, own)) for own in between)


def _signer(scene: Scene, quotation: Quotation, paragraph: tuple[int, int]) -> int:
    """The row of the name that is all of a paragraph; -1 if there is none."""
    words = scene.parse.words
    signed = signing_name(scene.parse, *paragraph)
    if signed is None or any(map(str.isalnum, words[signed[1] : paragraph[1]])):
        return -1
    return _named(scene, quotation, *signed)


def _greeted(scene: Scene, quotation: Quotation, paragraphs: Sequence[tuple[int, int]]) -> int:
    """The row of the name in the greeting of a letter; -1 if there is none."""
    greeting = letter_phrases(scene.parse.lexicon).greeting
    for start, end in paragraphs:
        if greeting.match(" ".join(scene.parse.words[start : start + _GREETING])):
            return _named(scene, quotation, start, min(end, start + _GREETING))
    return -1


def _named(scene: Scene, quotation: Quotation, start: int, end: int) -> int:
    """The row of the first name of a quotation whose head is between two tokens; -1 if there is none."""
    people = scene.quoted_people.get(quotation.number, ())
    return next((one.row for one in people if one.kind == "name" and start <= one.head < end), -1)


def _headed(scene: Scene) -> Iterator[_Letter]:
    """The turns in quoted sections, with the names of narrators and addressees."""
    telling, turns = telling_of(scene.table), scene.table.quotes.turn
    starts = [one.start for one in telling.sections]
    for quotation in scene.quotations if starts else ():
        section = telling.sections[bisect_right(starts, quotation.first) - 1]
        if section.quoted:
            people = section.narrator, section.addressee
            yield _Letter(turns[quotation.number], quotation.number, *(_last(scene, section, one) for one in people))


def _last(scene: Scene, section: Section, person: int) -> int:
    """The row of the last name of a person before the end of a section, the first one without any; -1 for none."""
    people, heads = telling_of(scene.table).cast.person, scene.table.spans.head
    rows = [row for row, number in people.items() if number == person]
    before = [row for row in rows if heads[row] < section.end]
    return before[-1] if before else rows[0] if rows else -1
