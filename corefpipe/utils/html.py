"""HTML of our own: escaping, and the signs by which chains are told apart."""

from __future__ import annotations

import html
import re
from bisect import insort
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

COLOURS = (
    ("#0020cb", "#1cb9fa"),
    ("#ab8703", "#caed0a"),
    ("#f32096", "#fd71c0"),
    ("#0f7c55", "#199e6e"),
    ("#2d95d2", "#2dfae9"),
    ("#861309", "#f34e1a"),
    ("#8946fb", "#9871f5"),
    ("#6f0587", "#eeaf6e"),
)
"""(on a light ground, on a dark one). Any two can be told apart also with colour blindness: their distance in OKLab is
0.10 or more, as Machado et al. 2009 simulate it. Their contrast to the ground is 3 or more."""

LINES = ("solid", "dashed", "dotted", "double")
"""Lines under mentions: with a chain's number, the second sign. They change when the colours have all been used."""

_DEPTH = 12  # marks nested deeper are not drawn
_BIDI = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def sign_of(chain: int) -> tuple[int, int]:
    """(index in `COLOURS`, index in `LINES`) of a chain.

    Args:
        chain: its number from 0, the largest chain first.
    """
    return chain % len(COLOURS), chain // len(COLOURS) % len(LINES)


def escaped(text: str) -> str:
    """A text as HTML, also inside of quoted attributes."""
    return html.escape(text)


def without_directions(text: str) -> str:
    """A text without marks of its direction, which could change how the text around it reads."""
    return _BIDI.sub("", text)


@dataclass(slots=True)
class _Mark:
    """A mark in a text, with those inside it; `number` is drawn at its end, unless it goes on elsewhere."""

    start: int
    end: int
    group: int
    goes_on: bool
    inner: list[_Mark] = field(default_factory=list)


def marked(text: str, marks: Iterable[tuple[int, int, int]], plain: Callable[[int, int], str] | None = None) -> str:
    """A text as HTML with places underlined in the sign of their group; places that cross are drawn in pieces.

    Args:
        text: the text.
        marks: (start, end, number of the group) in characters, in any order.
        plain: gives a part of the text as HTML; None escapes it.
    """
    whole = _Mark(0, len(text), -1, False)
    queue = sorted((start, -end, group) for start, end, group in marks if start < end)
    open_marks = [whole]
    place = 0
    while place < len(queue):
        start, end, group = queue[place][0], -queue[place][1], queue[place][2]
        place += 1
        while open_marks[-1].end <= start:
            open_marks.pop()
        outer = open_marks[-1]
        if len(open_marks) > _DEPTH:
            continue
        if end > outer.end:
            insort(queue, (outer.end, -end, group), lo=place)
        outer.inner.append(_Mark(start, min(end, outer.end), group, end > outer.end))
        open_marks.append(outer.inner[-1])
    return "".join(_drawn(plain or (lambda start, end: escaped(text[start:end])), whole)[0])


def _drawn(plain: Callable[[int, int], str], mark: _Mark) -> tuple[list[str], int]:
    """(pieces of HTML, number of levels) of a mark."""
    pieces, at, levels = [], mark.start, 0
    for inner in mark.inner:
        pieces.append(plain(at, inner.start))
        drawn, deep = _drawn(plain, inner)
        levels = max(levels, deep + 1)
        pieces.append(underlined("".join(drawn), inner.group, deep, inner.goes_on))
        at = inner.end
    return [*pieces, plain(at, mark.end)], levels


def underlined(inner: str, number: int, level: int = 0, goes_on: bool = False) -> str:
    """HTML with the line and the number of a group below it, further down where marks are nested in it."""
    colour, line = sign_of(number)
    style = f"border-bottom:2px {LINES[line]} {COLOURS[colour][0]};padding-bottom:{3 * level}px"
    small = "" if goes_on else f'<sup style="font-size:.65em;color:{COLOURS[colour][0]}">{number + 1}</sup>'
    return f'<span style="{style}">{inner}{small}</span>'


def sign(number: int) -> str:
    """The number of a group over its line."""
    colour, line = sign_of(number)
    return (
        f'<span style="display:inline-block;border-bottom:3px {LINES[line]} {COLOURS[colour][0]}">{number + 1}</span>'
    )
