"""Quotations in MISC: brackets under the key `Quote`, as those of mentions under `Entity`, by these rules.

1. Each quotation of a document has a number from 1. `Quote=(q1-0-e5-0.93-e7-0.6` opens the first one at its first word,
   after the opening mark, and `Quote=q1)` closes it at its last; `Quote=(q1-0)` is one of a single word. The rules of
   `corefpipe.formats.brackets` hold.
2. The fields are turn, speaker, probability of the speaker, addressee, probability of the addressee. Speaker and
   addressee are entities of `Entity`. Fields at the end that are unknown are omitted; a quotation without a turn is a
   turn of its own.
3. `(s1)`, `(a1)` and `(c1)` are the mentions that tell who speaks and who is spoken to, and the verb of saying, of
   quotation 1. They need not be mentions of `Entity`.
4. Values of `Quote` that are no such brackets are those of another program, and stay in MISC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corefpipe.document import Document, Quotation
from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.formats.brackets import BracketReader, short, write_cells
from corefpipe.formats.conllu.escapes import FIELDS
from corefpipe.formats.reading import Place
from corefpipe.formats.spans import Span

KEY = "Quote"
"""Key of the brackets in MISC."""

_QUOTATION, _SPEAKER, _ADDRESSEE, _CUE = "qsac"
_CELL = re.compile(r"(?=.*[()])(?:\(?[qsac]\d{1,9}(?:-[^()|]*)?\)?)+")
_WRITTEN = "`(q1-TURN-SPEAKER-PROBABILITY-ADDRESSEE-PROBABILITY`"
_FIELDS = 5


def is_cell(value: str) -> bool:
    """Whether a value of MISC has brackets of quotations (rule 4)."""
    return _CELL.fullmatch(value) is not None


def quotation_cells(document: Document) -> dict[int, str]:
    """Word -> value of `Quote`, for each word at which a bracket opens or closes.

    Raises:
        AnnotationError: a quotation, or what tells of it, is not in the words of the document.
    """
    size = len(document.words)
    spans = [span for number, one in enumerate(document.quotations, 1) for span in _spans(number, one)]
    wrong = next((span for span in spans if not 0 <= span.start < span.end <= size), None)
    if wrong is not None:
        raise AnnotationError(
            f"quotation {wrong.entity[1:]} has words {wrong.start} to {wrong.end}, which the document does not have",
            cure=f"The document has {size} words",
            document=str(document),
        )
    return write_cells(spans, "", Place("", str(document)))


def _spans(number: int, one: Quotation) -> Iterator[Span]:
    """The brackets of a quotation."""
    shares = ["" if share is None else repr(share) for share in (one.probability, one.addressee_probability)]
    values = [str(one.turn), one.speaker, shares[0], one.addressee, shares[1]]
    fields = "-".join(map(FIELDS.escape, values)).rstrip("-")
    yield Span(*one.span, f"{_QUOTATION}{number}", 0, fields)
    for letter, place in ((_SPEAKER, one.mention), (_ADDRESSEE, one.addressee_mention), (_CUE, one.cue)):
        if place is not None:
            yield Span(*place, f"{letter}{number}", 0)


class QuotationReader:
    """Reads the values of `Quote` of one document in order; `finish` returns the quotations.

    Args:
        place: file and document, for error messages.
    """

    def __init__(self, place: Place):
        self._place = place
        self._brackets = BracketReader(place)

    def read(self, value: str, word: int, line: int) -> None:
        """Read the value of the word with this index, in this line of the file; it must be a cell."""
        self._brackets.read(value, word, line)

    def finish(self) -> list[Quotation]:
        """The quotations in the order of their numbers, after all values were read.

        Raises:
            FormatError: a bracket is not closed, a quotation has a number or fields that are not valid.
        """
        found: dict[str, dict[int, Span]] = {letter: {} for letter in (_QUOTATION, _SPEAKER, _ADDRESSEE, _CUE)}
        for span in self._brackets.finish():
            number = int(span.entity[1:])
            if number in found[span.entity[0]]:
                raise self._error(span, "is there a second time", "Give each quotation of the document a number")
            found[span.entity[0]][number] = span
        quotations = found.pop(_QUOTATION)
        for spans in found.values():
            stray = next((span for number, span in spans.items() if number not in quotations), None)
            if stray is not None:
                raise self._error(stray, "belongs to no quotation", f"Write `(q{stray.entity[1:]}` at its first word")
        return [
            self._quotation(span, turn, *(_place(found[letter].get(number)) for letter in (_SPEAKER, _ADDRESSEE, _CUE)))
            for turn, (number, span) in enumerate(sorted(quotations.items()))
        ]

    def _quotation(
        self,
        span: Span,
        turn: int,
        mention: tuple[int, int] | None,
        addressee_mention: tuple[int, int] | None,
        cue: tuple[int, int] | None,
    ) -> Quotation:
        values = list(map(FIELDS.unescape, span.fields.split("-")))
        if len(values) > _FIELDS:
            raise self._error(span, f"has {len(values)} fields", f"Write {_WRITTEN}")
        told, speaker, share, addressee, addressee_share = values + [""] * (_FIELDS - len(values))
        if told and not (told.isascii() and told.isdecimal() and len(told) < 10):
            raise self._error(span, f"has the turn {short(told)!r}", "Write a whole number from 0")
        return Quotation(
            span.start,
            span.end,
            speaker,
            mention,
            self._share(share, span),
            int(told) if told else turn,
            cue,
            addressee,
            addressee_mention,
            self._share(addressee_share, span),
        )

    def _share(self, text: str, span: Span) -> float | None:
        if not text:
            return None
        try:
            share = float(text)
        except ValueError:
            share = -1
        if not 0 <= share <= 1:
            raise self._error(span, f"has the probability {short(text)!r}", "Write a number in [0, 1], or nothing")
        return share

    def _error(self, span: Span, what: str, cure: str) -> FormatError:
        return self._place.error(f"the bracket {short(span.entity)} of `{KEY}` {what}", cure, span.line)


def _place(span: Span | None) -> tuple[int, int] | None:
    return None if span is None else (span.start, span.end)
