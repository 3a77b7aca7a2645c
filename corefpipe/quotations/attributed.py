"""The quotations of a document with their speakers and addressees, found when they are first asked for."""

from __future__ import annotations

from typing import NamedTuple

from corefpipe.constructions.sayings import sayings
from corefpipe.features import MentionTable
from corefpipe.quotations.choosing import Attribution
from corefpipe.quotations.voices import LEAST_ADDRESSEE, Voices, has_quotations, voices

_UNKNOWN = Attribution(-1, -1, 0.0)


class AttributedQuotation(NamedTuple):
    """A quotation, its speaker, its addressee and its verb of saying.

    Attributes:
        start, end: its tokens in the Doc, without the marks.
        turn: number of its turn in the document. The quotations of one turn are parts of one speech, which the
            narrator interrupts, and have the same speaker.
        row: of the speaker's mention in the mention table, -1 if the speaker is unknown.
        probability: that this is a mention of the speaker, 0 if the speaker is unknown.
        cue: token in the Doc of the verb of saying of its turn, such as "said", -1 for none.
        addressee: row of the addressee's mention in the mention table, -1 if the addressee is unknown.
        addressee_probability: that this is a mention of the addressee, 0 if the addressee is unknown.
        others: (row, probability) of mentions of those who may be the addressee instead, the most probable first.
        to_oneself: whether the text says that the speaker is the addressee: “Go,” she said to herself.
    """

    start: int
    end: int
    turn: int
    row: int
    probability: float
    cue: int = -1
    addressee: int = -1
    addressee_probability: float = 0.0
    others: tuple[tuple[int, float], ...] = ()
    to_oneself: bool = False


class Attributions:
    """The quotations of one document of a mention table; computed on first use, after which the table is dropped.

    Args:
        table: the mentions.
        number: of the document, if the table is that of several.
    """

    __slots__ = ("_found", "_number", "_table")

    def __init__(self, table: MentionTable, number: int = 0):
        self._table: MentionTable | None = table
        self._number = number
        self._found: list[AttributedQuotation] = []

    @property
    def quotations(self) -> list[AttributedQuotation]:
        """The quotations in text order; none where `voices` finds none."""
        whole = self._table
        if whole is not None:
            has_any = has_quotations(whole, self._number)  # by the joint table, before its own is made
            found = voices(whole.documents[self._number]) if has_any else None
            if found is not None:
                self._found = attributed(found)
            self._table = None
        return self._found


def attributed(found: Voices) -> list[AttributedQuotation]:
    """The quotations of a document with their speakers, in text order.

    A quotation without a verb of saying of its own has that of the first one of its turn that has one.
    """
    table = found.scene.table
    turns, tokens = table.quotes.turn, table.parse.tokens
    cues = sayings(table.parse, table.quotes)
    cue_of_turn = {turns[number]: cues[number] for number in sorted(cues, reverse=True)}
    quotations = []
    for number, first, last, _, _ in found.scene.quotations:
        speaker = found.speakers.get(turns[number], _UNKNOWN)
        addressee = found.addressees.get(turns[number], _UNKNOWN)
        cue = cues.get(number, cue_of_turn.get(turns[number], -1))
        quotations.append(
            AttributedQuotation(
                int(tokens[first]),
                int(tokens[last]) + 1,
                turns[number],
                speaker.row,
                speaker.probability,
                int(tokens[cue]) if cue >= 0 else -1,
                addressee.row,
                addressee.probability,
                tuple(one for one in addressee.others if one[1] >= LEAST_ADDRESSEE),
                addressee.row >= 0 and _is_reflexive(table, addressee.row),
            )
        )
    return quotations


def _is_reflexive(table: MentionTable, row: int) -> bool:
    """Whether a mention is a pronoun such as "herself"."""
    pronoun = table.parse.pronoun(table.triples()[row][2])
    return pronoun is not None and "reflexive" in pronoun.kinds
