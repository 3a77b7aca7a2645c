"""Mentions inside others: a part and its whole do not corefer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.clauses import case_of
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS, SUBJECTS
from corefpipe.resolver.constraints.member_order import by_order
from corefpipe.resolver.constraints.mentions import pronouns, rows_by_head
from corefpipe.resolver.constraints.registry import constraint
from corefpipe.resolver.constraints.with_me import with_me

_DEEP = 12  # mentions around another one that are looked at
_MANY = 12  # members of a coordination after each one that are looked at
_AND = frozenset({"and", "&"})
_HAVING = frozenset({"with", "without", "in"})
_ARGUMENTS = SUBJECTS | OBJECTS | {"obl", "nmod"}
_DETERMINERS = frozenset({"det", "det:poss", "nmod:poss"})
_CLAUSES = frozenset({"acl:relcl", "acl", "parataxis", "advcl", "ccomp"})
"""Relations below which a mention may refer to the whole: "the man who lost his keys", "a town called Tulsa"."""


@constraint
@joinable
def parts(table: MentionTable) -> Constraints | None:
    """A mention does not corefer with one that contains it: "the mother of the boy", "her own keys" (i-within-i).

    Nor does a member with its coordination, or what takes part in an event with the event: "Help me with this". It may
    where it is in a clause: "the man who lost his keys".
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
    own = head
    while head != whole:
        above, dep = parse.heads[head], parse.deps[head]
        if dep in _CLAUSES or above == head:
            return False
        # "women with their hands in their laps", "a box with a lid on it", "a girl proud of her work"
        case = case_of(parse, head) if dep == "nmod" else ""
        if kind == "pronoun" and head > above and (case in _HAVING or (dep == "amod" and head < own)):
            return own == head and above == whole and case == "with"  # not "the deal, its largest", "help with it"
        head = above
    return True


@constraint
@joinable
def members(table: MentionTable) -> Constraints | None:
    """Members of a coordination do not corefer, if one is a pronoun or both are names: "he and Biden".

    Nor do nouns of which each or none has an article, "the cat and the dog"; but "my friend and teacher". Somebody
    "and I" are "we". "The former" is the first of two members, "the latter" the second.
    """
    parse, rows, triples = table.parse, rows_by_head(table), table.triples()
    kinds, of = table.values("kind"), pronouns(table)
    found = []
    for head in rows:
        joined = [head, *_joined(parse, head)]
        for n, one in enumerate(joined):
            for other in joined[n + 1 : n + 1 + _MANY]:
                for a, b in product(rows.get(one, ()), rows.get(other, ())):
                    both = {kinds[a], kinds[b]}
                    # "you and yours", "Ann and Ann"; but "President Kennedy and Mrs. Kennedy"
                    alike = parse.lower[one] == parse.lower[other] and not _differ(table, triples[a], triples[b])
                    is_same = alike or _same_person(of[a], of[b])
                    owned = any(parse.tags[triples[row][0]] == "PRP$" for row in (a, b))
                    named = both == {"name"} and not owned
                    if not is_same and ("pronoun" in both or named or _are_two_nouns(table, head, a, b)):
                        found.append((min(a, b), max(a, b)))
    together = list(with_me(table))
    for row, denoted, other in by_order(table):
        together += [(denoted, row)] * (denoted >= 0)
        found += [(min(one, other), max(one, other)) for one in (denoted, row) if min(one, other) >= 0]
    return Constraints(np.array(together), np.array(found)) if found or together else None


def _are_two_nouns(table: MentionTable, first: int, one: int, other: int) -> bool:
    """Whether two mentions are different nouns, or a noun and a name, each with a determiner or none.

    Args:
        table: the mentions.
        first: the first member of the coordination; "an artist and a liar" may be said of one.
        one, other: rows of two members.
    """
    parse, kinds, heads = table.parse, table.values("kind"), table.spans.head
    nouns = (int(heads[one]), int(heads[other]))
    if parse.deps[first] not in _ARGUMENTS or first in parse.copular or case_of(parse, first) == "as":
        return False
    determined = [
        kinds[row] == "name" or any(parse.deps[child] in _DETERMINERS for child in parse.children[noun] if child < noun)
        for row, noun in zip((one, other), nouns, strict=True)
    ]
    return (
        "nominal" in (kinds[one], kinds[other])
        and {kinds[one], kinds[other]} <= {"nominal", "name"}
        and parse.lemmas[nouns[0]] != parse.lemmas[nouns[1]]
        and determined[0] == determined[1]
    )


def _differ(table: MentionTable, one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Whether two names of the same last word have other words before it, both."""
    before = [set(table.parse.lower[start:head]) - table.lexicon.articles for start, _, head in (one, other)]
    return all(before) and not before[0] & before[1]


def _same_person(one: Pronoun | None, other: Pronoun | None) -> bool:
    return one is not None and other is not None and one.person == other.person


def _joined(parse: Parse, head: int) -> list[int]:
    """The conjuncts of a head up to the last that has "and" before it; none where another word joins some."""
    found = [child for child in parse.children[head] if parse.deps[child] == "conj"]
    words = [
        [parse.lower[child] for child in parse.children[one] if parse.deps[child] == "cc" and child < one]
        for one in found
    ]
    if any(set(one) - _AND for one in words):
        return []
    return found[: max((i + 1 for i, one in enumerate(words) if one), default=0)]
