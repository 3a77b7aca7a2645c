"""The quotations of a document with their speakers, found when they are first asked for."""

from __future__ import annotations

from typing import NamedTuple

from corefpipe.constructions.sayings import sayings
from corefpipe.features import MentionTable
from corefpipe.quotations.candidates import Scene
from corefpipe.quotations.model import Attribution, SpeakerModel, speaker_model

LEAST = 0.5
"""Probability below which a speaker is unknown: somebody else is more likely."""


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
    """

    start: int
    end: int
    turn: int
    row: int
    probability: float
    cue: int = -1
    addressee: int = -1
    addressee_probability: float = 0.0


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
        """The quotations in text order.

        There are none in a language without a model of speakers, and none in a document without lemmas or parts of
        speech. What a labelled speaker says, in a transcript or a play, is no quotation to attribute.
        """
        whole = self._table
        if whole is not None:
            model = speaker_model(whole.parse.language) if self._has_quotations(whole) else None
            if model is not None:
                self._found = attributed(Scene(whole.documents[self._number]), model)
            self._table = None
        return self._found

    def _has_quotations(self, whole: MentionTable) -> bool:
        """Whether the document has quotations to attribute, by the joint table, before its own is made."""
        parse = whole.parse
        if parse.missing:
            return False
        start, end = parse.bounds[self._number : self._number + 2]
        words = zip(whole.quotes.number[start:end], parse.speakers[start:end], strict=True)
        return any(number >= 0 and not speaker for number, speaker in words)


def attributed(scene: Scene, model: SpeakerModel) -> list[AttributedQuotation]:
    """The quotations of a document with their speakers, in text order.

    All quotations of a turn have one speaker: of the speakers that the model chooses for each the most probable. One
    without a verb of saying of its own has that of the first one of its turn that has one.
    """
    table, found = scene.table, model.attribute(scene)
    turns, tokens = table.quotes.turn, table.parse.tokens
    cues = sayings(table.parse, table.quotes)
    cue_of_turn = {turns[number]: cues[number] for number in sorted(cues, reverse=True)}
    of_turn: dict[int, Attribution] = {}
    for one in found:
        best = of_turn.setdefault(turns[one.number], one)
        if one.probability > best.probability:
            of_turn[turns[one.number]] = one
    quotations = []
    for number, first, last in scene.quotations:
        best = of_turn[turns[number]]
        known = (best.row, best.probability) if best.probability >= LEAST else (-1, 0.0)
        cue = cues.get(number, cue_of_turn.get(turns[number], -1))
        place = (int(tokens[first]), int(tokens[last]) + 1)
        quotations.append(AttributedQuotation(*place, turns[number], *known, int(tokens[cue]) if cue >= 0 else -1))
    return quotations
