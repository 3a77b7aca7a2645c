"""Contrasting modifiers of one noun: "the first door" and "the second door", "old" and "new", "another"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.modifiers import Modifiers, is_new
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.resolver.constraints.mentions import document_numbers
from corefpipe.resolver.constraints.owners import possessed_and_addressee, with_two_possessors
from corefpipe.resolver.constraints.registry import constraint

_LATEST_MENTIONS = 60
"""Mentions before another one that it is compared with."""


@constraint
@joinable
def modifiers(table: MentionTable) -> Constraints | None:
    """Mentions of a noun with contrasting modifiers do not corefer: "the first letter" and "the second letter".

    Ordinals, sides and numbers contrast, antonyms, and the names of places and organizations before a generic noun,
    "Kew Gardens" and "Hyde Gardens", unless they are spelled alike. "The next letter" corefers with no earlier letter,
    unless that one is numbered, nor with an earlier name: "Almere", "the next village". Nor do mentions of a noun with
    possessives of two persons corefer, "my dog" and "your dog", or a possessed noun and the addressee: "My dog bit
    you".
    """
    found = [*with_two_possessors(table), *possessed_and_addressee(table), *_names_and_new(table), *_contrasting(table)]
    return Constraints(apart=np.array(found)) if found else None


def _contrasting(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of rows of one noun whose modifiers contrast."""
    groups = _rows_of_nouns(table)
    triples, numbers = table.triples(), dict[Modifiers, int]()
    own = {
        row: numbers.setdefault(Modifiers.of(table.parse, triples[row][0], triples[row][2]), len(numbers))
        for rows in groups
        for row in rows
    }
    different = list(numbers)
    opposites = table.wordnet.antonym_pairs({word for one in different for word in one.words})
    opposites |= table.lexicon.opposites
    kinds = table.lexicon.modifier_kinds

    @cache
    def contrast(before: int, later: int) -> bool:
        """Whether two sets of modifiers, by number, contrast."""
        return different[before].contrast(different[later], kinds, opposites)

    for rows in groups:
        for place, later in enumerate(rows):
            if different[own[later]].words:
                before = rows[max(0, place - _LATEST_MENTIONS) : place]
                yield from ((one, later) for one in before if contrast(own[one], own[later]))


def _rows_of_nouns(table: MentionTable) -> list[list[int]]:
    """The rows of each noun or name that occurs several times in a document."""
    found: dict[tuple[int, str], list[int]] = {}
    columns = zip(document_numbers(table), table.values("kind"), table.spans.head.tolist(), strict=True)
    for row, (document, kind, head) in enumerate(columns):
        if kind in ("name", "nominal"):
            found.setdefault((document, table.parse.lemmas[head]), []).append(row)
    return [rows for rows in found.values() if len(rows) > 1]


def _names_and_new(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of a name and a later noun of its entity type with "another" or "next": "Almere", "another village"."""
    parse, kinds = table.parse, table.values("kind")
    columns = zip(document_numbers(table), table.spans.head.tolist(), strict=True)
    types = [(document, parse.entity_types[head]) for document, head in columns]
    for row, (start, _, head) in enumerate(table.triples()):
        if kinds[row] != "nominal" or not parse.entity_types[head]:
            continue
        if is_new(parse, start, head):
            before = range(max(0, row - _LATEST_MENTIONS), row)
            yield from ((one, row) for one in before if kinds[one] == "name" and types[one] == types[row])
