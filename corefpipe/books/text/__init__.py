"""The text of a book: where its edition's header and licence end and begin, and where its chapters are."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_START = re.compile(r"^\*\*\* ?START OF TH(?:E|IS) PROJECT GUTENBERG.*?\*\*\*[ \t]*$", re.MULTILINE)
_END = re.compile(r"^\*\*\* ?END OF TH(?:E|IS) PROJECT GUTENBERG", re.MULTILINE)
_HEADING = re.compile(
    r"^[ \t]*(?:CHAPTER|Chapter|LETTER|Letter|ACT|Act|PART|Part|BOOK|Book)[ ](?:[IVXLC]+|\d+|One|ONE)\b.{0,80}$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its title, and its characters [start, end) in the text, which begin with the title."""

    title: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class BookText:
    """A text and its parts.

    Attributes:
        text: all of it.
        body: (start, end) of the book in characters.
        chapters: its chapters in text order; empty if there are none.
    """

    text: str
    body: tuple[int, int]
    chapters: list[Chapter] = field(default_factory=list)


def read_book(text: str) -> BookText:
    """Find the parts of a text."""
    start, end = _START.search(text), _END.search(text)
    first, last = start.end() if start else 0, end.start() if end else len(text)
    found = [heading for heading in _HEADING.finditer(text, first, last) if _stands_alone(text, heading)]
    starts = [heading.end() - len(heading[0].lstrip()) for heading in found]
    ends = [heading.start() for heading in found[1:]] + [last] * bool(found)
    titles = [heading[0].strip() for heading in found]
    return BookText(text, (first, last), list(map(Chapter, titles, starts, ends)))


def _stands_alone(text: str, heading: re.Match[str]) -> bool:
    """Whether blank lines are around a line."""
    before, after = text[max(heading.start() - 2, 0) : heading.start()], text[heading.end() : heading.end() + 2]
    return before in ("", "\n", "\n\n") and after == "\n\n"
