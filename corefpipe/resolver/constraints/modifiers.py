"""Modifiers that distinguish referents: "the first door" and "the second door", "old" and "new", "another"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.reading import Words
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import document_numbers
from corefpipe.resolver.constraints.owners import possessed_and_addressee, with_two_possessors
from corefpipe.resolver.constraints.registry import likely

_LATEST_MENTIONS = 60
"""Mentions before another one that it is compared with."""
_MODIFIER_TOKENS = 10
"""Tokens before a noun that may modify it, at most."""
_SPELLING_EDITS = 2
"""Levenshtein distance up to which two words may be spellings of one name."""
_NAMED_TYPES = frozenset({"organization", "place"})
_NAME_PARTS = frozenset({"amod", "compound", "flat", "nmod"})


@likely
@joinable
def modifiers(table: MentionTable) -> Constraints | None:
    """Mentions of a noun with contrasting modifiers do not corefer: "the first letter" and "the second letter".

    Ordinals, sides, colours and numbers contrast, opposites, and the names of places and organizations before a generic
    word, "Kew Gardens" and "Hyde Gardens", unless they are spelled alike. "The next letter" is no earlier one, unless
    that is numbered, and nothing that was named: "Almere", "the next village". Nor do mentions of a noun with two
    possessors corefer, "Tom's dog" and "Ann's dog", or what a person has and the addressee: "My dog bit your dog".
    """
    found = [*with_two_possessors(table), *possessed_and_addressee(table), *_names_and_new(table), *_contrasting(table)]
    return Constraints(apart=np.array(found)) if found else None


def _contrasting(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of rows of one noun whose modifiers contrast."""
    groups = _rows_of_nouns(table)
    triples, numbers = table.triples(), dict[_Modifiers, int]()
    own = {
        row: numbers.setdefault(_Modifiers.of(table.parse, triples[row][0], triples[row][2]), len(numbers))
        for rows in groups
        for row in rows
    }
    different = list(numbers)
    opposites = table.wordnet.antonym_pairs({word for one in different for word in one.words})
    opposites |= table.lexicon.opposites
    kinds = table.lexicon.modifier_kinds

    @cache
    def contrast(before: int, later: int) -> bool:
        return different[before].contrast(different[later], kinds, opposites)

    for rows in groups:
        for place, later in enumerate(rows):
            if different[own[later]].words:
                before = rows[max(0, place - _LATEST_MENTIONS) : place]
                yield from ((one, later) for one in before if contrast(own[one], own[later]))


def _rows_of_nouns(table: MentionTable) -> list[list[int]]:
    """The rows of each noun or name that a document has several times."""
    found: dict[tuple[int, str], list[int]] = {}
    columns = zip(document_numbers(table), table.values("kind"), table.spans.head.tolist(), strict=True)
    for row, (document, kind, head) in enumerate(columns):
        if kind in ("name", "nominal"):
            found.setdefault((document, table.parse.lemmas[head]), []).append(row)
    return [rows for rows in found.values() if len(rows) > 1]


def _names_and_new(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of a name and a later noun of its type with "another" or "next": "Almere", "another village"."""
    parse, kinds, new = table.parse, table.values("kind"), _new(table.parse)
    columns = zip(document_numbers(table), table.spans.head.tolist(), strict=True)
    types = [(document, parse.entity_types[head]) for document, head in columns]
    for row, (start, _, head) in enumerate(table.triples()):
        if kinds[row] != "nominal" or not parse.entity_types[head]:
            continue
        if any(parse.lower[i] in new for i in _own_tokens(parse, start, head)):
            before = range(max(0, row - _LATEST_MENTIONS), row)
            yield from ((one, row) for one in before if kinds[one] == "name" and types[one] == types[row])


def _new(parse: Parse) -> Words:
    return parse.lexicon.additional_modifiers | parse.lexicon.following_modifiers


def _tokens_before(start: int, head: int) -> range:
    """The tokens of a mention before its head that may modify it."""
    return range(max(start, head - _MODIFIER_TOKENS), head)


def _own_tokens(parse: Parse, start: int, head: int) -> list[int]:
    """Those of `_tokens_before` whose head is that of the mention."""
    return [i for i in _tokens_before(start, head) if parse.heads[i] == head]


@dataclass(slots=True, frozen=True)
class _Modifiers:
    """The modifiers of a noun.

    Attributes:
        words: modifiers and determiners, in lower case.
        numbers: numbers among them.
        is_another: whether they exclude all mentions before: "another", "the other".
        is_next: whether they exclude mentions before without a number: "next".
        is_numbered: whether a number or "next" is anywhere in the phrase.
        name: the name of a place or organization before a generic word, "kew" of "Kew Gardens"; "" for none.
    """

    words: frozenset[str]
    numbers: frozenset[str]
    is_another: bool
    is_next: bool
    is_numbered: bool
    name: str

    @classmethod
    def of(cls, parse: Parse, start: int, head: int) -> _Modifiers:
        """Those of a mention that begins at token `start`."""
        lexicon, own = parse.lexicon, _own_tokens(parse, start, head)
        words = frozenset(parse.lower[i] for i in own)
        numbers = (parse.lower[i] for i in own if parse.pos[i] == "NUM")
        is_other = not words.isdisjoint(lexicon.remaining_modifiers)
        is_other = is_other and not words.isdisjoint(lexicon.definite_articles)
        phrase = [*_tokens_before(start, head), *parse.children[head]]
        following = lexicon.following_modifiers
        return cls(
            words=words,
            numbers=frozenset(str(lexicon.cardinals.get(number, number)) for number in numbers),
            is_another=is_other or not words.isdisjoint(lexicon.additional_modifiers),
            is_next=not words.isdisjoint(following),
            is_numbered=any(parse.lower[i] in following or parse.pos[i] == "NUM" for i in phrase),
            name=_proper_part(parse, start, head),
        )

    def contrast(self, later: _Modifiers, kinds: tuple[Words, ...], opposites: set[tuple[str, str]]) -> bool:
        """Whether a noun with these modifiers does not corefer with the same noun later.

        Args:
            later: its modifiers there.
            kinds: sets of words of which no two modify one thing.
            opposites: more pairs of such words.
        """
        if later.is_another or (later.is_next and not self.is_numbered):
            return True
        if self.numbers and later.numbers and self.numbers.isdisjoint(later.numbers):
            return True
        if self.name and later.name and not _may_be_one_name(self.name, later.name):
            return True
        of_kinds = ((self.words & kind, later.words & kind) for kind in kinds)
        if any(one and other and one.isdisjoint(other) for one, other in of_kinds):
            return True
        return any((a, b) in opposites for a in self.words - later.words for b in later.words - self.words)


def _proper_part(parse: Parse, start: int, head: int) -> str:
    """The only word before the generic one in a name of a place or organization: "kew" of "Kew Gardens", else ""."""
    own = [i for i in _tokens_before(start, head) if parse.lower[i] not in parse.lexicon.articles]
    if len(own) != 1 or parse.entity_types[head] not in _NAMED_TYPES or parse.deps[own[0]] not in _NAME_PARTS:
        return ""
    is_name = all(parse.pos[i] == "PROPN" and parse.words[i][:1].isupper() for i in (own[0], head))
    return parse.lower[own[0]] if is_name else ""


def _may_be_one_name(one: str, other: str) -> bool:
    """Whether two words may be spellings of one name, or one an abbreviation: "S. Korea", "Bumrungard Hospital"."""
    from rapidfuzz.distance import Levenshtein

    return one[0] == other[0] or Levenshtein.distance(one, other) <= _SPELLING_EDITS
