"""Mentions inside others: a part and its whole do not corefer."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.registry import constraint

_CLAUSES = frozenset({"acl:relcl", "acl", "parataxis", "advcl", "ccomp"})
"""Relations below which a mention may refer to the whole: "the man who lost his keys", "a town called Tulsa"."""


@constraint
def parts(table: MentionTable) -> Constraints | None:
    """A mention inside another one does not corefer with it, nor a member with its coordination (i-within-i).

    "the mother of the boy", "her own keys"; except in clauses: "the man who lost his keys".
    """
    parse, triples, kinds = table.parse, table.triples(), table.values("kind")
    found: list[tuple[int, int]] = []
    open_: list[int] = []
    for row, (start, end, head) in enumerate(triples):  # by start, the longer first
        while open_ and triples[open_[-1]][1] <= start:
            open_.pop()
        for outer in open_:
            _, outer_end, outer_head = triples[outer]
            if outer_end >= end and (kinds[outer] == "coordination" or _is_part(parse, head, outer_head)):
                found.append((outer, row))
        open_.append(row)
    return Constraints(apart=np.array(found)) if found else None


def _is_part(parse: Parse, head: int, whole: int) -> bool:
    """Whether a head is below another one, with no clause between them."""
    if head == whole:
        return False  # two readings of one mention
    while head != whole:
        if parse.deps[head] in _CLAUSES or parse.heads[head] == head:
            return False
        head = parse.heads[head]
    return True
