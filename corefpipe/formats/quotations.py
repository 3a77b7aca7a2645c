"""Tables of quotations as CSV, one row per quotation; only written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TextIO

from corefpipe.document import Document, Mention
from corefpipe.formats.entities import csv_lines
from corefpipe.formats.registry import LineFormat, register_format


class QuotationRow(NamedTuple):
    """A quotation of a text.

    Attributes:
        document: name of the document.
        start: index of the first word between the marks.
        end: index after the last word.
        entity: entity id of the speaker; "" if the speaker is unknown, or in no chain.
        speaker: what names the speaker best; "" as `entity`.
        mention: the mention that tells who speaks; "" if it is unknown.
        probability: that it is a mention of the speaker; "" if it is unknown.
        turn: number of its turn; the parts of a speech that the narrator interrupts have the same.
        text: the quotation, on one line.
    """

    document: str
    start: int
    end: int
    entity: str
    speaker: str
    mention: str
    probability: float | str
    turn: int
    text: str


@register_format
class QuotationTable(LineFormat):
    """CSV with one row per quotation, in text order."""

    name = "quotations"
    extensions = (".quotations.csv",)
    holds = frozenset(("quotations",))
    chains = False
    heading = csv_lines([QuotationRow._fields])

    def write_document(self, document: Document, stream: TextIO) -> None:
        """Write the rows of one document."""
        stream.write(csv_lines(_rows(document)))


def _rows(document: Document) -> Iterator[QuotationRow]:
    chains = document.chains() if document.quotations else {}
    speakers = {one.speaker for one in document.quotations}
    names = {id: document.chain_name(chains[id]) for id in speakers & chains.keys()}
    for one in document.quotations:
        mention = "" if one.mention is None else _written(document, *one.mention)
        yield QuotationRow(
            str(document),
            one.start,
            one.end,
            one.speaker,
            names.get(one.speaker, ""),
            mention,
            "" if one.probability is None else one.probability,
            one.turn,
            _written(document, one.start, one.end),
        )


def _written(document: Document, start: int, end: int) -> str:
    """The text of some words, on one line."""
    return " ".join(document.surface(Mention(start, end)).split())
