"""The agency that a news story comes from: "LONDON (Reuters) - Shares fell"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import referring_to_nothing
from corefpipe.resolver.constraints.registry import constraint

_LONGEST = 12  # tokens of a dateline
_DASHES = frozenset({"-", "--", "–", "—"})


@constraint
@joinable
def datelines(table: MentionTable) -> Constraints | None:
    """The news agency in a dateline corefers with nothing in the story: "LONDON (Reuters) - Shares fell"."""
    agencies = {i for first, end in pairwise(table.parse.bounds) for i in _agency(table.parse, first, end)}
    rows = [row for row, head in enumerate(table.spans.head.tolist()) if head in agencies]
    return referring_to_nothing(table, rows)


def _agency(parse: Parse, first: int, end: int) -> Iterator[int]:
    """The tokens in the brackets of the dateline with which a document begins."""
    lower = parse.lower[first : min(end, first + _LONGEST)]
    if "(" not in lower or ")" not in lower:
        return
    opening, closing = lower.index("("), lower.index(")")
    place = parse.words[first : first + opening]
    if closing + 1 < len(lower) and lower[closing + 1] in _DASHES and place and place[0].isupper():
        yield from range(first + opening + 1, first + closing)
