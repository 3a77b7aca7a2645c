"""Quotations of a novel and cues that name the speaker, by patterns that see nothing but the characters of the text.

They are independent of what a model finds. Few cues are recognised, but those almost always correctly.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from cast import Name

_MARKS = {
    "“": (re.compile("“"), re.compile("”")),
    '"': (re.compile('"'), re.compile('"')),
    # An apostrophe follows a letter, or is before one that is left out, which a quotation rarely begins with.
    "'": (re.compile(r"(?<![\w.,!?;:'])'(?=[\w\-\"(])"), re.compile(r"(?<=[.,!?;:\-)])'(?![\w'])|(?<=\w)'(?=\s*$)")),
}
_BLANK = re.compile(r"\n\s*\n")
_SAID = (
    "said|replied|cried|asked|answered|returned|exclaimed|observed|continued|added|remarked|inquired|enquired|rejoined|"
    "whispered|murmured|repeated|responded|retorted|shouted|demanded|suggested|began|interposed|urged|resumed|pursued"
)
_BEFORE_NAME = re.compile(rf"\s+(?:{_SAID})\s+")
_AFTER_NAME = re.compile(rf"\s+(?:{_SAID})\b(?=\s*[,.;:]|\s+\w+ly\b|\s+to\b)")
_SAID_SHE = re.compile(rf"\s+(?:{_SAID})\s+(?:he|she)\b")
_TO = re.compile(r"\s+to\s+|,\s+(?:turning to|addressing)\s+")
_NOT_ALONE = re.compile(r"['’]s?\b|['’](?=\s)|\s+and\s|\s+or\s|\s+[A-Z]")
_CALL = re.compile(r"(?:(?:Oh|Ah|No|Yes|Well|Nay|Come|Now|Why|But|Dear|My dear)\b[,!]?\s+)*")
_CALLED = re.compile(r"\s*[,!?.]")
_CALL_LAST = re.compile(r",\s+(?:(?:my )?dear )?$")
_CALLED_LAST = re.compile(r"[,!?.;:\-]*\s*$")
_INTERRUPTION = 80
"""Characters that the narrator may write between two parts of one speech."""


class Paragraph(NamedTuple):
    """A paragraph.

    Attributes:
        start: its first character.
        quotations: (start, end) in characters of each quotation, between the marks.
    """

    start: int
    quotations: list[tuple[int, int]]


class Speech(NamedTuple):
    """What somebody says whom a cue names, or what is said to somebody whom it names.

    Attributes:
        parts: (start, end) in characters of its parts between the marks.
        speaker: index of the character who speaks, or -1.
        addressee: index of the character who is addressed, or -1.
    """

    parts: tuple[tuple[int, int], ...]
    speaker: int
    addressee: int


def quotations(text: str, mark: str) -> list[Paragraph]:
    """The paragraphs of a text, which blank lines separate, with their quotations.

    The end of a paragraph closes a quotation.

    Args:
        text: the novel.
        mark: what opens a quotation: “ or a straight double or single mark.
    """
    found, start = [], 0
    for end, following in [match.span() for match in _BLANK.finditer(text)] + [(len(text), len(text))]:
        found.append(Paragraph(_skipped(text, start), _within(text, start, end, mark)))
        start = following
    return found


def _within(text: str, start: int, end: int, mark: str) -> list[tuple[int, int]]:
    opening, closing = _MARKS[mark]
    found = []
    opened = opening.search(text, start, end)
    while opened:
        closed = closing.search(text, opened.end(), end)
        found.append((opened.end(), closed.start() if closed else end))
        opened = opening.search(text, closed.end(), end) if closed else None
    return found


def speeches(text: str, paragraphs: Sequence[Paragraph], names: Sequence[Name]) -> list[Speech]:
    """The first quotations of paragraphs that a cue follows, with what the cue interrupts.

    Args:
        text: the novel, as `cast.flat` gives it.
        paragraphs: those of the text, with their quotations.
        names: where the text names the cast.
    """
    at = {name.start: name for name in names}
    found = []
    for start, parts in paragraphs:
        if not parts or parts[0][0] - 1 != start:
            continue
        speaker, addressee, end = _cue(text, parts[0][1] + 1, at)
        if speaker >= 0 or addressee >= 0:
            goes_on = len(parts) > 1 and end <= parts[1][0] <= parts[0][1] + _INTERRUPTION
            found.append(Speech(tuple(parts[: 1 + goes_on]), speaker, addressee))
    return found


def _cue(text: str, place: int, at: dict[int, Name]) -> tuple[int, int, int]:
    """(speaker, addressee, end of the cue) of the cue at a place; -1 for what it does not name."""
    speaker, end = -1, place
    before, pronoun = _BEFORE_NAME.match(text, place), _SAID_SHE.match(text, place)
    name = at.get(before.end()) if before else at.get(_skipped(text, place))
    if name and before and not _NOT_ALONE.match(text, name.end):
        speaker, end = name.character, name.end
    elif name and not before and (after := _AFTER_NAME.match(text, name.end)):
        speaker, end = name.character, after.end()
    elif pronoun:
        end = pronoun.end()
    else:
        return -1, -1, place
    to = _TO.match(text, end)
    other = at.get(to.end()) if to else None
    if other is None or _NOT_ALONE.match(text, other.end):
        return speaker, -1, end
    return speaker, other.character, other.end


def addressed(text: str, paragraphs: Sequence[Paragraph], names: Sequence[Name]) -> list[tuple[int, int, int]]:
    """(start, end, character) of the quotations that begin or end with a name of the person who is addressed.

    Args:
        text, paragraphs, names: see `speeches`.
    """
    first, last = {name.start: name for name in names}, [name.end for name in names]
    found = []
    for start, end in (part for one in paragraphs for part in one.quotations):
        call = _CALL.match(text, start, end)
        name = first.get(call.end() if call else start)
        if name is None or not _CALLED.match(text, name.end, end):
            name = _called_last(text, start, end, names[max(0, bisect_right(last, end) - 1)])
        if name:
            found.append((start, end, name.character))
    return found


def _called_last(text: str, start: int, end: int, name: Name) -> Name | None:
    """The name, if it is what a quotation ends with, after a comma."""
    inside = start < name.start and name.end <= end
    before = text[max(start, name.start - 12) : name.start]
    return name if inside and _CALL_LAST.search(before) and _CALLED_LAST.match(text[name.end : end]) else None


def _skipped(text: str, place: int) -> int:
    """The first place from a given one that is no space."""
    while place < len(text) and text[place].isspace():
        place += 1
    return place
