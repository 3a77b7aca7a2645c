"""Speaker labels on lines of their own: "DOUG" in a screenplay, "Emma 10:02 AM", "Emma wrote:", "#2 Emma"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from corefpipe.dialogue.labels import CLOCK, DATE, WORD, Label

CAPITALS, STAMPED, FRAMED = "capitals", "stamped", "framed"
HEADINGS = (CAPITALS, STAMPED, FRAMED)
"""Styles of labels on lines of their own.

    capitals   a name in capitals between a blank line and a text: "DOUG", "KAREN (V.O.)"
    stamped    a name and a time, on one line or two: "Emma  10:02 AM"
    framed     lines that differ only in a name: "Emma wrote:" and "Liam wrote:", "#1 Emma" and "#2 Liam"
"""

_LONGEST = 60  # characters of a heading
_MOST_WORDS = 6  # words of a framed heading
_MOST_NAMES = 2  # words of the name in it
_CUE = re.compile(r"[ \t]*(?P<name>[A-Z][A-Z'’.-]+(?:[ ][A-Z][A-Z'’.-]*){0,3})(?:[ ]?\([^()]{1,30}\))?[ \t]*$")
_ALONE = re.compile(rf"[ \t]*(?P<name>(?!\d){WORD}(?:[ ]{WORD}){{0,2}})[ \t]*$")
_DAY = r"(?:[^\W\d_]+,?[ ]){0,3}"  # "Today at"
_TIME = rf"[\[(]?(?:{DATE}|{_DAY}){CLOCK}[\])]?[ \t]*$"
_STAMP = re.compile(rf"[ \t]*{_TIME}")
_STAMPED = re.compile(rf"[ \t]*(?P<name>(?!\d){WORD}(?:[ ]{WORD}){{0,2}}?)(?:[ \t]*[,|·•–—-][ \t]*|[ \t]+){_TIME}")
_NUMBERED = re.compile(r"#\d")
_DIGITS = re.compile(r"\d+")
_NAME = re.compile(rf"(?!\d){WORD}(?:[ ]{WORD})*$")
_QUOTES = "\"“'‘«"


def headings_of(lines: Sequence[str]) -> Iterator[Label]:
    """All lines that may be headings of turns, style by style."""
    offsets = list(accumulate((len(line) + 1 for line in lines), initial=0))
    above = [number for number, line in enumerate(lines[:-1]) if 1 < len(line) <= _LONGEST and _has_text(lines, number)]
    for number in above:
        if lines[number].lstrip()[:2].isupper() and (not number or not lines[number - 1].strip()):
            cue = _CUE.match(lines[number])
            if cue and not lines[number + 1].isupper():
                yield _label(CAPITALS, cue, lines, offsets, number)
    for number in above:
        clocks = [below for below in (number, number + 1) if _has_clock(lines[below])]
        name = number in clocks and _STAMPED.match(lines[number])
        if name and not (number + 1 in clocks and _STAMPED.match(lines[number + 1])):
            yield _label(STAMPED, name, lines, offsets, number)
        elif not name and number + 1 in clocks and _STAMP.match(lines[number + 1]):
            name = _ALONE.match(lines[number])
            if name and number + 2 < len(lines) and lines[number + 2].strip():
                yield _label(STAMPED, name, lines, offsets, number, 2)
    yield from _framed(lines, offsets, above)


def is_handle(name: str) -> bool:
    """Whether a name is a user name: "janek_91", "OldGardener"."""
    return any(c.isdigit() or c == "_" for c in name) or (any(map(str.isupper, name[1:])) and not name.isupper())


def _label(
    style: str, match: re.Match[str], lines: Sequence[str], offsets: Sequence[int], number: int, n: int = 1
) -> Label:
    """The label of a line, and of n - 1 below it, whose name is the group "name" of a match."""
    first, end = offsets[number], offsets[number + n] - 1
    return Label(style, match["name"], first, first + match.start("name"), end, number, end, n)


def _has_clock(line: str) -> bool:
    """Whether a line may end in a time."""
    end = line[-12:]
    return (":" in end or "." in end) and any(map(str.isdigit, end))


def _has_text(lines: Sequence[str], number: int) -> bool:
    """Whether a line and the line below have text."""
    return lines[number].strip() != "" and lines[number + 1].strip() != ""


def _framed(lines: Sequence[str], offsets: Sequence[int], above: Sequence[int]) -> Iterator[Label]:
    """The lines with the most frequent frame, among those that end in a colon or begin with "#1"."""
    by_frame: dict[tuple[str, ...], list[tuple[int, str]]] = {}
    for number in above:
        line = lines[number].strip()
        if (line[-1] != ":" and not _NUMBERED.match(line)) or lines[number + 1].lstrip()[0] in _QUOTES:
            continue
        words = line.rstrip(":").split()
        if 2 <= len(words) <= _MOST_WORDS:
            for frame, name in _frames(words):
                by_frame.setdefault(frame, []).append((number, name))
    several = {frame: found for frame, found in by_frame.items() if len({name for _, name in found}) > 1}
    if several:
        frame = max(several, key=lambda frame: (len(several[frame]), len(frame)))
        for number, name in several[frame]:
            first, end = offsets[number], offsets[number] + len(lines[number])
            yield Label(FRAMED, name, first, first + lines[number].index(name), end, number, end)


def _frames(words: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """(frame, name) for each possible name of a heading; the frame is the words around it: "Reply from" and "Emma"."""
    for start in range(len(words)):
        for end in range(start + 1, min(start + _MOST_NAMES, len(words)) + 1):
            name = " ".join(words[start:end])
            if end - start < len(words) and len(name) > 1 and _NAME.match(name):
                rest = (*words[:start], "", *words[end:])
                yield tuple(_DIGITS.sub("0", word) for word in rest), name
