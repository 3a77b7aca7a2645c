"""The text of a document in paragraphs as a page shows them, and where its words are in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from corefpipe.document import Document
from corefpipe.formats.tokens import layout, word_end
from corefpipe.report.pages.spacing import guessed_spaces

LONGEST = 3000
"""Characters from which on a paragraph is drawn in pieces, so that a browser can draw what is seen."""

_WRAPPED = 140  # longest line of a text whose lines end where the next word does not fit
_FULL = 0.75  # share of that from which on a line counts as full
_SURROGATES = re.compile("[\ud800-\udfff]")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


@dataclass(slots=True)
class Paragraph:
    """A paragraph, or a piece of a long one. Offsets count UTF-16 units, as browsers do.

    Attributes:
        first: index of the first word in the document.
        text: its text, in which each whitespace is one space.
        starts: offset of each word.
        ends: offset after each word.
        speaker: who speaks, if that changes here; else "".
        continues: whether it continues the paragraph before it.
    """

    first: int
    text: str
    starts: list[int]
    ends: list[int]
    speaker: str
    continues: bool

    @property
    def last(self) -> int:
        """Index after its last word."""
        return self.first + len(self.starts)


def paragraphs_of(document: Document) -> list[Paragraph]:
    """The paragraphs of a document.

    They begin where the document says; else after blank lines, at short lines, and where another one speaks, with the
    label of the turn if there is one in the text. If the text is not known, each sentence is a paragraph.
    """
    if not document.words:
        plain = " ".join(_clean(document.text).split())
        return [Paragraph(0, plain, [], [], "", False)] if plain else []
    document = _with_spaces(document)
    text, offsets = layout(document)
    bounds = _bounds(document, text, offsets)
    found, before = [], ""
    for number, (first, last, continues) in enumerate(bounds):
        speaker = document.speakers[first] if document.speakers else ""
        paragraph = _paragraph(document, text, offsets, first, last)
        paragraph.continues = continues
        paragraph.speaker = speaker if number == 0 or speaker != before else ""
        found.append(paragraph)
        before = speaker
    return found


def sentences_of(document: Document) -> list[Paragraph]:
    """The sentences of a document, one paragraph each; long ones in pieces."""
    if not document.words:
        return []
    document = _with_spaces(document)
    text, offsets = layout(document)
    bounds = _pieces(document, sorted({0, *document.sentence_starts}), offsets)
    return [_paragraph(document, text, offsets, first, last) for first, last, _ in bounds]


def _with_spaces(document: Document) -> Document:
    """The document with guessed spaces, where neither its text nor its spaces are known."""
    if document.spaces or (document.text and document.offsets is not None):
        return document
    return replace(document, spaces=guessed_spaces(document.words, document.sentence_starts))


def paragraph_at(paragraphs: list[Paragraph], word: int) -> int:
    """Index of the paragraph that contains a word."""
    return bisect_right(paragraphs, word, key=lambda paragraph: paragraph.first) - 1


def _bounds(document: Document, text: str, offsets: list[int]) -> Iterator[tuple[int, int, bool]]:
    """(first word, word after the last, whether it continues the one before) of each paragraph or piece of one."""
    return _pieces(document, sorted({0, *_starts(document, text, offsets)}), offsets)


def _pieces(document: Document, starts: list[int], offsets: list[int]) -> Iterator[tuple[int, int, bool]]:
    """Cut what begins at some words into pieces that are not too long."""
    sentences = document.sentence_starts
    for first, end in zip(starts, [*starts[1:], len(document)], strict=True):
        begin = first
        while begin < end:
            last = end
            if offsets[end - 1] - offsets[begin] > LONGEST:
                last = bisect_right(offsets, offsets[begin] + LONGEST, begin + 1, end)
                at = bisect_right(sentences, last) - 1  # rather between two sentences
                if at >= 0 and sentences[at] > begin:
                    last = sentences[at]
            yield begin, last, begin > first
            begin = last


def _starts(document: Document, text: str, offsets: list[int]) -> Iterator[int]:
    speakers = document.speakers or [""] * len(document)
    if document.paragraph_starts:
        yield from document.paragraph_starts
    elif not document.text or document.offsets is None:
        yield from document.sentence_starts
        return
    for start in document.sentence_starts:
        if not start or speakers[start] == speakers[start - 1]:
            continue
        end = offsets[start - 1] + len(document.words[start - 1])
        if speakers[start - 1] or "\n" in text[end : offsets[start]]:  # not between the label "Ann:" and what she says
            yield start
    if document.paragraph_starts:
        return
    lines = list(_line_starts(document, text, offsets))
    lengths = [end - start for (_, start, _), (_, end, _) in pairwise(lines)]
    width = max(lengths, default=0)
    for (_, before, _), (word, start, blank) in pairwise(lines):
        room = width - (start - before)
        if blank or width > _WRAPPED or room > len(document.words[word]) + (1 - _FULL) * width:
            yield word


def _line_starts(document: Document, text: str, offsets: list[int]) -> Iterator[tuple[int, int, bool]]:
    """(first word, its offset, whether a blank line is before it) of each line."""
    yield 0, offsets[0], False
    for word in range(1, len(offsets)):
        gap = text[offsets[word - 1] + len(document.words[word - 1]) : offsets[word]]
        if "\n" in gap:
            yield word, offsets[word], gap.count("\n") > 1


def _paragraph(document: Document, text: str, offsets: list[int], first: int, last: int) -> Paragraph:
    pieces: list[str] = []
    starts, ends, length, end = [], [], 0, offsets[first]
    for word in range(first, last):
        start = offsets[word]
        if start > end:
            gap = text[end:start]
            gap = " " if gap.isspace() else f" {' '.join(gap.split())} "
            pieces.append(gap)
            length += len(gap)
        end = max(word_end(document.words, text, offsets, word), start)
        pieces.append(text[start:end])
        starts.append(length)
        length += end - start
        ends.append(length)
    found = _clean("".join(pieces))
    if found and max(found) > "\uffff":
        starts, ends = _in_utf16(found, starts), _in_utf16(found, ends)
    return Paragraph(first, found, starts, ends, "", False)


def _clean(text: str) -> str:
    """The text with signs that a page cannot contain replaced one by one."""
    return _CONTROLS.sub("\ufffd", _SURROGATES.sub("\ufffd", text)).replace("\n", " ").replace("\r", " ")


def _in_utf16(text: str, offsets: list[int]) -> list[int]:
    wide = [number for number, sign in enumerate(text) if sign > "\uffff"]
    return [offset + bisect_right(wide, offset - 1) for offset in offsets]
