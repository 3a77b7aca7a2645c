"""The quotations of a spaCy Doc, their speakers and addressees: stored in a span group, read as `Quotation` objects.

`doc.spans["coref_quotations"]` has all quotations in text order, without their marks: label "quotation", id and kb_id =
entity id of the speaker, or "". After them it has the mentions of the speakers (label "speaker"), those of the
addressees ("addressee") and the verbs of saying ("cue"). The group's attrs hold one value per quotation: "turns";
"speakers", "addressee_mentions" and "cues", the index of these in the group or None; "addressees", entity ids or "";
"probabilities" and "addressee_probabilities". A Doc without quotations has no such group. It survives what the chains
survive (see `layout`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from spacy.tokens import Doc, Span, SpanGroup

from corefpipe.chains.chain import Chain
from corefpipe.chains.layout import QUOTATIONS_KEY, spans_in

_QUOTATION, _SPEAKER, _ADDRESSEE, _CUE = "quotation", "speaker", "addressee", "cue"
_SHOWN = 60  # characters of a quotation in its repr

Place = tuple[int, int]
"""First token, and token after the last."""


class QuotationSpan(NamedTuple):
    """A quotation by its tokens, to write to a Doc, or read from one.

    Attributes:
        start, end: its tokens, without the marks.
        turn: number of its turn.
        entity: id of the speaker, "" if unknown, or if the Doc has no chain of the speaker.
        mention: (start, end) of the speaker's mention, None if unknown.
        probability: that the mention is one of the speaker, None if unknown.
        cue: (start, end) of the verb of saying, None if there is none.
        addressee, addressee_mention, addressee_probability: of the one who is spoken to, as those of the speaker.
    """

    start: int
    end: int
    turn: int
    entity: str = ""
    mention: Place | None = None
    probability: float | None = None
    cue: Place | None = None
    addressee: str = ""
    addressee_mention: Place | None = None
    addressee_probability: float | None = None

    def placed(self, place: Callable[[Place], Place | None]) -> QuotationSpan | None:
        """The quotation at other places: in words for tokens, in a Doc that contains this one …

        Args:
            place: the new place for an old one, None if it has none. What has none is unknown then.

        Returns:
            None if there is no place for the quotation itself.
        """
        own = place((self.start, self.end))
        if own is None:
            return None
        mention, cue, addressee = (
            None if old is None else place(old) for old in (self.mention, self.cue, self.addressee_mention)
        )
        return self._replace(start=own[0], end=own[1], mention=mention, cue=cue, addressee_mention=addressee)


@dataclass(slots=True, frozen=True)
class Quotation:
    """A quotation, or a part of one that the narrator interrupts.

    >>> tale = nlp("“I shall not go,” said Ann.")
    >>> quotation = tale._.coref.quotations[0]
    >>> quotation.text, quotation.speaker.name, quotation.cue
    ('I shall not go,', 'Ann', said)

    Attributes:
        span: its tokens, without the quotation marks.
        turn: number of its turn in the Doc: the parts of one speech, as in “Go,” said Ann, “or stay”, have the same.
        speaker: the chain of the speaker; None if the speaker is unknown, or is in no chain of the Doc, such as
            somebody who is mentioned once.
        mention: the mention that tells who speaks, such as "Ann" of "said Ann"; None if the speaker is unknown.
        probability: that it is a mention of the speaker; None if the speaker is unknown.
        cue: the verb of saying beside the quotation or beside another part of its turn, such as "said"; None if there
            is none.
        addressee: the chain of the one who is spoken to; None as for the speaker.
        addressee_mention: the mention that tells who is spoken to, such as "Bo" of "said Ann to Bo"; None if that is
            unknown.
        addressee_probability: that it is a mention of the addressee; None if the addressee is unknown.
    """

    span: Span
    turn: int
    speaker: Chain | None = None
    mention: Span | None = None
    probability: float | None = None
    cue: Span | None = None
    addressee: Chain | None = None
    addressee_mention: Span | None = None
    addressee_probability: float | None = None

    @property
    def text(self) -> str:
        """The text of the quotation, as it is written."""
        return self.span.text

    def __str__(self) -> str:
        return f"{self._names}: {_flat(self.text)}"

    def __repr__(self) -> str:
        text = _flat(self.text)
        shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…"
        sure = "" if self.probability is None else f" ({self.probability:.2f})"
        return f"<Quotation {self.turn}: {shown!r}, {self._names}{sure}>"

    @property
    def _names(self) -> str:
        """Who speaks, and to whom if that is known."""
        speaker = _name(self.speaker, self.mention)
        is_addressed = self.addressee is not None or self.addressee_mention is not None
        return f"{speaker} to {_name(self.addressee, self.addressee_mention)}" if is_addressed else speaker


def _name(chain: Chain | None, mention: Span | None) -> str:
    """The name of a person, else the person's mention, else "unknown"."""
    if chain is not None:
        return chain.name
    return "unknown" if mention is None else _flat(mention.text)


