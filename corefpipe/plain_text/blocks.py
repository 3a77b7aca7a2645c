"""The blocks of a plain text, which blank lines separate: paragraphs, headings, verses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_BLANK = re.compile(r"(?:\n[ \t\f\r]*){2,}|\A[\s\ufeff]+")
_STOP = re.compile(r"[.!?…:;][\"”'’)_]*(?:\s|$)")
_PROSE = 120  # characters of a paragraph that is certainly prose


class Block(NamedTuple):
    """A block of a text.

    Attributes:
        text: its characters, without indentation of the first line.
        start, end: its place in the text, in characters.
        gap: number of blank lines before it.
    """

    text: str
    start: int
    end: int
    gap: int

    @property
    def lines(self) -> list[str]:
        """Its lines without blanks and underscores at their edges."""
        return [line.strip(" \t\r_") for line in self.text.split("\n")]

    @property
    def is_prose(self) -> bool:
        """Whether it is a paragraph of prose: long, mostly in lower case, with a stop."""
        if len(self.text) < _PROSE or not _STOP.search(self.text):
            return False
        lower = sum(map(str.islower, self.text))
        return lower > 0.6 * len(self.text)


def blocks_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Block]:
    """The blocks between two characters of a text, in its order."""
    end = len(text) if end is None else end
    gap = 0
    for blank in [*_BLANK.finditer(text, start, end), None]:
        stop = blank.start() if blank else end
        first = start + len(text[start:stop]) - len(text[start:stop].lstrip())
        if first < stop:
            yield Block(text[first:stop].rstrip(), first, first + len(text[first:stop].rstrip()), gap)
            gap = 0
        if blank:
            gap += blank[0].count("\n") - 1
            start = blank.end()
