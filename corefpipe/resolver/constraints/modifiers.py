"""Modifiers that tell things of one kind apart: the first and the second door, the old and the new one, another."""

from __future__ import annotations

from collections.abc import Iterator
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
_EDITS = 2  # between spellings of a name
_NEXT = "next"
_NEW = frozenset({"another", _NEXT})
_NAMED_TYPES = frozenset({"organization", "place"})
_IN_NAMES = frozenset({"amod", "compound", "flat", "nmod"})


@constraint
@joinable
def modifiers(table: MentionTable) -> Constraints | None:
    """Mentions of a noun with contrasting modifiers do not corefer: "the first letter" and "the second letter".

    They differ in ordinals, sides, colours or numbers, or have opposite modifiers; or in the name before what a place
    or organization is, "Kew Gardens" and "Hyde Gardens", if that is not spelled alike. The next one is none of those
    before, unless these are numbered, and nothing that was named: "Almere", "the next village". Nor do things of one
    kind with two owners corefer, "Tom's dog" and "Ann's dog", or what somebody has and you: "My dog bit your dog".
    """
    parse, found = table.parse, [*of_two_owners(table), *of_owned_and_you(table), *_of_names_and_new_ones(table)]
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
        follows = _NEXT in other.words and not one.numbered
        return other.another or follows or _differ(table.lexicon, opposites, one, other)

    for rows in groups:
        for place, later in enumerate(rows):
            number = own[later]
            for before in rows[max(0, place - _NEAR) : place] if different[number].words else ():
                if differ(own[before], number):
                    found.append((before, later))
    return Constraints(apart=np.array(found)) if found else None


def _of_names_and_new_ones(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of a name and of another one, or the next one, of the same type after it: "Almere", "another village"."""
    parse, triples, kinds = table.parse, table.triples(), table.values("kind")
    documents, types = document_numbers(table), [parse.entity_types[head] for _, _, head in triples]
    for row, (start, _, head) in enumerate(triples):
        if kinds[row] != "nominal" or not types[row]:
            continue
        if any(parse.lower[i] in _NEW and parse.heads[i] == head for i in range(max(start, head - _FAR), head)):
            for before in range(max(0, row - _NEAR), row):
                if kinds[before] == "name" and (documents[before], types[before]) == (documents[row], types[row]):
                    yield before, row


@dataclass(slots=True, frozen=True)
class _Modifiers:
    """What stands before a noun.

    Attributes:
        words: modifiers and determiners, in lower case.
        numbers: numbers among them.
        another: whether it is another one than those before.
        numbered: whether a number or "next" is anywhere in the phrase.
        name: the one word that is the name of a place or organization before what it is, "kew"; "" for none.
    """

    words: frozenset[str]
    numbers: frozenset[str]
    another: bool
    numbered: bool
    name: str

    @classmethod
    def of(cls, parse: Parse, start: int, _: int, head: int) -> _Modifiers:
        """Those of a mention that begins at token `start`."""
        own = [i for i in range(max(start, head - _FAR), head) if parse.heads[i] == head]
        cardinals = parse.lexicon.cardinals
        numbers = {str(cardinals.get(parse.lower[i], parse.lower[i])) for i in own if parse.pos[i] == "NUM"}
        words = {parse.lower[i] for i in own}
        another = "another" in words or {"the", "other"} <= words
        counted = [*range(max(start, head - _FAR), head), *parse.children[head]]
        numbered = any(parse.lower[i] == _NEXT or parse.pos[i] == "NUM" for i in counted)
        return cls(frozenset(words), frozenset(numbers), another, numbered, _own_name(parse, start, head))


def _own_name(parse: Parse, start: int, head: int) -> str:
    """The name of a place or organization without what it is, if that is one word: "kew" of "Kew Gardens"."""
    own = [i for i in range(max(start, head - _FAR), head) if parse.lower[i] not in parse.lexicon.articles]
    if len(own) != 1 or parse.entity_types[head] not in _NAMED_TYPES or parse.deps[own[0]] not in _IN_NAMES:
        return ""
    named = all(parse.pos[i] == "PROPN" and parse.words[i][:1].isupper() for i in (own[0], head))
    return parse.lower[own[0]] if named else ""


def _differ(lexicon: Lexicon, opposites: set[tuple[str, str]], before: _Modifiers, later: _Modifiers) -> bool:
    """Whether modifiers are those of two things."""
    if before.numbers and later.numbers and not before.numbers & later.numbers:
        return True
    if before.name and later.name and not _are_alike(before.name, later.name):
        return True
    for kind in lexicon.modifier_kinds:
        one, other = before.words & kind, later.words & kind
        if one and other and not one & other:
            return True
    return any((a, b) in opposites for a in before.words - later.words for b in later.words - before.words)


def _are_alike(one: str, other: str) -> bool:
    """Whether two names may be spellings of one, or one an abbreviation: "S. Korea", "Bumrungard Hospital"."""
    from rapidfuzz.distance import Levenshtein

    return one[0] == other[0] or Levenshtein.distance(one, other) <= _EDITS
