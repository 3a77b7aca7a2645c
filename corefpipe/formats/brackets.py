"""The brackets by which CoNLL-2012 and CoNLL-U mark mentions, one cell a word.

1. A cell is a run of pieces: `(x` opens a mention of entity x on this word, `x)` closes one, `(x)` is a mention of this
   one word. Between two pieces stands `|` or nothing. Pieces count from left to right.
   In CoNLL-2012 x is any text without `(`, `)` and `|`.
2. `x)` closes that mention of x which was opened last.
3. Mentions may nest in one another and run over the end of a sentence. Mentions of different entities may cross; those
   of one entity may not, because rule 2 reads them as nested. Where a mention begins and ends within another of its
   entity the reader cannot know which was meant, and says so (`overlaps`).
4. A mention that is never opened or never closed, and anything in a cell that is no piece, is an error.
5. `x[k/n]` in the place of x is part k of a discontinuous mention of n parts (CoNLL-U). A part continues the mention of
   x in n parts that began last of those which have k - 1 parts by then.
6. After x may come further fields, `x-person-1` (CoNLL-U). Those of the first opening bracket count; those of a closing
   bracket or of a further part do not.
7. Written are, in each cell: closing brackets, the one opened last first; opening brackets, the longest mention first;
   mentions of one word. Where nothing opens, mentions of one word come before the closing brackets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from corefpipe.errors import AnnotationError, FormatError

if TYPE_CHECKING:
    from corefpipe.formats.reading import Place

_PIECE = re.compile(r"\(([^()|]+)(\)?)|([^()|]+)\)|\|")
_PART = re.compile(r"(.+)\[(\d+)/(\d+)\]")
_Piece = tuple[bool, bool, str, str]
"""Whether a piece opens, whether it closes, the name in it, and its fields."""


@dataclass(slots=True)
class Span:
    """A mention as its brackets tell it: words start to end (half-open), opened in this line of the file.

    `fields` is what follows the entity's id in the opening bracket; `fragments` as in `Mention`.
    """

    start: int
    end: int
    entity: str
    line: int
    fields: str = ""
    fragments: tuple[tuple[int, int], ...] = ()


def _plain_pieces(cell: str) -> list[_Piece] | None:
    """The pieces of a cell; None if it is not made of pieces."""
    pieces: list[_Piece] = []
    position = 0
    while position < len(cell):
        piece = _PIECE.match(cell, position)
        if piece is None:
            return None
        position = piece.end()
        opening, single, closing = piece.groups()
        if opening is not None:
            pieces.append((True, single != "", opening, ""))
        elif closing is not None:
            pieces.append((False, True, closing, ""))
    return pieces


_known_pieces = lru_cache(maxsize=2**14)(_plain_pieces)


def _pieces_with_fields(cell: str) -> list[_Piece] | None:
    """The same where fields follow the first hyphen; a piece that opens a mention must have a name before it."""
    plain = _plain_pieces(cell)
    if plain is None:
        return None
    pieces: list[_Piece] = []
    for opens, closes, text, _ in plain:
        name, _, fields = text.partition("-")
        if opens and not name:
            return None
        pieces.append((opens, closes, name, fields if opens else ""))
    return pieces


class BracketReader:
    """Reads the cells of one document in order; `finish` gives the mentions.

    Args:
        place: file and document, for the errors.
        plain: whether what stands in a bracket is the entity and nothing else: no fields, no parts (CoNLL-2012).

    Attributes:
        overlaps: after `finish`, a note for each mention within another of its entity (rule 3).
    """

    def __init__(self, place: Place, plain: bool = False):
        self._place = place
        self._plain = plain
        self._spans: list[Span] = []
        # Open pieces by the name in the bracket, parts included: (mention, first word, line).
        self._open: dict[str, list[tuple[Span, int, int]]] = {}
        # Discontinuous mentions that lack parts, by entity and number of parts.
        self._partial: dict[tuple[str, int], list[Span]] = {}
        # (the first mention that was open, the one that closed within it) of one entity.
        self._nested: list[tuple[Span, Span]] = []
        self.overlaps: list[FormatError] = []

    def read(self, cell: str, word: int, line: int) -> None:
        """Reads the cell of a word (its index in the document) in a line of the file."""
        for opens, closes, name, fields in self._pieces(cell, line):
            if opens and closes and (self._plain or name[-1] != "]"):
                self._spans.append(Span(word, word + 1, name, line, fields))
                continue
            if opens:
                self._start(name, fields, word, line)
            if closes:
                self._end(name, word, line)

    def _pieces(self, cell: str, line: int) -> list[_Piece]:
        if self._plain:
            # Most cells come often, and are short.
            pieces = _known_pieces(cell) if len(cell) < 32 else _plain_pieces(cell)
        else:
            pieces = _pieces_with_fields(cell)
        if pieces is None:
            raise self._garbage(cell, line)
        return pieces

    def finish(self) -> list[Span]:
        """The mentions in the order in which they were opened, when all cells are read."""
        unclosed = [(line, name) for name, stack in self._open.items() for _, _, line in stack]
        if unclosed:
            line, name = min(unclosed)
            raise self._place.error(
                f"the mention of entity {name} that is opened here is never closed",
                f"Close it with `{name})` in the row of its last word",
                line,
            )
        lacking = [(span.line, *key) for key, spans in self._partial.items() for span in spans]
        if lacking:
            line, entity, parts = min(lacking)
            raise self._place.error(
                f"the mention of entity {entity} that begins here lacks some of its {parts} parts",
                f"Write all parts, `({entity}[1/{parts}]` to `({entity}[{parts}/{parts}]`",
                line,
            )
        # Mentions that begin or end together are the same spans however the brackets are paired.
        self.overlaps = [
            self._place.error(
                f"two mentions of entity {inner.entity} overlap here, and brackets do not tell whether they cross; "
                "they are read as nested",
                "If they cross, give the document in JSON lines",
                inner.line,
            )
            for outer, inner in self._nested
            if outer.start < inner.start and inner.end < outer.end
        ]
        return self._spans

    def _start(self, name: str, fields: str, word: int, line: int) -> None:
        part = self._part(name)
        if part is None or int(part[2]) == 1:
            span = Span(word, word, part[1] if part else name, line, fields)
            self._spans.append(span)
            if part is not None and int(part[3]) > 1:
                self._partial.setdefault((part[1], int(part[3])), []).append(span)
        else:
            waiting = self._partial.get((part[1], int(part[3])), [])
            ready = [span for span in waiting if len(span.fragments) == int(part[2]) - 1]
            if not ready:
                raise self._place.error(
                    f"`({name}` opens a part of a mention whose earlier parts are missing",
                    "Number the parts from 1 in the order of the text",
                    line,
                )
            span = ready[-1]
        self._open.setdefault(name, []).append((span, word, line))

    def _end(self, name: str, word: int, line: int) -> None:
        stack = self._open.get(name)
        if not stack:
            raise self._place.error(
                f"`{name})` closes a mention of entity {name} that was never opened",
                f"Open it with `({name}` in the row of its first word, or delete the bracket",
                line,
            )
        span, start, _ = stack.pop()
        span.end = max(span.end, word + 1)
        part = self._part(name)
        if stack and part is None:
            self._nested.append((stack[0][0], span))
        if part is not None and int(part[3]) > 1:
            span.fragments = (*span.fragments, (start, word + 1))
            if len(span.fragments) == int(part[3]):
                self._partial[part[1], int(part[3])].remove(span)

    def _part(self, name: str) -> re.Match[str] | None:
        return None if self._plain or name[-1:] != "]" else _PART.fullmatch(name)

    def _garbage(self, cell: str, line: int) -> FormatError:
        return self._place.error(
            f"`{cell}` marks no mentions",
            "Write pieces such as `(1`, `1)` or `(1)`, with entities for 1, or `-` where no mention begins or ends"
            if self._plain
            else "Write pieces such as `(e1`, `e1)` or `(e1)`, or leave Entity out where no mention begins or ends",
            line,
        )


def write_cells(spans: Iterable[Span], separator: str, place: Place) -> dict[int, str]:
    """The cell of each word at which a mention begins or ends, by rule 7.

    Args:
        spans: the mentions, `entity` and `fields` as they shall stand in the brackets.
        separator: between two pieces, `|` or nothing.
        place: the document, for the errors.

    Raises:
        AnnotationError: mentions that brackets cannot tell apart (rules 3 and 5).
    """
    spans = list(spans)
    opening: dict[int, list[tuple[int, str]]] = {}
    closing: dict[int, list[tuple[int, str]]] = {}
    single: dict[int, list[str]] = {}
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        pieces = span.fragments or ((span.start, span.end),)
        for number, (start, end) in enumerate(pieces, 1):
            name = f"{span.entity}[{number}/{len(pieces)}]" if len(pieces) > 1 else span.entity
            body = f"{name}-{span.fields}" if span.fields else name
            if end - start == 1:
                single.setdefault(start, []).append(f"({body})")
            else:
                opening.setdefault(start, []).append((-end, f"({body}"))
                closing.setdefault(end - 1, []).append((-start, f"{name})"))
    cells = {}
    for word in sorted({*opening, *closing, *single}):
        opened = [piece for _, piece in sorted(opening.get(word, ()), key=lambda item: item[0])]
        closed = [piece for _, piece in sorted(closing.get(word, ()), key=lambda item: item[0])]
        alone = single.get(word, [])
        cells[word] = separator.join([*closed, *opened, *alone] if opened else [*alone, *closed])
    _check(cells, spans, place)
    return cells


def _check(cells: dict[int, str], spans: list[Span], place: Place) -> None:
    """Reads the cells back, so that no file says something else than the document."""
    reader = BracketReader(place)
    for word, cell in cells.items():
        reader.read(cell, word, 0)
    found = Counter((span.entity, span.start, span.end, span.fragments) for span in reader.finish())
    wanted = Counter((span.entity, span.start, span.end, span.fragments) for span in spans)
    if found != wanted:
        entity, start, end, _ = min(wanted - found)
        raise AnnotationError(
            f"the mention of entity {entity} in words {start} to {end - 1} crosses another mention of the same entity",
            cure="Brackets cannot hold this: drop one of the two mentions, or write JSON lines",
            document=place.document or None,
        )
