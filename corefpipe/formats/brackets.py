"""Coreference brackets of CoNLL-2012 and CoNLL-U, one cell per word: reading and writing, by these rules.

1. A cell is a sequence of pieces: `(x` opens a mention of entity x at this word, `x)` closes one, `(x)` is a mention of
   this one word. Pieces are separated by `|` or nothing, and are read from left to right.
   In CoNLL-2012 x is any text without `(`, `)` and `|`.
2. `x)` closes the mention of x that was opened last.
3. Mentions may nest in one another and run over the end of a sentence. Mentions of different entities may cross; those
   of one entity may not, because rule 2 reads them as nested. A cell `(x|x)` within a mention of x is read as a mention
   of one word, which is written `(x)`; two mentions may be meant that share this word, so it is reported (`overlaps`).
4. A mention that is never opened or never closed, and anything in a cell that is not a piece, is an error.
5. `x[k/n]` instead of x is part k of a discontinuous mention of n parts (CoNLL-U). A part continues, among the mentions
   of x in n parts with k - 1 complete parts, the one that began last.
6. x may be followed by fields, `x-person-1` (CoNLL-U). Those of the first opening bracket are used; those of a closing
   bracket or of a later part are ignored.
7. The writer puts in each cell: closing brackets, the one opened last first; opening brackets, the longest mention
   first; mentions of one word. If nothing opens, mentions of one word come before the closing brackets.
8. In CoNLL-U an empty node (`8.1`) has a cell like a word. Words and empty nodes are numbered together in the order of
   the rows, and "word" above means either.

Time and memory are linear in the length of the cells, whatever the nesting and the number of parts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush

from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.formats.reading import Place
from corefpipe.formats.spans import Span

# Characters that do not match are skipped, which shows when lengths are compared.
_PIECE = re.compile(r"(\(?)([^()|]++)(\)?)|\|")
_MAX_DIGITS = 9
_Piece = tuple[bool, bool, str]
"""(whether a piece opens, whether it closes, its text)."""


@dataclass(slots=True)
class _Partial:
    """A discontinuous mention with parts still to come: its ordinal in the document, and its number of parts."""

    span: Span
    number: int
    total: int
    parts: list[tuple[int, int]] = field(default_factory=list)


_Part = tuple[str, int, int]
"""Entity, k and n of `x[k/n]`."""


def short(text: str) -> str:
    """Return a text, shortened for an error message."""
    return text if len(text) <= 60 else f"{text[:57]}..."


def _pieces(cell: str) -> list[_Piece] | None:
    """Return the pieces of a cell; None if it contains anything else."""
    pieces: list[_Piece] = []
    length = 0
    for opening, text, closing in _PIECE.findall(cell):
        length += len(opening) + len(text) + len(closing) or 1
        if opening or closing:
            pieces.append((opening != "", closing != "", text))
        elif text:
            return None
    return pieces if length == len(cell) else None


_known_pieces = lru_cache(maxsize=2**14)(_pieces)


class BracketReader:
    """Reads the cells of one document in order; `finish` returns the mentions.

    Args:
        place: file and document, for error messages.
        plain: whether brackets contain only the entity, without fields and parts (CoNLL-2012).

    Attributes:
        overlaps: after `finish`, a note for each `(x|x)` within another mention of x (rule 3).
    """

    def __init__(self, place: Place, plain: bool = False):
        self._place = place
        self._plain = plain
        self._spans: list[Span] = []
        self._open: dict[str, list[Span]] = {}
        # Open parts: (mention, first word, line).
        self._open_parts: dict[_Part, list[tuple[_Partial, int, int]]] = {}
        # By their last part, heaps of (-number, mention), so that the one that began last comes first.
        self._waiting: dict[_Part, list[tuple[int, _Partial]]] = {}
        # Pairs of one entity: (the outermost open mention, one that opened and closed in a cell within it).
        self._nested: list[tuple[Span, Span]] = []
        self.overlaps: list[FormatError] = []

    def read(self, cell: str, word: int, line: int) -> None:
        """Read the cell of the word with this index, in this line of the file."""
        # Most cells are short and frequent.
        pieces = _known_pieces(cell) if len(cell) < 32 else _pieces(cell)
        if pieces is None:
            raise self._garbage(cell, line)
        fields = ""
        for opens, closes, name in pieces:
            if not self._plain:
                name, _, fields = name.partition("-")
                if not name:
                    raise self._garbage(cell, line)
                if name[-1] == "]" and (part := self._part(name, line)) is not None:
                    if opens:
                        self._start_part(part, fields, word, line)
                    if closes:
                        self._end_part(part, word, line)
                    continue
            if not opens:
                self._end(name, word, line)
            elif closes:
                self._spans.append(Span(word, word + 1, name, line, fields))
            else:
                span = Span(word, word, name, line, fields)
                self._spans.append(span)
                self._open.setdefault(name, []).append(span)

    def finish(self) -> list[Span]:
        """Return the mentions in the order in which they were opened, after all cells were read.

        Raises:
            FormatError: a mention was not closed, or lacks parts.
        """
        unclosed = [(span.line, name) for name, stack in self._open.items() for span in stack]
        unclosed += [(line, _named(part)) for part, stack in self._open_parts.items() for _, _, line in stack]
        if unclosed:
            line, name = min(unclosed)
            raise self._place.error(
                f"the mention of entity {short(name)} that opens here is never closed",
                f"Close it with `{short(name)})` in the row of its last word",
                line,
            )
        lacking = [(p.span.line, p.span.entity, p.total) for heap in self._waiting.values() for _, p in heap]
        if lacking:
            line, entity, total = min(lacking)
            entity = short(entity)
            raise self._place.error(
                f"the mention of entity {entity} that begins here lacks some of its {total} parts",
                f"Write all parts, `({entity}[1/{total}]` to `({entity}[{total}/{total}]`",
                line,
            )
        # Mentions that begin or end together are the same spans however the brackets are paired.
        self.overlaps = [
            self._place.error(
                f"a mention of entity {short(inner.entity)} opens here within another one, and one closes: they are "
                f"read as `({short(inner.entity)})`, a mention of this word",
                "If both mentions have this word and others, close before you open",
                inner.line,
            )
            for outer, inner in self._nested
            if outer.start < inner.start and inner.end < outer.end
        ]
        return self._spans

    def _end(self, name: str, word: int, line: int) -> None:
        stack = self._open.get(name)
        if not stack:
            raise self._never_opened(name, name, line)
        span = stack.pop()
        span.end = word + 1
        if stack and span.start == word:
            self._nested.append((stack[0], span))

    def _part(self, name: str, line: int) -> _Part | None:
        """Return (x, k, n) of `x[k/n]`; None for another name that ends in a bracket."""
        entity, _, numbers = name[:-1].rpartition("[")
        own, _, total = numbers.partition("/")
        if not (entity and numbers.isascii() and own.isdecimal() and total.isdecimal()):
            return None
        k, n = (int(number) if len(number) <= _MAX_DIGITS else 0 for number in (own, total))
        if not 1 <= k <= n:
            raise self._place.error(
                f"`{short(name)}` is not a valid part of a mention",
                "Number the parts from 1 and give their number, as in `(e1[1/2]` and `(e1[2/2]`",
                line,
            )
        return entity, k, n

    def _start_part(self, part: _Part, fields: str, word: int, line: int) -> None:
        entity, k, n = part
        if k == 1:
            span = Span(word, word, entity, line, fields)
            self._spans.append(span)
            partial = _Partial(span, len(self._spans), n)
        else:
            heap = self._waiting.get((entity, k - 1, n))
            if not heap:
                raise self._place.error(
                    f"`({short(_named(part))}` opens a part of a mention whose earlier parts are missing",
                    "Number the parts from 1 in the order of the text",
                    line,
                )
            partial = heappop(heap)[1]
        self._open_parts.setdefault(part, []).append((partial, word, line))

    def _end_part(self, part: _Part, word: int, line: int) -> None:
        stack = self._open_parts.get(part)
        if not stack:
            raise self._never_opened(_named(part), part[0], line)
        partial, start, _ = stack.pop()
        partial.parts.append((start, word + 1))
        if len(partial.parts) < partial.total:
            heappush(self._waiting.setdefault(part, []), (-partial.number, partial))
            return
        partial.span.end = word + 1
        if partial.total > 1:
            partial.span.fragments = tuple(partial.parts)

    def _never_opened(self, name: str, entity: str, line: int) -> FormatError:
        return self._place.error(
            f"`{short(name)})` closes a mention of entity {short(entity)} that was never opened",
            f"Open it with `({short(name)}` in the row of its first word, or delete the bracket",
            line,
        )

    def _garbage(self, cell: str, line: int) -> FormatError:
        return self._place.error(
            f"`{short(cell)}` is not made of brackets",
            "Write pieces such as `(1`, `1)` or `(1)`, with entities for 1, or `-` where no mention begins or ends"
            if self._plain
            else "Write pieces such as `(e1`, `e1)` or `(e1)`, or omit Entity where no mention begins or ends",
            line,
        )


def _named(part: _Part) -> str:
    return "{}[{}/{}]".format(*part)


def write_cells(
    spans: Iterable[Span], separator: str, place: Place, word_of: Callable[[int], int] = lambda position: position
) -> dict[int, str]:
    """Return word -> cell for each word at which a mention begins or ends, by rule 7; words ascending.

    Args:
        spans: the mentions, with `entity` and `fields` as they are to be written.
        separator: string between two pieces, `|` or nothing.
        place: the document, for error messages.
        word_of: word of the document at a position, for error messages, if spans are positions (rule 8).

    Raises:
        AnnotationError: brackets cannot represent the mentions (rules 3 and 5).
    """
    spans = sorted(spans, key=lambda s: (s.start, -s.end))
    opening: dict[int, list[tuple[int, str]]] = {}
    closing: dict[int, list[tuple[int, str]]] = {}
    single: dict[int, list[str]] = {}
    for span in spans:
        pieces = span.fragments or ((span.start, span.end),)
        for number, (start, end) in enumerate(pieces, 1):
            name = f"{span.entity}[{number}/{len(pieces)}]" if len(pieces) > 1 else span.entity
            body = f"{name}-{span.fields}" if span.fields else name
            if end - start == 1:
                single.setdefault(start, []).append(f"({body})")
            else:
                opening.setdefault(start, []).append((-end, f"({body}"))
                closing.setdefault(end - 1, []).append((start, f"{name})"))
    cells = {}
    for word in sorted({*opening, *closing, *single}):
        opened = [piece for _, piece in sorted(opening.get(word, ()), key=lambda item: item[0])]
        # Reversed, so that among mentions of the same words, too, the one opened last is closed first.
        closed = [piece for _, piece in sorted(closing.get(word, ()), key=lambda item: item[0])][::-1]
        alone = single.get(word, [])
        cells[word] = separator.join([*closed, *opened, *alone] if opened else [*alone, *closed])
    _check(cells, spans, place, word_of)
    return cells


def _check(cells: dict[int, str], spans: list[Span], place: Place, word_of: Callable[[int], int]) -> None:
    """Read the cells again, so that no file differs from its document."""
    reader = BracketReader(place)
    for word, cell in cells.items():
        reader.read(cell, word, 0)
    found = Counter(_contents(span) for span in reader.finish())
    wanted = Counter(_contents(span) for span in spans)
    if found != wanted:
        entity, start, end, *_ = min(wanted - found)
        raise AnnotationError(
            f"the mention of entity {entity} in words {word_of(start)} to {word_of(end - 1)} crosses another mention "
            "of the same entity",
            cure="Brackets cannot represent this: delete one of the two mentions, or write JSON lines",
            document=place.document or None,
        )


def _contents(span: Span) -> tuple[str, int, int, tuple[tuple[int, int], ...], str]:
    return span.entity, span.start, span.end, span.fragments, span.fields
