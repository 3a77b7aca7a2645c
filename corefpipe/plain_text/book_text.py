"""Read the plain text of a book."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from corefpipe.lexicon import load_lexicon
from corefpipe.plain_text.blocks import blocks_of
from corefpipe.plain_text.boilerplate import body_bounds, licence_bounds
from corefpipe.plain_text.headings import CHAPTER, LEVELS, SECTION, Heading, headings_of
from corefpipe.plain_text.marks import marks_of

_FEWEST = 3  # numbered chapters of a text that is certainly a book


class Chapter(NamedTuple):
    """A part of a book that has a heading.

    >>> from corefpipe.books.text import read_book
    >>> text = read_book("CHAPTER I\\n\\nAnn slept.\\n\\nCHAPTER II\\n\\nShe woke.\\n\\nCHAPTER III\\n\\nShe ate.\\n")
    >>> [chapter.title for chapter in text.chapters]
    ['CHAPTER I', 'CHAPTER II', 'CHAPTER III']

    Attributes:
        title: the heading on one line: "CHAPTER 1. Loomings".
        level: "volume", "book", "part" or "chapter".
        start: its first character, which is that of the heading.
        end: after its last character. A part ends where the next one of its level, or of a larger one, begins, so
            that it contains its chapters.
    """

    title: str
    level: str
    start: int
    end: int


@dataclass(slots=True, frozen=True)
class BookText:
    """A plain text and how it is laid out; all places are (start, end) in characters of the text.

    >>> from corefpipe.books.text import read_book
    >>> text = read_book("CHAPTER I\\n\\nAnn slept.\\n\\nCHAPTER II\\n\\nShe woke.\\n\\nCHAPTER III\\n\\nShe ate.\\n")
    >>> text.is_book, text.chapter_at(14).title
    (True, 'CHAPTER I')

    Attributes:
        text: the text, as it was given.
        body: the author's text, without the licence, transcriber's notes, title page, and table of contents.
        chapters: the parts of the body that have a heading, in text order, a larger one before its first chapter.
        headings: the headings of the chapters, and of numbered sections of chapters.
        ignored: what are no words of the author: all outside the body, illustrations, page numbers, marks of
            footnotes, underscores of emphasis. In text order, disjoint.
        licensed: whether the text has the markers of Project Gutenberg.
        is_book: whether it is certainly a book: it has these markers, or at least three numbered chapters that are
            called so.
    """

    text: str
    body: tuple[int, int]
    chapters: list[Chapter]
    headings: list[tuple[int, int]]
    ignored: list[tuple[int, int]]
    licensed: bool
    is_book: bool

    def chapter_at(self, place: int) -> Chapter | None:
        """The smallest part that contains a character; None before the first heading and outside the body."""
        before = bisect_right(self.chapters, place, key=lambda one: one.start)
        within = (one for one in reversed(self.chapters[:before]) if place < one.end)
        return next(within, None)


def read_book(text: str, language: str = "en") -> BookText:
    """Find the chapters of a book, and what is not the author's text, in the layout of Project Gutenberg.

    Paragraphs and headings are separated by blank lines. Time is linear in the length of the text. A text of another
    kind has no chapters, and its body is all of it.

    >>> from corefpipe.books.text import read_book
    >>> text = read_book("CHAPTER I\\n\\nAnn slept.\\n\\nCHAPTER II\\n\\nShe woke.\\n\\nCHAPTER III\\n\\nShe ate.\\n")
    >>> len(text.chapters)
    3

    Args:
        text: the text.
        language: code of its language, for the words of headings.
    """
    lexicon = load_lexicon(language)
    licence = licence_bounds(text)
    first, last = licence or (0, len(text))
    blocks = list(blocks_of(text, first, last))
    headings = headings_of(blocks, lexicon)
    body = body_bounds(blocks, headings, lexicon) if blocks and (licence or headings) else (first, last)
    headings = [one for one in headings if body[0] <= one.start < body[1]]
    outside = [(0, body[0]), (body[1], len(text))]
    ignored = _disjoint([*outside, *marks_of(text, *body, lexicon)])
    places = [(one.start, one.end) for one in headings]
    called = sum(one.level == CHAPTER and one.named and one.number > 0 for one in headings)
    is_book = licence is not None or called >= _FEWEST
    return BookText(text, body, _chapters(headings, body[1]), places, ignored, licence is not None, is_book)


def _chapters(headings: Sequence[Heading], end: int) -> list[Chapter]:
    """The parts that begin with headings, up to the next heading of the same or a larger part."""
    kept = [one for one in headings if one.level != SECTION]
    found = list[Chapter]()
    ends = dict.fromkeys(LEVELS, end)
    for one in reversed(kept):
        found.append(Chapter(one.title, one.level, one.start, ends[one.level]))
        for level in LEVELS[LEVELS.index(one.level) :]:
            ends[level] = one.start
    return found[::-1]


def _disjoint(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places in order, with those that overlap as one."""
    found = list[tuple[int, int]]()
    for start, end in sorted(places):
        if start >= end:
            continue
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found
