"""Nested mentions and coordinations: a part and its whole, a conjunct and its coordination do not corefer."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.parts import PART_BARRIERS, is_part
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.resolver.constraints.registry import constraint

_NESTED_MENTIONS = 12
"""Mentions around another one that it is compared with, and arcs from a mention up to its verb, at most."""


@constraint
@joinable
def parts(table: MentionTable) -> Constraints | None:
    """A mention does not corefer with one that contains it: "the mother of the boy", "her own keys" (i-within-i).

    Nor does a conjunct with its coordination, or a participant with its event: "Help me with this". It may where a
    clause is between them: "the man who lost his keys" (Chomsky 1981; Haghighi & Klein 2009).
    """
    parse, triples, kinds = table.parse, table.triples(), table.values("kind")
    found = list(_verbs_and_participants(table))
    around: list[int] = []
    for row, (start, end, head) in enumerate(triples):  # by start, the longer first
        while around and triples[around[-1]][1] <= start:
            around.pop()
        for outer in around[-_NESTED_MENTIONS:]:
            _, outer_end, outer_head = triples[outer]
            if outer_end >= end and (
                kinds[outer] == "coordination" or is_part(parse, head, outer_head, kinds[row] == "pronoun")
            ):
                found.append((outer, row))
        around.append(row)
    return Constraints(apart=np.array(found)) if found else None


def _verbs_and_participants(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of rows of a verb and of a mention in its clause."""
    parse, kinds, heads = table.parse, table.values("kind"), table.spans.head.tolist()
    verbs = {head: row for row, (kind, head) in enumerate(zip(kinds, heads, strict=True)) if kind == "verb"}
    for row, token in enumerate(heads) if verbs else ():
        for _ in range(_NESTED_MENTIONS):
            above, dep = parse.heads[token], parse.deps[token]
            if dep in PART_BARRIERS or dep == "conj" or above == token:
                break
            if above in verbs:
                yield min(row, verbs[above]), max(row, verbs[above])
                break
            token = above
