"""Views for notebooks: texts with marks, and tables.

They have inline styles and no scripts, so they show wherever notebooks are shown, and bring their own light ground, so
they read the same in dark ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from corefpipe.utils.emphasis import emphasised, without_emphasis
from corefpipe.utils.html import escaped, marked, sign, underlined
from corefpipe.utils.text import counted, encodable

_ROWS = 20  # groups listed
_CHARACTERS = 2000
_BOX = "background:#fbfaf7;color:#1d1d1f;padding:.6em .9em;border-radius:6px;max-width:52em;overflow-wrap:anywhere"
_CELL = "padding:.1em .8em .1em 0;border:0;vertical-align:baseline"
_SOFT = "color:#5d5b57"
_BLANK = re.compile(r"\s*\n\s*\n\s*")


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


def box(title: str, *parts: str) -> str:
    """A view.

    Args:
        title: HTML of its first line.
        parts: HTML of what is below.
    """
    return encodable(f'<div style="{_BOX}"><p style="margin:0 0 .4em">{title}</p>{"".join(parts)}</div>')


def small(text: str) -> str:
    """A paragraph of small print."""
    return f'<p style="margin:.5em 0 0;font-size:.85em;{_SOFT}">{escaped(text)}</p>'


def text_view(text: str, groups: Sequence[Group], title: str = "", goes_on: bool = False) -> str:
    """The beginning of a text with its groups underlined and numbered by size, and a table of the largest.

    Args:
        text: the text, or its beginning.
        groups: what is marked in it.
        title: its name.
        goes_on: whether the text goes on after that.
    """
    groups = sorted(groups, key=lambda group: -group.size)
    marks = [(start, end, number) for number, group in enumerate(groups) for start, end in group.places]
    cut = len(text) if len(text) <= _CHARACTERS else max(text.rfind(" ", 0, _CHARACTERS), 1)
    shown = marked(text[:cut], (mark for mark in marks if mark[1] <= cut), emphasised(text[:cut]))
    counts = f"{counted(len(groups), 'chain')}, {counted(sum(group.size for group in groups), 'mention')}"
    head = f"<b>{escaped(title)}</b> {counts}" if title else counts
    rows = [
        [sign(number), escaped(without_emphasis(group.name)), f"{group.size:,}"]
        for number, group in enumerate(groups[:_ROWS])
    ]
    more = small(f"… {len(groups) - _ROWS:,} more chains") if len(groups) > _ROWS else ""
    rest = "…" if goes_on or cut < len(text) else ""
    shown = _BLANK.sub("\n\n", shown.strip())
    body = f'<div style="line-height:2;white-space:pre-line;unicode-bidi:plaintext">{shown}{rest}</div>'
    return box(head, body, table_view(rows), more)


def table_view(rows: Iterable[Sequence[str]], head: Sequence[str] = (), right: bool = False) -> str:
    """A table.

    Args:
        rows: cells, as HTML.
        head: texts above the columns; empty for none.
        right: whether all columns but the first are aligned to the right.
    """
    lines = [_row([f"<bdi>{cell}</bdi>" for cell in row], "td", right) for row in rows]
    if not lines:
        return ""
    above = f"<thead>{_row([escaped(cell) for cell in head], 'th', right)}</thead>" if head else ""
    return f'<table style="border-collapse:collapse;margin:.5em 0 0">{above}<tbody>{"".join(lines)}</tbody></table>'


def _row(cells: Sequence[str], tag: str, right: bool) -> str:
    soft = f";font-weight:400;{_SOFT}" if tag == "th" else ""
    others = "text-align:right;white-space:nowrap" if right else "text-align:left"
    aligned = ["text-align:left", *[others] * (len(cells) - 1)]
    inner = (f'<{tag} style="{a};{_CELL}{soft}">{c}</{tag}>' for a, c in zip(aligned, cells, strict=True))
    return f'<tr style="background:none">{"".join(inner)}</tr>'


def list_view(title: str, number: int, rows: Iterable[tuple[str, str, str]], more: int = 0) -> str:
    """The places of one group, each in its context.

    Args:
        title: name of the group.
        number: its number from 0, by size.
        rows: text before a place, its own, and after it.
        more: number of places that are not shown.
    """
    cells = [[_in_context(*row, number)] for row in rows]
    head = f"<b>{escaped(without_emphasis(title))}</b>"
    return box(head, table_view(cells), small(f"… {more:,} more mentions") if more else "")


def _in_context(before: str, place: str, after: str, number: int) -> str:
    """A place of a group, underlined, with the text around it."""
    text = before + place + after
    start, end = len(before), len(before) + len(place)
    plain = emphasised(text)
    return f"{plain(0, start)}{underlined(plain(start, end), number)}{plain(end, len(text))}"
