"""HTML of our own: escaping, and the signs by which chains are told apart."""

from __future__ import annotations

import html
import re
from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

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

VIEWED = 1000
"""Words of a text that a view in a notebook shows."""

_ROWS = 20  # groups listed
_CHARACTERS = 2000
_DEPTH = 12  # marks nested deeper are not drawn
_BOX = "background:#fbfaf7;color:#1d1d1f;padding:.6em .9em;border-radius:6px;max-width:52em;overflow-wrap:anywhere"
_CELL = "text-align:left;padding:.1em .8em .1em 0;border:0;background:none;color:inherit"
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


class Group(NamedTuple):
    """Places of a text that belong together.

    Attributes:
        name: its name.
        size: number of its members, of which the text may contain only some.
        places: (start, end) in characters.
    """

    name: str
    size: int
    places: Sequence[tuple[int, int]]


def text_view(text: str, groups: Sequence[Group], title: str = "") -> str:
    """The beginning of a text with its groups underlined and numbered by size, and a table of the largest.

    Only with inline styles, and without scripts, so that it shows wherever notebooks are shown.
    """
    groups = sorted(groups, key=lambda group: -group.size)
    marks = [(start, end, number) for number, group in enumerate(groups) for start, end in group.places]
    cut = len(text) if len(text) <= _CHARACTERS else max(text.rfind(" ", 0, _CHARACTERS), 1)
    shown = marked(text[:cut], (mark for mark in marks if mark[1] <= cut))
    counts = f"{len(groups):,} chains, {sum(group.size for group in groups):,} mentions"
    head = f"<b>{escaped(title)}</b> {counts}" if title else counts
    rows = [[f"{_sign(number)}", escaped(group.name), f"{group.size:,}"] for number, group in enumerate(groups[:_ROWS])]
    more = f"<p>… {len(groups) - _ROWS:,} more chains</p>" if len(groups) > _ROWS else ""
    rest = "…" if cut < len(text) else ""
    body = f'<div style="line-height:2;white-space:pre-line;unicode-bidi:plaintext">{shown}{rest}</div>'
    return f'<div style="{_BOX}"><p style="margin:0 0 .4em">{head}</p>{body}{table_view(rows)}{more}</div>'


def table_view(rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are HTML already."""
    lines = ("".join(f'<td style="{_CELL}"><bdi>{cell}</bdi></td>' for cell in row) for row in rows)
    body = "".join(f'<tr style="background:none">{line}</tr>' for line in lines)
    return f'<table style="border-collapse:collapse;margin:.5em 0 0">{body}</table>' if body else ""


def list_view(title: str, number: int, rows: Iterable[tuple[str, str, str]], more: int = 0) -> str:
    """The places of one group, each in its context.

    Args:
        title: name of the group.
        number: its number from 0, by size.
        rows: text before a place, its own, and after it.
        more: number of places that are not shown.
    """
    cells = [[f"{escaped(a)}{_underlined(escaped(b), number, 0)}{escaped(c)}"] for a, b, c in rows]
    rest = f"<p>… {more:,} more mentions</p>" if more else ""
    return f'<div style="{_BOX}"><p style="margin:0"><b>{escaped(title)}</b></p>{table_view(cells)}{rest}</div>'


@dataclass(slots=True)
class _Mark:
    """A mark in a text, with those inside it; `number` is drawn at its end, unless it goes on elsewhere."""

    start: int
    end: int
    group: int
    goes_on: bool
    inner: list[_Mark] = field(default_factory=list)


def marked(text: str, marks: Iterable[tuple[int, int, int]]) -> str:
    """A text as HTML with places underlined in the sign of their group; places that cross are drawn in pieces.

    Args:
        text: the text.
        marks: (start, end, number of the group) in characters, in any order.
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
    return "".join(_drawn(text, whole)[0])


def _drawn(text: str, mark: _Mark) -> tuple[list[str], int]:
    """(pieces of HTML, number of levels) of a mark."""
    pieces, at, levels = [], mark.start, 0
    for inner in mark.inner:
        pieces.append(escaped(text[at : inner.start]))
        drawn, deep = _drawn(text, inner)
        levels = max(levels, deep + 1)
        pieces.append(_underlined("".join(drawn), inner.group, deep, inner.goes_on))
        at = inner.end
    return [*pieces, escaped(text[at : mark.end])], levels


def _underlined(inner: str, number: int, level: int, goes_on: bool = False) -> str:
    colour, line = sign_of(number)
    style = f"border-bottom:2px {LINES[line]} {COLOURS[colour][0]};padding-bottom:{3 * level}px"
    small = "" if goes_on else f'<sup style="font-size:.65em;color:{COLOURS[colour][0]}">{number + 1}</sup>'
    return f'<span style="{style}">{inner}{small}</span>'


def _sign(number: int) -> str:
    colour, line = sign_of(number)
    return f'<span style="border-bottom:3px {LINES[line]} {COLOURS[colour][0]}">{number + 1}</span>'
