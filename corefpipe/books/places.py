"""Where something is in a book: chapters and paragraphs of its words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from corefpipe.books.text import BookText, Chapter, read_book
from corefpipe.document import Document
from corefpipe.formats.tokens import layout, word_end
from corefpipe.report.pages.paragraphs import Paragraph, paragraphs_of


class Place(NamedTuple):
    """A span of a book.

    >>> place = book.actions[0].place
    >>> place.paragraph, place.start, place.end
    (1, 4, 5)

    Attributes:
        chapter: number of the chapter, from 1; 0 before the first one.
        paragraph: number of the paragraph in the book, from 1.
        start: index of the first word in the document.
        end: index after the last word.
        start_char: offset of the first character in the text.
        end_char: offset after the last character.
    """

    chapter: int
    paragraph: int
    start: int
    end: int
    start_char: int
    end_char: int


class Part(NamedTuple):
    """A chapter of a book, the scene of a play, or the whole of a text without chapters.

    >>> [(part.number, part.start, part.end) for part in book.parts]
    [(1, 0, 18)]

    Attributes:
        number: from 1 in text order; 0 for what is before the first chapter.
        title: its heading on one line; "" if there is none.
        within: headings of the larger parts that contain it, such as "VOLUME I", the largest first.
        start: index of the first word in the document.
        end: index after the last word.
    """

    number: int
    title: str
    within: tuple[str, ...]
    start: int
    end: int


@dataclass(slots=True)
class BookWords:
    """The parts of a book and the numbers of its words; arrays have one value per word of the document.

    Attributes:
        document: the resolved document.
        text: its text, which is built from the words if it is not known.
        parts: chapters, at least one, with what is before the first one if there are words.
        paragraphs: paragraphs of the whole document, pieces of long ones included.
        paragraph: number of the paragraph, from 1.
        chapter: number of the chapter.
        body: whether the word belongs to the book: not to the header or licence of its edition.
        heading: whether the word belongs to the heading of a chapter, where "I" is a number.
        counted: (n_words + 1,) number of words with a letter or digit before each word.
    """

    document: Document
    text: str
    offsets: Sequence[int]
    parts: list[Part]
    paragraphs: list[Paragraph]
    paragraph: np.ndarray
    chapter: np.ndarray
    body: np.ndarray
    heading: np.ndarray
    counted: np.ndarray

    @classmethod
    def of(cls, document: Document, book: BookText | None = None) -> BookWords:
        """The layout of a document.

        Args:
            document: with words.
            book: its chapters, if they are known; else they are looked for in its text. If somebody speaks
            before or after them in a text without Project Gutenberg's markers, all of it is the book.
        """
        text, offsets = layout(document)
        if book is None:
            book = read_book(text)
            if not book.licensed and _speaks_outside(document, offsets, book.body):
                book = replace(book, body=(0, len(text)))
        first, last = (bisect_left(offsets, end) for end in book.body)
        body = np.zeros(len(document), dtype=bool)
        body[first:last] = True
        parts = _parts(book, offsets, first, last)
        chapter = np.zeros(len(document), dtype=np.int32)
        for part in parts:
            chapter[part.start : part.end] = part.number
        paragraphs = paragraphs_of(_with_paragraphs(document, text, offsets))
        starts = np.zeros(len(document), dtype=np.int32)
        starts[[one.first for one in paragraphs if not one.continues and one.starts]] = 1
        is_word = [any(map(str.isalnum, word)) for word in document.words]
        counted = np.append(0, np.cumsum(is_word))
        heading = _headings(book, offsets)
        return cls(document, text, offsets, parts, paragraphs, np.cumsum(starts), chapter, body, heading, counted)

    def place(self, start: int, end: int) -> Place:
        """The place of the words [start, end), at least one."""
        after = word_end(self.document.words, self.text, self.offsets, end - 1)
        chapter, paragraph = int(self.chapter[start]), int(self.paragraph[start])
        return Place(chapter, paragraph, start, end, self.offsets[start], after)

    def size(self, start: int, end: int) -> int:
        """Number of words with a letter or digit in [start, end)."""
        return int(self.counted[end] - self.counted[start])

    def written(self, start: int, end: int) -> str:
        """The text of the words [start, end), on one line."""
        place = self.place(start, end)
        return " ".join(self.text[place.start_char : place.end_char].split())

    def left_out(self) -> tuple[int, int]:
        """Number of words with a letter or digit before the body, and after it."""
        first, last = (int(self.body.argmax()), len(self.body) - int(self.body[::-1].argmax()))
        return self.size(0, first), self.size(last, len(self.body))

    def part_of(self, word: int) -> int:
        """Index in `parts` of the part that contains a word of the book."""
        return max(bisect_right(self.parts, word, key=lambda part: part.start) - 1, 0)


def _speaks_outside(document: Document, offsets: Sequence[int], body: tuple[int, int]) -> bool:
    """Whether a document has quotations outside the body of its text."""
    return any(not body[0] <= offsets[one.start] < body[1] for one in document.quotations)


def _parts(book: BookText, offsets: Sequence[int], first: int, last: int) -> list[Part]:
    """The smallest parts, one after the other; a larger one that has only a heading belongs to its first chapter."""
    found: list[Part] = []
    around: list[Chapter] = []
    begun: int | None = None  # where larger parts without words of their own begin
    headings = dict(book.headings)
    ends = [*(chapter.start for chapter in book.chapters), book.body[1]][1:]
    for chapter, end in zip(book.chapters, ends, strict=True):
        while around and around[-1].end <= chapter.start:
            around.pop()
        start = chapter.start if begun is None else begun
        is_empty = end < chapter.end and not book.text[headings.get(chapter.start, chapter.start) : end].strip()
        begun = start if is_empty else None
        if not is_empty:
            number, title, within = len(found) + 1, _title(chapter), tuple(map(_title, around))
            found.append(Part(number, title, within, bisect_left(offsets, start), bisect_left(offsets, end)))
        around.append(chapter)
    if not found:
        return [Part(1, "", (), first, last)]
    if first < found[0].start:
        found.insert(0, Part(0, "", (), first, found[0].start))
    return found


def _title(chapter: Chapter) -> str:
    return " ".join(chapter.title.split())


_MOST_WORDS = 2000
"""Words per blank line above which blank lines do not separate paragraphs."""


def _with_paragraphs(document: Document, text: str, offsets: Sequence[int]) -> Document:
    """The document with paragraphs that begin after blank lines, if it has none and its text has blank lines."""
    if document.paragraph_starts or not document.text:
        return document
    ends = [offset + len(word) for offset, word in zip(offsets, document.words, strict=True)]
    gaps = zip(ends, offsets[1:], strict=False)
    starts = [word for word, (end, start) in enumerate(gaps, 1) if start - end > 1 and text.count("\n", end, start) > 1]
    if len(document) > _MOST_WORDS * (len(starts) + 1):
        return document
    return replace(document, paragraph_starts=[0, *starts])


def _headings(book: BookText, offsets: Sequence[int]) -> np.ndarray:
    """(n_words,) bool: whether a word belongs to a heading."""
    found = np.zeros(len(offsets), dtype=bool)
    for start, end in book.headings:
        found[bisect_left(offsets, start) : bisect_left(offsets, end)] = True
    return found
