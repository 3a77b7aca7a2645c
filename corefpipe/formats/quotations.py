"""Tables of quotations as CSV, one row per quotation; only written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TextIO

from corefpipe.document import Document, Mention, Quotation
from corefpipe.formats.registry import LineFormat, register_format
from corefpipe.formats.tables import csv_lines
from corefpipe.formats.tokens import word_end


class QuotationRow(NamedTuple):
    """A quotation of a text. What is unknown is "".

    Attributes:
        document: name of the document.
        number: of the quotation in the document, from 1.
        turn: number of its turn; the parts of a speech that the narrator interrupts have the same.
        start: index of the first word between the marks.
        end: index after the last word.
        start_char: the first character in the text of the document; "" if only its words are known.
        end_char: the character after the last.
        text: the quotation, on one line.
        turn_text: the quotations of its turn, on one line.
        entity: entity id of the speaker; "" if the speaker is in no chain.
        speaker: what names the speaker best; "" as `entity`.
        mention: the mention that tells who speaks.
        probability: that it is a mention of the speaker.
        cue: the verb of saying.
        addressee_entity, addressee, addressee_mention, addressee_probability: the same of the one who is spoken to.
    """

    document: str
    number: int
    turn: int
    start: int
    end: int
    start_char: int | str
    end_char: int | str
    text: str
    turn_text: str
    entity: str
    speaker: str
    mention: str
    probability: float | str
    cue: str
    addressee_entity: str
    addressee: str
    addressee_mention: str
    addressee_probability: float | str


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
        stream.write(csv_lines(quotation_rows(document)))


def quotation_rows(document: Document) -> Iterator[QuotationRow]:
    """The row of each quotation of a document."""
    names, turns = _names(document), _texts_of_turns(document)
    for number, one in enumerate(document.quotations, 1):
        start_char, end_char = _characters(document, one)
        yield QuotationRow(
            document=str(document),
            number=number,
            turn=one.turn,
            start=one.start,
            end=one.end,
            start_char=start_char,
            end_char=end_char,
            text=_written(document, one.span),
            turn_text=turns[one.turn],
            entity=one.speaker,
            speaker=names.get(one.speaker, ""),
            mention=_written(document, one.mention),
            probability="" if one.probability is None else one.probability,
            cue=_written(document, one.cue),
            addressee_entity=one.addressee,
            addressee=names.get(one.addressee, ""),
            addressee_mention=_written(document, one.addressee_mention),
            addressee_probability="" if one.addressee_probability is None else one.addressee_probability,
        )


def _names(document: Document) -> dict[str, str]:
    """Entity id -> the name of a speaker or addressee who has a chain."""
    chains = document.chains() if document.quotations else {}
    people = {id for one in document.quotations for id in (one.speaker, one.addressee)}
    return {id: document.chain_name(chains[id]) for id in people & chains.keys()}


def _texts_of_turns(document: Document) -> dict[int, str]:
    """Number of a turn -> its quotations, on one line."""
    parts: dict[int, list[str]] = {}
    for one in document.quotations:
        parts.setdefault(one.turn, []).append(_written(document, one.span))
    return {turn: " ".join(several) for turn, several in parts.items()}


def _characters(document: Document, quotation: Quotation) -> tuple[int | str, int | str]:
    """The first character of a quotation and the one after the last; "" if the text is not known."""
    if not document.text or document.offsets is None:
        return "", ""
    end = word_end(document.words, document.text, document.offsets, quotation.end - 1)
    return document.offsets[quotation.start], end


def _written(document: Document, place: tuple[int, int] | None) -> str:
    """The text of some words, on one line; "" for None."""
    return "" if place is None else " ".join(document.surface(Mention(*place)).split())
