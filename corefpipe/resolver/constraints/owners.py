"""Possessed nouns with the possessives of two persons: "My dog bit your dog"."""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.features import MentionTable
from corefpipe.parsing.relations import ARGUMENTS, POSSESSORS
from corefpipe.resolver.constraints.mentions import document_numbers, pronouns

_LATEST_MENTIONS = 10
"""Possessed mentions of a noun before another one that it is compared with."""
_SHARED = frozenset({"person", "group", "location", "event", "time"})
_SHARED_TYPES = frozenset({"person", "organization", "place", "event", "time"})
"""Supersenses and entity types of what two people may share: a house, but not a heart."""


def with_two_possessors(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of rows of one possessed noun whose possessive pronouns do not corefer: "my dog", "your dog"."""
    possessors, documents = table.once(_possessors), document_numbers(table)
    rows: dict[tuple[int, str], list[int]] = {}
    for row in possessors:
        before = rows.setdefault((documents[row], table.parse.lemmas[table.spans.head[row]]), [])
        for one in before[-_LATEST_MENTIONS:]:
            if _are_two(table, possessors[one], possessors[row], row):
                yield one, row
        before.append(row)


def possessed_and_addressee(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of rows of a possessed argument and of a "you" in its sentence and quotation: "My dog bit your dog".

    Elsewhere "you" may be generic, "when you lose your head", and a phrase that is no argument may be a vocative: "How
    are you, my friend?"
    """
    parse, starts, voice = table.parse, table.spans.start.tolist(), table.quotes.number
    addressees: dict[tuple[int, int], list[int]] = {}
    for row, pronoun in enumerate(pronouns(table)):
        if pronoun is not None and pronoun.person == "2":
            addressees.setdefault((parse.sentences[starts[row]], voice[starts[row]]), []).append(row)
    for row, possessor in table.once(_possessors).items() if addressees else ():
        known = parse.pronoun(possessor)
        if parse.deps[table.spans.head[row]] in ARGUMENTS and (known is None or known.person != "2"):
            for other in addressees.get((parse.sentences[starts[row]], voice[starts[row]]), ()):
                yield min(row, other), max(row, other)


def _possessors(table: MentionTable) -> dict[int, int]:
    """Row of a noun -> its possessor, of nouns with exactly one."""
    parse, found = table.parse, {}
    for row, (kind, (start, _, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        own = [i for i in parse.children_between(head, start, head) if parse.deps[i] in POSSESSORS]
        if kind == "nominal" and len(own) == 1:
            found[row] = own[0]
    return found


def _are_two(table: MentionTable, one: int, other: int, row: int) -> bool:
    """Whether two possessors certainly do not corefer, or at least do not share what they possess.

    Args:
        table: the mentions.
        one, other: tokens of the possessors.
        row: of the noun that the second one possesses.
    """
    parse, lexicon = table.parse, table.lexicon
    forms = frozenset(lexicon.canonical.get(parse.lower[token], "") for token in (one, other))
    if forms == lexicon.gendered_pronouns:
        sense, type = table.values("supersense")[row], parse.entity_types[table.spans.head[row]]
        return sense not in _SHARED and type not in _SHARED_TYPES
    voice = table.quotes.number
    if voice[one] != voice[other] or parse.speakers[one] != parse.speakers[other]:
        return False
    in_sentence = parse.sentences[one] == parse.sentences[other]
    return forms in lexicon.disjoint_pronouns or (forms == lexicon.speaker_and_addressee and in_sentence)
