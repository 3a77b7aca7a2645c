"""Tokenize texts for formats without words, and lay out words as a text for formats without tokens.

Words are those of the tokenizer of the packaged pipelines, sentences those of spaCy's sentencizer; neither needs a
model. The rule of the sentencizer is repeated here, since it needs the whole text at once.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from corefpipe.document import Document
from corefpipe.formats.reading import Place, Reading
from corefpipe.utils.text import LONG_RUN, RUN_PARTS

if TYPE_CHECKING:
    from spacy.tokenizer import Tokenizer
    from spacy.tokens import Token

_SHOWN = 60
"""Number of characters of a mention in an error message."""

PIECE = 100_000
"""Number of characters that are tokenized at a time."""

_WHITE = re.compile(r"\s+")
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(slots=True)
class Words:
    """The words of a text.

    Attributes:
        words: the words; none is whitespace.
        offsets: character offset of each word.
        spaces: whether whitespace follows each word.
        sentence_starts: index of the first word of each sentence.
        paragraph_starts: index of the first word, and of the first word after each empty line.
    """

    words: list[str] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    spaces: list[bool] = field(default_factory=list)
    sentence_starts: list[int] = field(default_factory=list)
    paragraph_starts: list[int] = field(default_factory=list)

    def columns(self) -> dict[str, Any]:
        """Return the lists by name, as arguments for `Document`."""
        return {name: getattr(self, name) for name in self.__slots__}

    def at(self, start: int, end: int) -> tuple[int, int, bool] | None:
        """Return the words that overlap characters [start, end); None if there are none.

        The result is (first, last + 1, whether all their characters are in the range).
        """
        first = max(bisect_right(self.offsets, start) - 1, 0)
        if first < len(self.offsets) and self.offsets[first] + len(self.words[first]) <= start:
            first += 1
        last = bisect_left(self.offsets, end)
        if first >= last:
            return None
        whole = self.offsets[first] >= start and self.offsets[last - 1] + len(self.words[last - 1]) <= end
        return first, last, whole

    def span(
        self, text: str, start: int, end: int, place: Place, reading: Reading, line: int | None = None, column: int = 0
    ) -> tuple[int, int] | None:
        """Return the words (first, last + 1) of a mention in characters [start, end), read in this line of the file.

        The column is that of the file, from 1, or 0 if it is unknown.

        A mention that begins or ends within a word gets the whole word; for one without any word the result is None.
        Both are noted in `reading.report.misfits`. Whitespace at its ends is ignored.
        """
        found = self.at(start, end)
        if found is not None and found[2]:
            return found[:2]
        what = f"the mention {_short(text, start, end)} in characters {start} to {end}"
        if found is None:
            message, cure = f"{what} has no words and is left out", "Check its offsets"
        else:
            first, last, _ = found
            words = _short(text, self.offsets[first], self.offsets[last - 1] + len(self.words[last - 1]))
            message, cure = (
                f"{what} is not whole words; it is read as {words}",
                "Check its offsets, or the tokens",
            )
        reading.report.misfits.append(place.error(message, cure, line, column=column or None))
        return found and found[:2]


def _short(text: str, start: int, end: int) -> str:
    return repr(text[start:end] if end - start <= _SHOWN else text[start : start + _SHOWN] + "…")


def tokenize(text: str, place: Place, reading: Reading, line: int | None = None) -> Words:
    """The words of a text, its sentences and its paragraphs; an empty line ends both.

    What has no whitespace for more than 200 characters is split at punctuation only (`LONG_RUN`).

    Args:
        text: the text.
        place: file and document, for error messages.
        reading: has the largest number of words.
        line: the line of the file that has the text, if one has all of it.

    Raises:
        FormatError: the text has more words than a document may have, or half of a surrogate pair, as JSON may escape.
    """
    if not text.isascii() and (half := _HALF.search(text)) is not None:
        raise place.error(
            f"the text has half of a surrogate pair, {half[0]!r}, as of an emoji, after {half.start()} characters",
            "Replace it, for example by U+FFFD",
            line,
        )
    found = Words()
    end, starts = 0, False
    for offset, word, begins in _tokens(text):
        if word.isspace():
            # A sentence may begin with whitespace, which is no word.
            starts = starts or begins
            continue
        number = len(found.words)
        if number == reading.max_words:
            reading.check_size(number + 1, 0, place)
        paragraph = not number or text.count("\n", end, offset) > 1
        if paragraph:
            found.paragraph_starts.append(number)
        if paragraph or starts or begins:
            found.sentence_starts.append(number)
        starts = False
        found.words.append(sys.intern(word))
        found.offsets.append(offset)
        end = offset + len(word)
        found.spaces.append(end < len(text) and text[end].isspace())
    return found


def _tokens(text: str) -> Iterator[tuple[int, str, bool]]:
    """(offset, token, whether it begins a sentence)."""
    end = 0
    for run in [*LONG_RUN.finditer(text), None]:
        start, after = (len(text), len(text)) if run is None else run.span()
        begins = not end  # what stands after a run is no new sentence for that
        ended = False  # whether a sign that ends a sentence was passed
        for token, offset in _spacy_tokens(text, end, start):
            ends = token.text in _ends()
            if ended and not ends and not token.is_punct:
                begins, ended = True, False
            ended = ended or ends
            yield offset, token.text, begins
            begins = False
        for match in RUN_PARTS.finditer(text, start, after):
            yield match.start(), match[0], False
        end = after


def _spacy_tokens(text: str, start: int, end: int) -> Iterator[tuple[Token, int]]:
    """The tokens of a part of a text and their offsets; made in pieces that end in whitespace, to save memory."""
    while start < end:
        white = _WHITE.search(text, start + PIECE, end)
        after = white.end() if white else end
        for token in _tokenizer()(text[start:after]):
            yield token, start + token.idx
        start = after


def word_end(words: Sequence[str], text: str, offsets: Sequence[int], word: int) -> int:
    """Return the offset after a word; a part of a multiword token may be longer than its share of the text."""
    following = offsets[word + 1] if word + 1 < len(words) else len(text)
    end = min(offsets[word] + len(words[word]), len(text))
    return min(end, following) if following > offsets[word] else end


def layout(document: Document) -> tuple[str, list[int]]:
    """Return the text of a document and the offset of each word; if the text is unknown, it is built from the words.

    The words are then joined as `spaces` says, with one sentence per line and an empty line before each paragraph.
    """
    if document.text and (document.offsets is not None or not document.words):
        return document.text, document.offsets or []
    spaces = document.spaces or [True] * len(document.words)
    sentences, paragraphs = set(document.sentence_starts), set(document.paragraph_starts or ())
    pieces: list[str] = []
    offsets: list[int] = []
    length = 0
    for number, word in enumerate(document.words):
        gap = ""
        if number:
            gap = "\n\n" if number in paragraphs else "\n" if number in sentences else " " if spaces[number - 1] else ""
        pieces += (gap, word)
        offsets.append(length + len(gap))
        length += len(gap) + len(word)
    return "".join(pieces), offsets


def gaps_of(document: Document) -> tuple[str, list[str]] | None:
    """The text before the first word, and after each word; "" within a multiword token.

    None if the text is unknown, or not spelled by the words or forms of multiword tokens at their offsets.
    """
    text, offsets = document.text, document.offsets
    if not text or offsets is None or not document.words:
        return None
    multiwords = {start: (end, form) for start, end, form, *_ in document.multiwords}
    gaps = [""] * len(offsets)
    before, position, word, last = "", 0, 0, -1
    while word < len(offsets):
        after, form = multiwords.get(word, (word + 1, document.words[word]))
        start = offsets[word]
        if start < position or not text.startswith(form, start):
            return None
        if last < 0:
            before = text[:start]
        else:
            gaps[last] = text[position:start]
        position, last, word = start + len(form), after - 1, after
    gaps[last] = text[position:]
    return before, gaps


@cache
def _tokenizer() -> Tokenizer:
    # Imported here, since formats with words do not need spaCy.
    import spacy

    from corefpipe.plain_text.tokenizing import split_more

    return split_more(spacy.blank("en")).tokenizer


@cache
def _ends() -> frozenset[str]:
    """The signs that end a sentence."""
    from spacy.pipeline import Sentencizer

    return frozenset(Sentencizer.default_punct_chars)
