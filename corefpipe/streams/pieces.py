"""Pieces of text as a stream takes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from spacy.tokens import Span

from corefpipe.exceptions import AnnotationError

BLOCK = 20_000
"""Characters that are resolved at once, at most, where a text has places to cut it."""

_PLACES = tuple(map(re.compile, (r"\n\s*\n\s*", r"\n\s*", r"(?<=[.!?])[\"'”’)]*\s+", r"\s+")))
"""Places where a text may be cut, the better ones first: paragraphs, lines, sentences, words."""
_CLOSING = ".!?…\"'”’)»"


def checked_text(text: str, name: str) -> str:
    """The text, if it has any characters.

    Raises:
        AnnotationError: it has none.
    """
    if not text:
        raise AnnotationError("the piece is empty", cure="Append one sentence or more", document=name)
    return text


def checked_words(words: Iterable[str], name: str) -> list[str]:
    """The words of a piece as a list.

    Raises:
        AnnotationError: they are no strings: spaCy would take numbers for entries of its string store.
    """
    if isinstance(words, bytes | bytearray | Span) or not isinstance(words, Iterable):
        what = "a Span" if isinstance(words, Span) else repr(words)
        raise AnnotationError(
            f"the piece is {what}",
            cure="Append a text, a parsed Doc, or the words of one sentence; span.as_doc() makes a Doc",
            document=name,
        )
    found = list(words)
    for word in found:
        if not isinstance(word, str):
            raise AnnotationError(f"a word of the piece is {word!r}", cure="Give strings", document=name)
    return found


def joint(last: str, text: str, name: str) -> str:
    """A text as it follows another one: after a space, if both would be one word or sentence otherwise.

    Args:
        last: the last character before it; "" if there is none.
        text: is appended.
        name: of the document.

    Raises:
        AnnotationError: the text goes on within a word.
    """
    if last.isalnum() and text[0].isalnum():
        raise AnnotationError(
            f"the piece before ends in {last!r} and this one begins with {text[0]!r}, so that a word is cut",
            cure="Append whole words, best whole sentences; begin with a space if this is a new word",
            document=name,
        )
    begins = text[0].isalnum() or text[0] in "\"'“‘«(["
    return f" {text}" if last and last in _CLOSING and begins else text


def whole_blocks(parts: Iterable[str]) -> Iterator[str]:
    """A long text in blocks of about `BLOCK` characters that are whole words, best whole paragraphs.

    Args:
        parts: of the text, of any lengths.
    """
    rest = ""
    for part in parts:
        block, *others = blocks_of(rest + part)
        for following in others:
            if block[-1].isalnum() and following[0].isalnum():
                block += following
            else:
                yield block
                block = following
        rest = block
    if rest:
        yield rest


def blocks_of(text: str) -> Iterator[str]:
    """A text in blocks, cut at the last good place within `BLOCK`; in a run without any, at `BLOCK` itself."""
    first = 0
    while len(text) - first > BLOCK:
        end = _cut(text, first, first + BLOCK)
        yield text[first:end]
        first = end
    yield text[first:]


def _cut(text: str, first: int, limit: int) -> int:
    for place in _PLACES:
        ends = [match.end() for match in place.finditer(text, first, limit)]
        if ends and ends[-1] - first > (limit - first) // 4:
            return ends[-1]
    return limit
