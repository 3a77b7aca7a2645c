"""Chains in a layer file: brackets with the numbers of words, by rule 4 of `reader.py`."""

from __future__ import annotations

import re
from itertools import pairwise

from corefpipe.formats.reading import Place
from corefpipe.formats.spans import Span

_BLANKS = re.compile(r"\S+")
_MENTION = re.compile(r"\[(\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*)\]", re.ASCII)
_MAX_DIGITS = 9
_SHOWN = 60


def read_chain(line: str, entity: str, words: int, place: Place, number: int) -> list[Span]:
    """Return the mentions of a chain.

    Args:
        line: the line.
        entity: id of the chain.
        words: number of words of the document.
        place: file and document, for error messages.
        number: line number.

    Raises:
        FormatError: the line is no chain, or a mention has no such words.
    """
    spans = []
    for match in _BLANKS.finditer(line):
        column = match.start() + 1
        found = _MENTION.fullmatch(match[0])
        if found is None:
            raise place.error(
                f"{match[0][:_SHOWN]!r} is no mention of a chain",
                "Write the numbers of words in brackets, `[3-5] [9]`, one chain per line",
                number,
                column=column,
            )
        pieces = [_piece(piece, words, place, number, column) for piece in found[1].split(",")]
        if any(end >= start for (_, end), (start, _) in pairwise(pieces)):
            raise place.error(
                f"the parts of {match[0][:_SHOWN]} touch or are out of order",
                "Write them in the order of the text, with words between them; `[3-5]` for `[3-4,5]`",
                number,
                column=column,
            )
        fragments = tuple(pieces) if len(pieces) > 1 else ()
        spans.append(Span(pieces[0][0], pieces[-1][1], entity, number, fragments=fragments, column=column))
    return spans


def _piece(piece: str, words: int, place: Place, number: int, column: int) -> tuple[int, int]:
    """(start, end) of `3-5` or `9`, counted from 0 and half-open."""
    first, _, last = piece.partition("-")
    last = last or first
    # Python takes quadratic time for numbers of many digits, and refuses those of thousands.
    start, end = (int(digits) if len(digits) <= _MAX_DIGITS else 10**_MAX_DIGITS for digits in (first, last))
    if start > end:
        raise place.error(f"[{piece[:_SHOWN]}] ends before it begins", f"Write [{last}-{first}]", number, column=column)
    if start < 1 or end > words:
        raise place.error(
            f"[{piece[:_SHOWN]}] is outside of the document's words 1 to {words}",
            "Count words from 1 within the document; is this the text that was annotated?",
            number,
            column=column,
        )
    return start - 1, end
