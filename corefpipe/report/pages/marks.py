"""Paragraphs as HTML with marks around their mentions: nested ones as nested, crossing ones in pieces."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from corefpipe.utils.emphasis import emphasised
from corefpipe.utils.html import sign_of

DEPTH = 12
"""Mentions nested deeper are not marked; the panels show them all the same."""

_TALLEST = 5  # levels of lines below a text for which there are styles

Piece = tuple[int, int, int]
"""(start, end) of a mark in the text of a paragraph, in UTF-16 units, and number of its mention."""


@dataclass(slots=True)
class _Open:
    """A mark that is not closed yet.

    Attributes:
        place: where its tag goes.
        end: where it ends.
        mention: number of its mention.
        goes_on: whether the mention goes on in another piece.
        follows: whether its mention is the one after that of the mark before it.
        height: levels of marks inside.
    """

    place: int
    end: int
    mention: int
    goes_on: bool
    follows: bool
    height: int = 0


def marked_paragraph(
    text: str, pieces: Sequence[Piece], chain_of: Sequence[int], sizes: Sequence[int], expected: int = -1
) -> tuple[str, int]:
    """The text of a paragraph as HTML, and the mention that the next paragraph is expected to begin with.

    Marks are kept short, since a novel has tens of thousands. A mark has the number of its chain (`data-n`, from 1),
    which the style shows at its end, unless it is the only mention of its chain. Where it is not that of the mention
    after the mark before it, it has the number of its mention, too (`data-m`, from 0); scripts add the others. The
    classes are `c1` and so on for the colour, and `l1` for the line, unless they are the first; `r` for a mention that
    goes on in another piece, `e` for one whose number is followed by that of the mark around it, `h1` to `h5` for marks
    around others.

    Args:
        text: the text.
        pieces: the marks, in any order.
        chain_of: number of the chain of each mention, from 0.
        sizes: number of mentions of each chain.
        expected: number of the mention after the last mark before the paragraph.
    """
    if not text.isascii() and max(text) > "\uffff":
        at = _points_of_units(text)
        pieces = [(at[start], at[end], mention) for start, end, mention in pieces]
    plain = emphasised(text, keep=True)
    queue = sorted(pieces, key=_in_order)
    parts: list[str] = []
    opened: list[_Open] = []
    done = 0

    def say(end: int) -> None:
        nonlocal done
        if end > done:
            parts.append(plain(done, end))
            done = end

    def shows_number(mark: _Open) -> bool:
        return not mark.goes_on and sizes[chain_of[mark.mention]] > 1

    def close(until: int | None) -> None:
        while opened and (until is None or opened[-1].end <= until):
            mark = opened.pop()
            say(mark.end)
            if opened:
                opened[-1].height = max(opened[-1].height, mark.height + 1)
            together = shows_number(mark) and any(one.end == mark.end and shows_number(one) for one in opened)
            parts[mark.place] = _tag(mark, chain_of[mark.mention], sizes, together)
            parts.append("</mark>")

    number = 0
    while number < len(queue):
        start, end, mention = queue[number]
        number += 1
        close(start)
        if len(opened) >= DEPTH:
            continue
        last = min(end, opened[-1].end) if opened else end
        say(start)
        opened.append(_Open(len(parts), last, mention, last < end, mention == expected))
        expected = mention + 1
        parts.append("")
        if last < end:  # marks that cross are drawn in two pieces
            rest = (last, end, mention)
            queue.insert(bisect_left(queue, _in_order(rest), number, key=_in_order), rest)
    close(None)
    say(len(text))
    return "".join(parts), expected


def _in_order(piece: Piece) -> Piece:
    start, end, mention = piece
    return start, -end, mention


def _tag(mark: _Open, chain: int, sizes: Sequence[int], together: bool) -> str:
    classes, number = [], ""
    if sizes[chain] > 1:
        colour, line = sign_of(chain)
        classes += [f"c{colour}"] * (colour > 0) + [f"l{line}"] * (line > 0) + ["r"] * mark.goes_on + ["e"] * together
        number = f" data-n={chain + 1}"
    if mark.height:
        classes.append(f"h{min(mark.height, _TALLEST)}")
    given = f' class="{" ".join(classes)}"' if len(classes) > 1 else f" class={classes[0]}" if classes else ""
    mention = "" if mark.follows else f" data-m={mark.mention}"
    return f"<mark{given}{number}{mention}>"


def _points_of_units(text: str) -> list[int]:
    """Index of the character that begins at, or contains, each UTF-16 unit, and after the last one."""
    found: list[int] = []
    for number, sign in enumerate(text):
        found += [number] * (2 if sign > "\uffff" else 1)
    return [*found, len(text)]
