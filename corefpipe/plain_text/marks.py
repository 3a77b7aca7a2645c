"""Marks that are no words of a book: underscores of emphasis, illustrations, page numbers, marks of footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from corefpipe.lexicon import Lexicon

_UNDERSCORE = re.compile(r"(?<!_)_(?!_)")  # "D__n" has none
_NUMBER = re.compile(r"\[(?:\d{1,4}|[*†‡A-Z]|[Pp](?:g|age|\.)? ?\.?\d{1,4})\]|\{\d{1,4}\}")
_LINE = 80  # characters
_LONGEST = 1000  # characters of the note of an illustration


def marks_of(text: str, start: int, end: int, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """(start, end) of the marks between two characters of a text, in any order."""
    if "_" in text:
        yield from (match.span() for match in _UNDERSCORE.finditer(text, start, end))
    for match in _NUMBER.finditer(text, start, end) if "[" in text or "{" in text else ():
        if not _is_alone(text, match):
            yield match.span()
    note = _notes(lexicon)
    if note and "[" in text:
        yield from (match.span() for match in note.finditer(text, start, end))


def _is_alone(text: str, match: re.Match[str]) -> bool:
    """Whether a mark is all of a line, as the number of a chapter may be."""
    before, after = text[max(0, match.start() - _LINE) : match.start()], text[match.end() : match.end() + _LINE]
    return not before.rpartition("\n")[2].strip() and not after.partition("\n")[0].strip()


@cache
def _notes(lexicon: Lexicon) -> re.Pattern[str] | None:
    """The pattern of notes in brackets that are not the author's."""
    words = sorted(map(re.escape, lexicon.illustration_words | lexicon.transcriber_notes))
    inner = rf"[^\[\]]{{0,{_LONGEST}}}(?:\[[^\[\]]{{0,{_LONGEST}}}\][^\[\]]{{0,{_LONGEST}}}){{0,5}}"
    return re.compile(rf"\[_?(?i:{'|'.join(words)})\b{inner}\]") if words else None
