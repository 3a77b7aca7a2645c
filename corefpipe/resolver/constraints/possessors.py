"""Possessive pronouns in the predicate of the only one who may be meant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.features import MentionTable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.relations import OBJECTS
from corefpipe.resolver.constraints.cataphora import agrees, traits_of
from corefpipe.resolver.constraints.mentions import clauses, pronouns, rows_by_head

_NEAR = 30  # mentions before a pronoun that it may refer to instead


def apart_from_possessives(table: MentionTable, apart: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairs of a possessive that can only be the subject's and what is not the subject.

    "The guard raised his gun and shot him": he shot somebody else, so "him" is not "his".

    Args:
        table: the mentions.
        apart: pairs of mentions that do not corefer, the earlier first.
    """
    others: dict[int, list[int]] = {}
    for row, other in apart:
        others.setdefault(row, []).append(other)
    pairs = ((possessor, other) for row, possessor in sole_possessors(table) for other in others.get(row, ()))
    return [(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]]


def sole_possessors(table: MentionTable) -> list[tuple[int, int]]:
    """Rows of subjects and of possessives of the third person that are theirs, as nothing else before agrees."""
    rows, traits = rows_by_head(table), traits_of(table)
    first_rows = table.first_rows[table.document_of(np.arange(len(table)))].tolist()
    triples = table.triples()
    found: list[tuple[int, int]] = []
    for row, pronoun in enumerate(pronouns(table)):
        if pronoun is None or pronoun.canonical not in ("he", "she"):
            continue
        subject = _subject(table, triples[row][2])
        if subject is None:
            continue
        whole = [other for other in rows.get(subject, ()) if _may_be(table, other, pronoun, traits[other])]
        before = [
            other
            for other in range(max(first_rows[row], row - _NEAR), row)
            if other not in whole and triples[other][1] <= triples[row][0] and agrees(pronoun, *traits[other])
        ]
        if len(whole) == 1 and whole[0] < row and not before:
            found.append((whole[0], row))
    return found


def _subject(table: MentionTable, possessor: int) -> int | None:
    """Head of the subject of the verb whose object, or other complement, a possessor belongs to."""
    parse = table.parse
    noun = parse.heads[possessor]
    if parse.deps[possessor] not in ("nmod:poss", "det:poss") or parse.deps[noun] not in OBJECTS | {"obl"}:
        return None
    of = clauses(table)
    if of.is_object(possessor, noun):
        return None  # "She made her laugh"
    subject = of.subject(parse.heads[noun])
    return None if subject is None or subject.head > possessor else subject.head


def _may_be(table: MentionTable, row: int, pronoun: Pronoun, traits: tuple[str, ...]) -> bool:
    return table.values("kind")[row] in ("name", "nominal", "pronoun") and agrees(pronoun, *traits)
