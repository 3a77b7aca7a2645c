"""Quotations in brat: events whose trigger is the quotation, and whose arguments tell who says it, by these rules.

    T5<tab>Quotation 1 5<tab>Go ,                   what is between the marks
    T6<tab>Cue 8 12<tab>said
    E1<tab>Quotation:T5 Speaker:T1 Addressee:T2 Cue:T6
    #1<tab>AnnotatorNotes E1<tab>turn=0 speaker=0.9 addressee=0.75

1. `Speaker` and `Addressee` are the mentions that tell who speaks and who is spoken to. Their chains are the speaker
   and the addressee. A mention of the type `Speaker` or `Addressee` in such a role is in no chain, and is no mention of
   the document.
2. `SpeakerEntity` and `AddresseeEntity` are any mention of the chain, where it is not that of rule 1.
3. `Cue` is the verb of saying; it is no mention of the document either.
4. The note of an event has the number of its turn, and the probabilities of speaker and addressee; each may be missing,
   and other words are ignored. A quotation without a turn is a turn of its own.
5. The parts of a discontinuous quotation are quotations of one turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from corefpipe.document import Document, Quotation
from corefpipe.formats.reading import Place

EVENT = "Quotation"
"""Type of the events and of their triggers."""

_SPEAKER, _ADDRESSEE, _CUE = "Speaker", "Addressee", "Cue"
_ENTITY = "Entity"
_VALUE = re.compile(r"\b(turn|speaker|addressee)=([^\s;,]+)")
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)

Words = tuple[int, int]
"""(first, last + 1) of some words."""


@dataclass(slots=True)
class QuotationEvent:
    """An event that is a quotation.

    Attributes:
        name: its ID.
        line: line number.
        trigger: ID of the quotation.
        roles: role -> ID of its argument.
        note: the text of its note.
    """

    name: str
    line: int
    trigger: str
    roles: dict[str, str] = field(default_factory=dict)
    note: str = ""

    @classmethod
    def of_cell(cls, name: str, cell: str, line: int) -> QuotationEvent | None:
        """The event in the second cell of an E line; None if it is no quotation."""
        (kind, _, trigger), *arguments = [part.partition(":") for part in cell.split()] or [("", "", "")]
        if kind != EVENT:
            return None
        return cls(name, line, trigger, {role: argument for role, _, argument in arguments})

    def without_mention(self, type_of: Callable[[str], str]) -> Iterator[str]:
        """IDs of the annotations of the event that are no mentions of the document (rules 1 and 3)."""
        yield self.trigger
        for role, argument in self.roles.items():
            if role == _CUE or (role in (_SPEAKER, _ADDRESSEE) and type_of(argument) == role):
                yield argument


@dataclass(slots=True)
class EventReader:
    """Makes quotations of events.

    Attributes:
        place: file and document, for error messages.
        words_of: the words of the parts of an annotation; none if it has no words.
        chain_of: entity id of an annotation, "" if it is in no chain.
    """

    place: Place
    words_of: Callable[[str], list[Words]]
    chain_of: Callable[[str], str]

    def quotations(self, events: list[QuotationEvent]) -> list[Quotation]:
        """The quotations of events in text order.

        Raises:
            FormatError: an event with a number that is not valid.
        """
        found: list[tuple[Words, QuotationEvent]] = []
        for event in events:
            found += [(words, event) for words in self.words_of(event.trigger)]
        found.sort(key=lambda pair: pair[0][0])
        own: dict[str, int] = {}
        for _, event in found:
            own.setdefault(event.name, len(own))
        return [self._quotation(words, event, own[event.name]) for words, event in found]

    def _quotation(self, words: Words, event: QuotationEvent, turn: int) -> Quotation:
        told = dict(_VALUE.findall(event.note))
        if "turn" in told and not _NUMBER.fullmatch(told["turn"]):
            raise self.place.error(
                f"the note of {event.name} has turn={told['turn'][:60]}", "Write a whole number from 0", event.line
            )
        return Quotation(
            *words,
            self._entity(event, _SPEAKER),
            self._words(event, _SPEAKER),
            self._share(event, told, "speaker"),
            int(told["turn"]) if "turn" in told else turn,
            self._words(event, _CUE),
            self._entity(event, _ADDRESSEE),
            self._words(event, _ADDRESSEE),
            self._share(event, told, "addressee"),
        )

    def _words(self, event: QuotationEvent, role: str) -> Words | None:
        parts = self.words_of(event.roles[role]) if role in event.roles else []
        return (parts[0][0], parts[-1][1]) if parts else None

    def _entity(self, event: QuotationEvent, role: str) -> str:
        member = event.roles.get(role + _ENTITY) or event.roles.get(role)
        return self.chain_of(member) if member else ""

    def _share(self, event: QuotationEvent, told: dict[str, str], name: str) -> float | None:
        if name not in told:
            return None
        try:
            share = float(told[name])
        except ValueError:
            share = -1
        if not 0 <= share <= 1:
            raise self.place.error(
                f"the note of {event.name} has {name}={told[name][:60]}", "Write a number in [0, 1]", event.line
            )
        return share


def quotation_lines(
    document: Document, bound: Callable[[str, Words], str], names: Mapping[tuple[int, int, str], str], count: int
) -> Iterator[str]:
    """The lines of the quotations of a document: first the T lines, then an E line and a note of each.

    Args:
        document: the document.
        bound: gives the second and third cell of a T line, by type and words.
        names: (start, end, entity) of each mention -> ID of its T line.
        count: number of the T lines of mentions, T1, T2 ….
    """
    firsts: dict[str, str] = {}
    for (_, _, entity), name in names.items():
        firsts.setdefault(entity, name)
    added: dict[tuple[str, Words], str] = {}

    def annotation(type: str, words: Words) -> str:
        return added.setdefault((type, words), f"T{count + len(added) + 1}")

    def person(role: str, entity: str, words: Words | None) -> Iterator[tuple[str, str]]:
        own = None if words is None else names.get((*words, entity))
        if words is not None:
            yield role, own or annotation(role, words)
        if own is None and entity in firsts:
            yield role + _ENTITY, firsts[entity]

    events = []
    for number, one in enumerate(document.quotations, 1):
        roles = [(EVENT, annotation(EVENT, one.span))]
        roles += person(_SPEAKER, one.speaker, one.mention)
        roles += person(_ADDRESSEE, one.addressee, one.addressee_mention)
        roles += [] if one.cue is None else [(_CUE, annotation(_CUE, one.cue))]
        events.append(f"E{number}\t{' '.join(map(':'.join, roles))}\n")
        events.append(f"#{number}\tAnnotatorNotes E{number}\t{_note(one)}\n")
    yield from (f"{name}\t{bound(type, words)}\n" for (type, words), name in added.items())
    yield from events


def _note(one: Quotation) -> str:
    values = {"turn": one.turn, "speaker": one.probability, "addressee": one.addressee_probability}
    return " ".join(f"{name}={value!r}" for name, value in values.items() if value is not None)
