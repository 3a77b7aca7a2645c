"""Who talks to whom in a book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from corefpipe.books.places import Place
from corefpipe.books.speech import Speech

_NEAR = 3  # paragraphs after which a turn answers no longer


class Talk(NamedTuple):
    """What one character says to another.

    >>> [(one.speaker, one.addressee, one.quotations) for one in book.talks]
    [('Ann', 'Tom', 1), ('Tom', 'Ann', 1)]

    Attributes:
        entity: entity id of the speaker.
        speaker: what names the speaker best.
        addressee_entity: entity id of the addressee.
        addressee: what names the addressee best.
        quotations: number of turns that are known to be said to the addressee.
        words: number of words in them.
        answers: number of turns of the speaker that come next after one of the addressee, in the same conversation.
        first: place of the first of these turns.
        places: the turns, each once, as indices of their first words.
    """

    entity: str
    speaker: str
    addressee_entity: str
    addressee: str
    quotations: int
    words: int
    answers: int
    first: Place
    places: tuple[int, ...]

    @property
    def turns(self) -> int:
        """Number of turns said to the addressee, as far as that is known: by the addressee or by the order of turns."""
        return max(self.quotations, self.answers)


@dataclass(slots=True)
class _Said:
    turns: set[int] = field(default_factory=set)
    words: int = 0
    answers: int = 0
    places: dict[int, Place] = field(default_factory=dict)  # turn -> place


def talks_of(speech: Sequence[Speech], names: Mapping[str, str]) -> list[Talk]:
    """Who talks to whom, most turns first.

    Args:
        speech: all that is said, in text order.
        names: entity id -> name, of the characters; others are left out.
    """
    found: dict[tuple[str, str], _Said] = {}
    before: Speech | None = None
    for one in speech:
        if one.entity in names and one.addressee_entity in names and one.addressee_entity != one.entity:
            said = found.setdefault((one.entity, one.addressee_entity), _Said())
            said.turns.add(one.turn)
            said.words += one.words
            said.places.setdefault(one.turn, one.place)
        if before is not None and _answers(one, before) and one.entity in names and before.entity in names:
            said = found.setdefault((one.entity, before.entity), _Said())
            said.answers += 1
            said.places.setdefault(one.turn, one.place)
        before = one
    rows = [
        Talk(a, names[a], b, names[b], len(said.turns), said.words, said.answers, *_places(said))
        for (a, b), said in found.items()
    ]
    return sorted(rows, key=lambda one: -one.turns)


def _answers(one: Speech, before: Speech) -> bool:
    """Whether a turn comes next after one of another speaker, in the same chapter and near it."""
    is_near = one.place.chapter == before.place.chapter and one.place.paragraph - before.place.paragraph <= _NEAR
    return is_near and one.turn != before.turn and one.entity != before.entity


def _places(said: _Said) -> tuple[Place, tuple[int, ...]]:
    places = sorted(said.places.values(), key=lambda place: place.start)
    return places[0], tuple(place.start for place in places)
