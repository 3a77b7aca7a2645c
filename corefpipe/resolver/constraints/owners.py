"""What people have: two have two dogs, "Tom's dog bit Ann's dog", and none of them is "you", "My dog bit your dog"."""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.features import MentionTable
from corefpipe.parsing.relations import OBJECTS, SUBJECTS
from corefpipe.resolver.constraints.mentions import document_numbers, pronouns

_NEAR = 10  # mentions of one noun that are compared
_POSSESSIVES = frozenset({"nmod:poss", "det:poss"})
_TWO = frozenset({frozenset({"i", "he"}), frozenset({"i", "she"}), frozenset({"we", "they"})})
"""Owners within one voice."""
_COUPLE = frozenset({"he", "she"})
"""Owners that may have something together, as couples have and brothers and sisters: one house, not one heart."""
_SHARED = frozenset({"person", "group", "location", "event", "time"})
_SHARED_TYPES = frozenset({"person", "organization", "place", "event", "time"})
"""Supersenses and types of entities of that."""
_I_AND_YOU = frozenset({"i", "you"})
"""Owners within one sentence; elsewhere you may be anybody: "when you lose your head"."""
_NAMED = frozenset({"PROPN", "NOUN"})
_TOLD_OF = SUBJECTS | OBJECTS | {"obl", "nmod"}
"""Relations of what a clause tells of; "my friend" of "How are you, my friend?" is called."""


def of_two_owners(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of rows of one noun with two owners that are not one."""
    owners, documents = table.once(_owners), document_numbers(table)
    of_noun: dict[tuple[int, str], list[int]] = {}
    for row in owners:
        noun = documents[row], table.parse.lemmas[table.spans.head[row]]
        before = of_noun.setdefault(noun, [])
        yield from ((one, row) for one in before[-_NEAR:] if _are_two(table, owners[one], owners[row], row))
        before.append(row)


def of_owned_and_you(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of rows of what somebody has and of "you", within one sentence and voice: "My dog bit your dog"."""
    parse, triples, number = table.parse, table.triples(), table.quotes.number
    hearers: dict[tuple[int, int], list[int]] = {}
    for row, pronoun in enumerate(pronouns(table)):
        if pronoun is not None and pronoun.person == "2":
            start = triples[row][0]
            hearers.setdefault((parse.sentences[start], number[start]), []).append(row)
    for row, owner in table.once(_owners).items() if hearers else ():
        start, _, head = triples[row]
        if parse.deps[head] in _TOLD_OF and table.lexicon.canonical.get(parse.lower[owner]) != "you":
            for other in hearers.get((parse.sentences[start], number[start]), ()):
                yield min(row, other), max(row, other)


def _owners(table: MentionTable) -> dict[int, int]:
    """Row of a noun -> its only possessor."""
    parse, found = table.parse, {}
    for row, (kind, (start, _, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        own = [i for i in parse.children_between(head, start, head) if parse.deps[i] in _POSSESSIVES]
        if kind == "nominal" and len(own) == 1:
            found[row] = own[0]
    return found


def _are_two(table: MentionTable, one: int, other: int, row: int) -> bool:
    """Whether the owners at two tokens are certainly two, or nobody else has what they have.

    Args:
        table: the mentions.
        one, other: the tokens.
        row: of what the second has.
    """
    parse, canonical = table.parse, table.lexicon.canonical
    forms = frozenset(canonical.get(parse.lower[token], "") for token in (one, other))
    if forms == _COUPLE:
        sense, type = table.values("supersense")[row], parse.entity_types[table.spans.head[row]]
        return sense not in _SHARED and type not in _SHARED_TYPES
    if forms == {""}:
        return (
            parse.pos[one] == parse.pos[other] and parse.pos[one] in _NAMED and parse.lemmas[one] != parse.lemmas[other]
        )
    number = table.quotes.number
    if number[one] != number[other] or parse.speakers[one] != parse.speakers[other]:
        return False
    return forms in _TWO or (forms == _I_AND_YOU and parse.sentences[one] == parse.sentences[other])
