"""Nested mentions and coordinations: a part and its whole, and two members, do not corefer."""

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
from corefpipe.parsing.relations import ARGUMENTS, POSSESSORS
from corefpipe.resolver.constraints.member_order import by_order
from corefpipe.resolver.constraints.mentions import pronouns, rows_by_head
from corefpipe.resolver.constraints.registry import constraint
from corefpipe.resolver.constraints.with_me import with_me

_NESTED_MENTIONS = 12
"""Mentions around another one that it is compared with, and arcs from a mention up to its verb, at most."""
_LATER_MEMBERS = 12
"""Members of a coordination that each one is compared with, at most."""
_DETERMINERS = POSSESSORS | {"det"}
_CLAUSES = frozenset({"acl:relcl", "acl", "parataxis", "advcl", "ccomp"})
"""Relations below which a mention may corefer with the whole: "the man who lost his keys", "a town called Tulsa"."""


@constraint
@joinable
def parts(table: MentionTable) -> Constraints | None:
    """A mention does not corefer with one that contains it: "the mother of the boy", "her own keys" (i-within-i).

    Nor does a member with its coordination, or a participant with its event: "Help me with this". It may where a clause
    is between them: "the man who lost his keys".
    """
    parse, triples, kinds = table.parse, table.triples(), table.values("kind")
    found = list(_verbs_and_participants(table))
    around: list[int] = []
    for row, (start, end, head) in enumerate(triples):  # by start, the longer first
        while around and triples[around[-1]][1] <= start:
            around.pop()
        for outer in around[-_NESTED_MENTIONS:]:
            _, outer_end, outer_head = triples[outer]
            if outer_end >= end and (kinds[outer] == "coordination" or _is_part(parse, head, outer_head, kinds[row])):
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
            if dep in _CLAUSES or dep == "conj" or above == token:
                break
            if above in verbs:
                yield min(row, verbs[above]), max(row, verbs[above])
                break
            token = above


def _is_part(parse: Parse, head: int, whole: int, kind: str) -> bool:
    """Whether the head of a mention of this kind is below another head, with no clause between them."""
    lexicon, token = parse.lexicon, head
    is_determiner = kind == "pronoun" and parse.deps[head] == "det"  # "we four"
    is_emphatic = parse.lower[head].endswith(tuple(lexicon.reflexive_endings))  # "the captain himself"
    if head == whole or is_determiner or is_emphatic:  # or two readings of one mention
        return False
    while token != whole:
        above, dep = parse.heads[token], parse.deps[token]
        if dep in _CLAUSES or above == token:
            return False
        # "women with their hands in their laps", "a box with a lid on it", "a girl proud of her work"
        case = case_of(parse, token) if dep == "nmod" else ""
        is_attribute = case in lexicon.attributives or (dep == "amod" and token < head)
        if kind == "pronoun" and token > above and is_attribute:
            # "help with it", but not "the deal, its largest"
            return token == head and above == whole and case in lexicon.comitatives
        token = above
    return True


@constraint
@joinable
def members(table: MentionTable) -> Constraints | None:
    """Members of a coordination do not corefer if one is a pronoun or both are names: "he and Biden".

    Nor do nouns if all or none have a determiner, "the cat and the dog"; but "my friend and teacher". A coordination
    with "I" is the antecedent of the next "we". "The former" is the first of two members, "the latter" the second.
    """
    apart, together = list(_distinct_members(table)), list(with_me(table))
    for row, denoted, other in by_order(table):
        together += [(denoted, row)] * (denoted >= 0)
        apart += [(min(one, other), max(one, other)) for one in (denoted, row) if min(one, other) >= 0]
    return Constraints(np.array(together), np.array(apart)) if apart or together else None


def _distinct_members(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of rows of two members that do not corefer."""
    rows = rows_by_head(table)
    for first in rows:
        joined = [first, *_conjuncts(table.parse, first)]
        for place, one in enumerate(joined):
            for other in joined[place + 1 : place + 1 + _LATER_MEMBERS]:
                for pair in product(rows.get(one, ()), rows.get(other, ())):
                    if not _may_be_one(table, *pair) and _are_distinct(table, first, *pair):
                        yield min(pair), max(pair)


def _conjuncts(parse: Parse, head: int) -> list[int]:
    """The conjuncts of a head up to the last that has "and" before it; none where another word joins some."""
    found = [child for child in parse.children[head] if parse.deps[child] == "conj"]
    words = [
        {parse.lower[child] for child in parse.children[one] if parse.deps[child] == "cc" and child < one}
        for one in found
    ]
    if any(one - parse.lexicon.additive_conjunctions for one in words):
        return []
    return found[: max((place + 1 for place, one in enumerate(words) if one), default=0)]


def _may_be_one(table: MentionTable, one: int, other: int) -> bool:
    """Whether two rows are of one person or name: "you and yours", "Ann and Ann", not "Mr. Bell and Mrs. Bell"."""
    parse, triples = table.parse, table.triples()
    both: tuple[Pronoun | None, Pronoun | None] = pronouns(table)[one], pronouns(table)[other]
    if both[0] is not None and both[1] is not None and both[0].person == both[1].person:
        return True
    words = [parse.lower[triples[row][2]] for row in (one, other)]
    before = [set(parse.lower[triples[row][0] : triples[row][2]]) - table.lexicon.articles for row in (one, other)]
    return words[0] == words[1] and (not all(before) or bool(before[0] & before[1]))


def _are_distinct(table: MentionTable, first: int, one: int, other: int) -> bool:
    """Whether two members are a pronoun and another mention, two names, or two different nouns.

    Args:
        table: the mentions.
        first: the head of the first member.
        one, other: rows of two members.
    """
    kinds = {table.values("kind")[row] for row in (one, other)}
    has_possessor = any(table.parse.tags[table.spans.start[row]] == "PRP$" for row in (one, other))
    if "pronoun" in kinds or (kinds == {"name"} and not has_possessor):
        return True
    return "nominal" in kinds and kinds <= {"nominal", "name"} and _are_two_nouns(table, first, one, other)


def _are_two_nouns(table: MentionTable, first: int, one: int, other: int) -> bool:
    """Whether two members are different nouns, both with a determiner or both without; names count as with one."""
    parse, kinds, nouns = table.parse, table.values("kind"), [int(table.spans.head[row]) for row in (one, other)]
    is_predicate = first in parse.copular or case_of(parse, first) in parse.lexicon.predicatives
    if parse.deps[first] not in ARGUMENTS or is_predicate:  # "He was an artist and a liar"
        return False
    determined = [
        kinds[row] == "name" or any(parse.deps[child] in _DETERMINERS for child in parse.children[noun] if child < noun)
        for row, noun in zip((one, other), nouns, strict=True)
    ]
    return parse.lemmas[nouns[0]] != parse.lemmas[nouns[1]] and determined[0] == determined[1]
