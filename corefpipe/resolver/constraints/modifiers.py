"""Modifiers that tell things of one kind apart: the first and the second door, the old and the new one, another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon import Lexicon
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import document_numbers
from corefpipe.resolver.constraints.owners import of_owned_and_you, of_two_owners
from corefpipe.resolver.constraints.registry import constraint

_NEAR = 60  # mentions of one noun that are compared
_FAR = 10  # words before a noun that may modify it


@constraint
@joinable
def modifiers(table: MentionTable) -> Constraints | None:
    """Mentions of a noun with contrasting modifiers do not corefer: "the first letter" and "the second letter".

    They differ in ordinals, sides, colours or numbers, or have opposite modifiers. Nor do things of one
    kind with two owners corefer, "Tom's dog" and "Ann's dog", or what somebody has and you: "My dog bit your dog".
    """
    parse, found = table.parse, [*of_two_owners(table), *of_owned_and_you(table)]
    by_noun: dict[tuple[int, str], list[int]] = {}
    documents = document_numbers(table)
    for row, (kind, (_, _, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        if kind in ("name", "nominal"):
            by_noun.setdefault((documents[row], parse.lemmas[head]), []).append(row)
    groups = [rows for rows in by_noun.values() if len(rows) > 1]
    numbers: dict[_Modifiers, int] = {}
    own = {
        row: numbers.setdefault(_Modifiers.of(parse, *table.triples()[row]), len(numbers))
        for rows in groups
        for row in rows
    }
    different = list(numbers)
    opposites = table.wordnet.antonym_pairs({word for one in different for word in one.words})
    opposites |= table.lexicon.opposites

    @cache
    def differ(before: int, later: int) -> bool:
        one, other = different[before], different[later]
        return other.another or _differ(table.lexicon, opposites, one, other)

    for rows in groups:
        for place, later in enumerate(rows):
            number = own[later]
            for before in rows[max(0, place - _NEAR) : place] if different[number].words else ():
                if differ(own[before], number):
                    found.append((before, later))
    return Constraints(apart=np.array(found)) if found else None


@dataclass(slots=True, frozen=True)
class _Modifiers:
    """What stands before a noun.

    Attributes:
        words: modifiers and determiners, in lower case.
        numbers: numbers among them.
        another: whether it is another one than those before.
    """

    words: frozenset[str]
    numbers: frozenset[str]
    another: bool

    @classmethod
    def of(cls, parse: Parse, start: int, _: int, head: int) -> _Modifiers:
        """Those of a mention that begins at token `start`."""
        own = [i for i in range(max(start, head - _FAR), head) if parse.heads[i] == head]
        cardinals = parse.lexicon.cardinals
        numbers = {str(cardinals.get(parse.lower[i], parse.lower[i])) for i in own if parse.pos[i] == "NUM"}
        words = {parse.lower[i] for i in own}
        another = "another" in words or {"the", "other"} <= words
        return cls(frozenset(words), frozenset(numbers), another)


def _differ(lexicon: Lexicon, opposites: set[tuple[str, str]], before: _Modifiers, later: _Modifiers) -> bool:
    """Whether modifiers are those of two things."""
    if before.numbers and later.numbers and not before.numbers & later.numbers:
        return True
    for kind in lexicon.modifier_kinds:
        one, other = before.words & kind, later.words & kind
        if one and other and not one & other:
            return True
    return any((a, b) in opposites for a in before.words - later.words for b in later.words - before.words)
