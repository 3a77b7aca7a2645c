"""Mentions inside others: a part and its whole do not corefer."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.clauses import case_of
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.registry import constraint

_DEEP = 12  # mentions around another one that are looked at
_HAVING = frozenset({"with", "without", "in"})
_CLAUSES = frozenset({"acl:relcl", "acl", "parataxis", "advcl", "ccomp"})
"""Relations below which a mention may refer to the whole: "the man who lost his keys", "a town called Tulsa"."""


@constraint
@joinable
def parts(table: MentionTable) -> Constraints | None:
    """A mention inside another one does not corefer with it, nor a member with its coordination (i-within-i).

    "the mother of the boy", "her own keys"; except in clauses: "the man who lost his keys". What takes part in an event
    is not the event: "Help me with this".
    """
    parse, triples, kinds = table.parse, table.triples(), table.values("kind")
    found = list(_of_events(table))
    open_: list[int] = []
    for row, (start, end, head) in enumerate(triples):  # by start, the longer first
        while open_ and triples[open_[-1]][1] <= start:
            open_.pop()
        for outer in open_[-_DEEP:]:
            _, outer_end, outer_head = triples[outer]
            if outer_end >= end and (kinds[outer] == "coordination" or _is_part(parse, head, outer_head, kinds[row])):
                found.append((outer, row))
        open_.append(row)
    return Constraints(apart=np.array(found)) if found else None


def _of_events(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of a verb and a mention in its clause."""
    parse, kinds, heads = table.parse, table.values("kind"), table.spans.head.tolist()
    verbs = {head: row for row, (kind, head) in enumerate(zip(kinds, heads, strict=True)) if kind == "verb"}
    for row, head in enumerate(heads) if verbs else ():
        for _ in range(_DEEP):
            above, dep = parse.heads[head], parse.deps[head]
            if dep in _CLAUSES or dep == "conj" or above == head:
                break
            if above in verbs:
                yield min(row, verbs[above]), max(row, verbs[above])
                break
            head = above


def _is_part(parse: Parse, head: int, whole: int, kind: str) -> bool:
    """Whether a head is below another one, with no clause between them."""
    # Two readings of one mention; "the captain himself"; "we four"
    if (
        head == whole
        or parse.lower[head].endswith(("self", "selves"))
        or (kind == "pronoun" and parse.deps[head] == "det")
    ):
        return False
    while head != whole:
        above, dep = parse.heads[head], parse.deps[head]
        if dep in _CLAUSES or above == head:
            return False
        # "women with their hands in their laps", "a girl proud of her work"
        if (
            kind == "pronoun"
            and head > above
            and (dep == "amod" or (dep == "nmod" and case_of(parse, head) in _HAVING))
        ):
            return False
        head = above
    return True
