"""Marks that are no words of a book: underscores of emphasis, illustrations, page numbers, marks of footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from corefpipe.lexicon import Lexicon

_UNDERSCORE = re.compile(r"(?<!_)_(?!_)")
_NUMBER = re.compile(r"\[(?:\d{1,4}|[*†‡A-Z]|[Pp](?:g|age|\.)? ?\.?\d{1,4})\]|\{\d{1,4}\}")
_LONGEST = 1000  # characters of the note of an illustration


def underscores_of(text: str) -> list[int]:
    """The places of single underscores, which mark emphasis in the text of a book; "D__n" has none."""
    return [match.start() for match in _UNDERSCORE.finditer(text)] if "_" in text else []


def without_underscores(text: str) -> str:
    """The text of a book without its single underscores."""
    return _UNDERSCORE.sub("", text)


def marks_of(text: str, start: int, end: int, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """(start, end) of the marks between two characters of a text, in any order."""
    yield from ((place, place + 1) for place in underscores_of(text) if start <= place < end)
    for match in _NUMBER.finditer(text, start, end) if "[" in text or "{" in text else ():
        if not _is_alone(text, match):
            yield match.span()
    note = _notes(lexicon)
    if note and "[" in text:
        yield from (match.span() for match in note.finditer(text, start, end))


def _is_alone(text: str, match: re.Match[str]) -> bool:
    """Whether a mark is all of a line, as the number of a chapter may be."""
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    return not line.strip() and not text[match.end() : match.end() + 80].split("\n", 1)[0].strip()


@cache
def _notes(lexicon: Lexicon) -> re.Pattern[str] | None:
    """The pattern of notes in brackets that are not the author's."""
    words = sorted(map(re.escape, lexicon.illustration_words | lexicon.transcriber_notes))
    inner = rf"[^\[\]]{{0,{_LONGEST}}}(?:\[[^\[\]]{{0,{_LONGEST}}}\][^\[\]]{{0,{_LONGEST}}}){{0,5}}"
    return re.compile(rf"\[_?(?i:{'|'.join(words)})\b{inner}\]") if words else None
