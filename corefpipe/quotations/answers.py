"""Who answers to a name, and who says it: “Harry, you are dreadful!” — Lord Henry laughed. “I am, my dear Basil.”"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from corefpipe.casts.called import set_off
from corefpipe.casts.cast import Cast
from corefpipe.features import MentionTable
from corefpipe.quotations.voices import voices

_NOT_CALLED = frozenset({"conj", "appos"})
_NEAR = 4
"""Paragraphs between two turns of one conversation, at most."""


@dataclass(slots=True, frozen=True)
class Answers:
    """Who speaks before and after turns in which somebody is called by name.

    Attributes:
        of: (the person called, a person who speaks the turn before or after) -> number of such turns.
        heard: person called -> turns before and after, by other known people than the one who calls.
        calls: (the person called, the person who calls) -> number.
        said: person -> turns.
    """

    of: Counter[tuple[int, int]] = field(default_factory=Counter)
    heard: Counter[int] = field(default_factory=Counter)
    calls: Counter[tuple[int, int]] = field(default_factory=Counter)
    said: Counter[int] = field(default_factory=Counter)

    def expected(self, called: int, person: int) -> float:
        """Number of answers by a person if the speakers of turns did not depend on who is called."""
        return self.heard[called] * self.said[person] / max(1, self.said.total())


class _Turn(NamedTuple):
    """A turn of a conversation.

    Attributes:
        speaker: person of the cast; -1 if it is unknown.
        first, last: its paragraphs.
    """

    speaker: int
    first: int
    last: int


def answers_of(table: MentionTable, cast: Cast) -> Answers:
    """Who answers to the names of each person of a document's cast; nothing without known speakers."""
    turns, found = _turns(table, cast), Answers()
    order = {turn: place for place, turn in enumerate(turns)}
    known = [*turns.values()]
    found.said.update(one.speaker for one in known if one.speaker >= 0)
    for person, turn in _calls(table, cast):
        place = order.get(turn, -1)
        if place < 0:
            continue
        own = known[place]
        if own.speaker >= 0:
            found.calls[person, own.speaker] += 1
        for one, other in ((place - 1, place), (place, place + 1)):
            if one < 0 or other >= len(known) or known[other].first - known[one].last > _NEAR:
                continue
            speaker = known[one if other == place else other].speaker
            if speaker not in (-1, own.speaker):
                found.heard[person] += 1
                found.of[person, speaker] += 1
    return found


def _turns(table: MentionTable, cast: Cast) -> dict[int, _Turn]:
    """Number of a turn -> the turn, in text order."""
    heard, quotes, paragraphs = voices(table), table.quotes, table.parse.paragraphs
    speakers = heard.speakers if heard is not None else {}
    found: dict[int, _Turn] = {}
    for number, (first, last) in sorted(quotes.ends().items()):
        if not quotes.speech[number]:
            continue
        turn = quotes.turn[number]
        begun = found.get(turn)
        row = speakers[turn].row if turn in speakers else -1
        start = paragraphs[first] if begun is None else begun.first
        found[turn] = _Turn(cast.person.get(row, -1), start, paragraphs[last])
    return found


def _calls(table: MentionTable, cast: Cast) -> Iterator[tuple[int, int]]:
    """(person, turn) of each name that is set off by marks in a quotation: “Come, Pip, old chap”."""
    number, deps = table.quotes.number, table.parse.deps
    for row, person in cast.person.items():
        start, end, head = table.triples()[row]
        if number[head] < 0 or deps[head].split(":")[0] in _NOT_CALLED:
            continue
        opens, closes = set_off(table, start, end)
        if closes and (opens or deps[head] == "vocative"):
            yield person, table.quotes.turn[number[head]]
