"""The words of a mention as Bengtson & Roth 2008 compare them: all of them, and what they call the head.

What they call a head is called a short extent here: the whole name, or the noun alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.constructions.names import name_head
from corefpipe.constructions.phrases import without_possessive
from corefpipe.features.engine.registry import attribute, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse

_SOURCE = "Bengtson & Roth 2008, section 3"


@attribute(source=_SOURCE, of_span=True)
@joinable
def short_extent(table: MentionTable) -> list[str]:
    """What Bengtson & Roth call the head, in lower case: the whole name or coordination, else the head word."""
    lower = table.parse.lower
    return [" ".join(lower[start:end]) for start, end in table.once(short_extents)]


@attribute(source=_SOURCE, of_span=True)
@joinable
def extent(table: MentionTable) -> list[str]:
    """All words in lower case, without a final 's."""
    return [
        " ".join(table.parse.lower[start : without_possessive(table.parse, start, end)])
        for start, end, _ in table.spans
    ]


def short_extents(table: MentionTable) -> list[tuple[int, int]]:
    """(start, end) of each mention's short extent."""
    return list(_short_extents(table))


def _short_extents(table: MentionTable) -> Iterator[tuple[int, int]]:
    parse = table.parse
    for kind, (start, end, head) in zip(table.values("kind"), table.spans, strict=True):
        if kind == "name":
            yield _name(parse, start, end, head)
        elif kind == "coordination":
            yield start, without_possessive(parse, start, end)
        else:
            yield head, head + 1


def _name(parse: Parse, start: int, end: int, head: int) -> tuple[int, int]:
    first, last = head, name_head(parse, head, end) + 1
    while first > start and parse.pos[first - 1] == "PROPN":
        first -= 1
    while last < end and parse.pos[last] == "PROPN":
        last += 1
    for joint in sorted(parse.lexicon.name_joints):
        after = last + len(joint.split())
        if after < end and " ".join(parse.lower[last:after]) == joint and parse.pos[after] == "PROPN":
            return first, _name(parse, start, end, after)[1]
    return first, last
