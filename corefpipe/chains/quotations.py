"""The quotations of a spaCy Doc and their speakers: stored in a span group, read as `Quotation` objects.

`doc.spans["coref_quotations"]` has all quotations in text order, without their marks: label "quotation", id and kb_id =
entity id of the speaker, or "". After them it has the mentions of the speakers, with the label "speaker". The group's
attrs hold one value per quotation: "turns"; "speakers", the index of the speaker's mention in the group or None; and
"probabilities". A Doc without quotations has no such group. It survives what the chains survive (see `layout`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from spacy.tokens import Doc, Span, SpanGroup

from corefpipe.chains.chain import Chain
from corefpipe.chains.layout import QUOTATIONS_KEY, spans_in

_QUOTATION, _SPEAKER = "quotation", "speaker"
_ATTRS = ("turns", "speakers", "probabilities")
_SHOWN = 60  # characters of a quotation in its repr


class QuotationSpan(NamedTuple):
    """A quotation by its tokens, to write to a Doc, or read from one.

    Attributes:
        start, end: its tokens, without the marks.
        turn: number of its turn.
        entity: id of the speaker, "" if unknown, or if the Doc has no chain of the speaker.
        mention: (start, end) of the speaker's mention, None if unknown.
        probability: that the mention is one of the speaker, None if unknown.
    """

    start: int
    end: int
    turn: int
    entity: str
    mention: tuple[int, int] | None
    probability: float | None


@dataclass(slots=True, frozen=True)
class Quotation:
    """A quotation, or a part of one that the narrator interrupts.

    Attributes:
        span: its tokens, without the quotation marks.
        turn: number of its turn in the Doc: the parts of one speech, as in “Go,” said Ann, “or stay”, have the same.
        speaker: the chain of the speaker; None if the speaker is unknown, or is in no chain of the Doc, such as
            somebody who is mentioned once.
        mention: the mention that tells who speaks, such as "Ann" of "said Ann"; None if the speaker is unknown.
        probability: that it is a mention of the speaker; None if the speaker is unknown.
    """

    span: Span
    turn: int
    speaker: Chain | None
    mention: Span | None
    probability: float | None

    @property
    def text(self) -> str:
        """The text of the quotation, as it is written."""
        return self.span.text

    def __str__(self) -> str:
        return f"{_name(self)}: {_flat(self.text)}"

    def __repr__(self) -> str:
        text = _flat(self.text)
        shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…"
        sure = "" if self.probability is None else f" ({self.probability:.2f})"
        return f"<Quotation {self.turn}: {shown!r}, {_name(self)}{sure}>"


def _name(quotation: Quotation) -> str:
    """The name of the speaker, else the speaker's mention, else "unknown"."""
    if quotation.speaker is not None:
        return quotation.speaker.name
    return "unknown" if quotation.mention is None else _flat(quotation.mention.text)


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
    speakers: list[int | None] = []
    places: dict[tuple[int, int, str], int] = {}
    for one in quotations:
        if one.mention is None:
            speakers.append(None)
            continue
        place = (*one.mention, one.entity)
        if place not in places:
            places[place] = len(spans)
            spans.append(Span(doc, *one.mention, _SPEAKER, kb_id=one.entity, span_id=one.entity))
        speakers.append(places[place])
    columns = [one.turn for one in quotations], speakers, [one.probability for one in quotations]
    attrs: dict[str, Any] = dict(zip(_ATTRS, columns, strict=True))
    doc.spans[QUOTATIONS_KEY] = SpanGroup(doc, name=QUOTATIONS_KEY, attrs=attrs, spans=spans)


def quotation_spans(doc: Doc) -> list[QuotationSpan]:
    """The quotations of a Doc, on the tokens that contain their characters now.

    Speakers are unknown, and each quotation is a turn, if the group was changed so that its attrs do not fit it.
    """
    if QUOTATIONS_KEY not in doc.spans:
        return []
    group = doc.spans[QUOTATIONS_KEY]
    spans = spans_in(group)
    quotations = [span for span in spans if span.label_ == _QUOTATION]
    indices = range(len(spans))
    turns, speakers, probabilities = (
        group.attrs.get(name) if _is_column(group.attrs.get(name), len(quotations), valid) else None
        for name, valid in zip(_ATTRS, (_is_number, lambda one: one is None or one in indices, _is_share), strict=True)
    )
    if turns is None or speakers is None or probabilities is None:
        return [QuotationSpan(one.start, one.end, turn, "", None, None) for turn, one in enumerate(quotations)]
    found = []
    for span, turn, index, probability in zip(quotations, turns, speakers, probabilities, strict=True):
        mention = None if index is None else (spans[index].start, spans[index].end)
        found.append(QuotationSpan(span.start, span.end, turn, span.id_ or span.kb_id_, mention, probability))
    return found


def _is_column(values: Any, length: int, valid: Callable[[Any], bool]) -> bool:
    return isinstance(values, Sequence) and len(values) == length and all(map(valid, values))


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_share(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and 0 <= value <= 1)