def _flat(text: str) -> str:
    return " ".join(text.split())


def write_quotations(doc: Doc, quotations: Sequence[QuotationSpan]) -> None:
    """Write quotations to a Doc, replacing those that it has.

    Args:
        doc: a Doc, to which the chains have been written.
        quotations: in text order, with the entity ids of these chains.
    """
    doc.spans.pop(QUOTATIONS_KEY, None)
    if not quotations:
        return
    spans = [Span(doc, one.start, one.end, _QUOTATION, kb_id=one.entity, span_id=one.entity) for one in quotations]
    index: dict[tuple[str, Place, str], int] = {}

    def placed(label: str, place: Place | None, entity: str = "") -> int | None:
        """Index in the group of what stands at a place, which is added if it is not there yet."""
        if place is None:
            return None
        key = (label, place, entity)
        if key not in index:
            index[key] = len(spans)
            spans.append(Span(doc, *place, label, kb_id=entity, span_id=entity))
        return index[key]

    attrs: dict[str, Any] = {
        "turns": [one.turn for one in quotations],
        "speakers": [placed(_SPEAKER, one.mention, one.entity) for one in quotations],
        "probabilities": [one.probability for one in quotations],
        "cues": [placed(_CUE, one.cue) for one in quotations],
        "addressees": [one.addressee for one in quotations],
        "addressee_mentions": [placed(_ADDRESSEE, one.addressee_mention, one.addressee) for one in quotations],
        "addressee_probabilities": [one.addressee_probability for one in quotations],
    }
    doc.spans[QUOTATIONS_KEY] = SpanGroup(doc, name=QUOTATIONS_KEY, attrs=attrs, spans=spans)


def quotation_spans(doc: Doc) -> list[QuotationSpan]:
    """The quotations of a Doc, on the tokens that contain their characters now.

    Speakers are unknown, and each quotation is a turn, if the group was changed so that its attrs do not fit it; so are
    addressees and cues of which the attrs, those of an older version perhaps, have none that fit.
    """
    if QUOTATIONS_KEY not in doc.spans:
        return []
    group = doc.spans[QUOTATIONS_KEY]
    spans = spans_in(group)
    quotations = [span for span in spans if span.label_ == _QUOTATION]
    columns = _Columns(group.attrs, len(quotations), spans)
    speakers = columns.all_of({"turns": _is_number, "speakers": columns.is_index, "probabilities": _is_share})
    if speakers is None:
        return [QuotationSpan(one.start, one.end, turn) for turn, one in enumerate(quotations)]
    nothing = [None] * len(quotations)
    (cues,) = columns.all_of({"cues": columns.is_index}) or [nothing]
    addressees = columns.all_of(
        {"addressees": _is_text, "addressee_mentions": columns.is_index, "addressee_probabilities": _is_share}
    ) or [[""] * len(quotations), nothing, nothing]
    rows = zip(quotations, *speakers, cues, *addressees, strict=True)
    at = columns.place
    return [
        QuotationSpan(
            span.start, span.end, turn, span.id_ or span.kb_id_, at(mention), sure, at(cue), whom, at(told), known
        )
        for span, turn, mention, sure, cue, whom, told, known in rows
    ]


class _Columns:
    """The attrs of a group of quotations, which may be anything.

    Args:
        attrs: those of the group.
        length: number of quotations.
        spans: of the group.
    """

    def __init__(self, attrs: dict[str, Any], length: int, spans: Sequence[Span]):
        self._attrs, self._length, self._spans = attrs, length, spans

    def all_of(self, valid: dict[str, Callable[[Any], bool]]) -> list[Sequence[Any]] | None:
        """The columns with these names; None if one has a value that is not valid, or is not there."""
        found = [self._attrs.get(name) for name in valid]
        columns = [one for one in found if isinstance(one, Sequence) and len(one) == self._length]
        if len(columns) < len(found):
            return None
        fit = (all(map(check, column)) for check, column in zip(valid.values(), columns, strict=True))
        return columns if all(fit) else None

    def is_index(self, value: Any) -> bool:
        """Whether a value is None or the index of a span."""
        return value is None or (_is_number(value) and value < len(self._spans))

    def place(self, index: int | None) -> Place | None:
        """The place of a span."""
        return None if index is None else (self._spans[index].start, self._spans[index].end)


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_share(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and 0 <= value <= 1)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)
