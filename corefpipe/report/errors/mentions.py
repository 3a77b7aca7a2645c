"""Errors of mentions: wrong boundaries, mentions that are missing, and mentions too many."""

from __future__ import annotations

from dataclasses import dataclass, replace

from corefpipe.document import Mention
from corefpipe.report.errors.sides import NOBODY, Annotated, Sides

BOUNDARY, MISSING, SPURIOUS = "boundary", "missing", "spurious"
MENTION_CLASSES = (BOUNDARY, MISSING, SPURIOUS)


@dataclass(frozen=True, slots=True)
class MentionError:
    """A mention that one side lacks, or has with other boundaries.

    >>> found = corefpipe.errors([[(0, 1), (4, 6)], [(2, 3), (7, 8)]], [[(0, 1), (4, 6), (2, 3)]])
    >>> found.mentions[0].error, found.mentions[0].key.span
    ('missing', (7, 8))

    Attributes:
        error: `boundary`, `missing` (in the response) or `spurious`.
        document: number of the document.
        key: the key's mention; None for a spurious one.
        response: the response's mention; None for a missing one.
        kind: `pronoun`, `name`, `nominal`, or `mention` if not known: of the key's mention if there is one.
    """

    error: str
    document: int
    key: Mention | None
    response: Mention | None
    kind: str


def boundary_pairs(sides: Sides) -> list[tuple[int, int]]:
    """(key mention, response mention) that mean the same with other boundaries, each in one pair at most.

    Both have no partner, and they have the same head word. Where heads are not known, both begin or end with the same
    word. Of several that fit, the pair with most common words counts, of these the first in the text.
    """
    key, response = sides.key, sides.response
    fitting = []
    places = _places(response)
    for one, mention in enumerate(key.mentions):
        if key.partner[one] == NOBODY:
            head = key.head[one]
            near = {other for place in _ends(mention, head) for other in places.get(place, ())}
            for other in near:
                known = head is not None and response.head[other] is not None
                if not known or head == response.head[other]:
                    rival = response.mentions[other]
                    common = min(mention.end, rival.end) - max(mention.start, rival.start)
                    fitting.append((-common, mention.start, one, other))
    found: list[tuple[int, int]] = []
    used: tuple[set[int], set[int]] = set(), set()
    for *_, one, other in sorted(fitting):
        if one not in used[0] and other not in used[1]:
            found.append((one, other))
            used[0].add(one)
            used[1].add(other)
    return sorted(found)


def with_boundaries(sides: Sides) -> Sides:
    """A document with its pairs of other boundaries."""
    return replace(sides, boundaries=boundary_pairs(sides))


def mention_errors(sides: Sides, number: int) -> list[MentionError]:
    """The errors of a document in text order."""
    key, response = sides.key, sides.response
    ours, theirs = dict(sides.boundaries), {other: one for one, other in sides.boundaries}
    found = []
    for one, partner in enumerate(key.partner):
        if one in ours:
            pair = key.mentions[one], response.mentions[ours[one]]
            found.append(MentionError(BOUNDARY, number, *pair, key.kind[one]))
        elif partner == NOBODY:
            found.append(MentionError(MISSING, number, key.mentions[one], None, key.kind[one]))
    for other, partner in enumerate(response.partner):
        if partner == NOBODY and other not in theirs:
            found.append(MentionError(SPURIOUS, number, None, response.mentions[other], response.kind[other]))
    return sorted(found, key=_place)


def every_mention(sides: Sides, error: str, number: int) -> list[MentionError]:
    """All mentions of the side that a class of errors is about, right or wrong: of the response for `SPURIOUS`."""
    if error == SPURIOUS:
        response = sides.response
        return [
            MentionError(error, number, None, mention, kind)
            for mention, kind in zip(response.mentions, response.kind, strict=True)
        ]
    key = sides.key
    return [
        MentionError(error, number, mention, None, kind) for mention, kind in zip(key.mentions, key.kind, strict=True)
    ]


def _place(error: MentionError) -> tuple[int, int]:
    mention = error.key or error.response
    assert mention is not None
    return mention.span


def _places(side: Annotated) -> dict[tuple[str, int], list[int]]:
    """The mentions without a partner, by their heads and edges."""
    found: dict[tuple[str, int], list[int]] = {}
    for one, mention in enumerate(side.mentions):
        if side.partner[one] == NOBODY:
            for place in _ends(mention, side.head[one]):
                found.setdefault(place, []).append(one)
    return found


def _ends(mention: Mention, head: int | None) -> list[tuple[str, int]]:
    """The words that a mention with other boundaries shares: the first, the last, or the head if it is known."""
    edges = [("start", mention.start), ("end", mention.end)]
    return edges if head is None else [("head", head), *edges]
