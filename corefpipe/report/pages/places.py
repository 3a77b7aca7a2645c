"""Where mentions are in the paragraphs of a page."""

from __future__ import annotations

from collections.abc import Sequence

from corefpipe.document import Mention
from corefpipe.report.pages.paragraphs import Paragraph, paragraph_at


def pieces_of(mention: Mention, paragraphs: list[Paragraph]) -> list[tuple[int, int, int]]:
    """(paragraph, offset, length) of the pieces of a mention, of which there is one in most cases."""
    pieces = []
    for start, end in mention.fragments or (mention.span,):
        while start < end:
            at = paragraph_at(paragraphs, start)
            paragraph = paragraphs[at]
            last = min(end, paragraph.last)
            begin = paragraph.starts[start - paragraph.first]
            pieces.append((at, begin, paragraph.ends[last - 1 - paragraph.first] - begin))
            start = last
    return pieces


def places_of(
    mentions: Sequence[Mention], paragraphs: list[Paragraph]
) -> tuple[list[int], list[tuple[int, int, int, int]]]:
    """Where the mentions are.

    Returns:
        For each mention: number of paragraphs after the one of the mention before it, offset (from that of the mention
        before it, in the same paragraph), length. Then (mention, paragraph, offset, length) of further pieces.
    """
    places: list[int] = []
    more: list[tuple[int, int, int, int]] = []
    before = offset = 0
    for number, mention in enumerate(mentions):
        (at, begin, length), *others = pieces_of(mention, paragraphs)
        places += (at - before, begin - offset if at == before else begin, length)
        before, offset = at, begin
        more += [(number, *piece) for piece in others]
    return places, more
