"""Possessive pronouns whose only possible antecedent is the subject of their clause."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.features import MentionTable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.relations import OBJECTS, POSSESSORS
from corefpipe.resolver.constraints.mentions import agrees, clauses, pronouns, rows_by_head, traits_of

_MENTIONS_BACK = 30
"""Mentions before a pronoun that may be its antecedent, at most."""
_KINDS = frozenset({"name", "nominal", "pronoun"})


def apart_from_possessives(table: MentionTable, apart: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairs of rows of a possessive that can only refer to the subject, and of mentions disjoint from the subject.

    "The guard raised his gun and shot him": "him" is not the guard, so "his" and "him" do not corefer either.

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
    """Pairs of rows of a subject and of a "his" or "her" that agrees with no other mention before it."""
    first_rows = table.first_rows[table.document_of(np.arange(len(table)))].tolist()
    found: list[tuple[int, int]] = []
    for row, pronoun in enumerate(pronouns(table)):
        if pronoun is None or pronoun.canonical not in table.lexicon.gendered_pronouns:
            continue
        subjects = _agreeing_subjects(table, row, pronoun)
        if len(subjects) == 1 and subjects[0] < row:
            rivals = (other for other in range(max(first_rows[row], row - _MENTIONS_BACK), row) if other != subjects[0])
            if not any(_may_be_antecedent(table, other, row, pronoun) for other in rivals):
                found.append((subjects[0], row))
    return found


def _agreeing_subjects(table: MentionTable, row: int, pronoun: Pronoun) -> list[int]:
    """Rows of the subject of the clause of a possessive that agree with it."""
    subject = _subject(table, table.triples()[row][2])
    rows = () if subject is None else rows_by_head(table).get(subject, ())
    return [other for other in rows if table.values("kind")[other] in _KINDS and _agrees(table, other, pronoun)]


def _may_be_antecedent(table: MentionTable, other: int, row: int, pronoun: Pronoun) -> bool:
    """Whether a mention ends before that of a pronoun and agrees with it."""
    triples = table.triples()
    return triples[other][1] <= triples[row][0] and _agrees(table, other, pronoun)


def _agrees(table: MentionTable, row: int, pronoun: Pronoun) -> bool:
    """Whether a mention agrees with a pronoun of the third person."""
    return agrees(pronoun, *traits_of(table)[row])


def _subject(table: MentionTable, possessor: int) -> int | None:
    """Head of the subject before a possessor whose noun is an object or oblique of the same verb; None for none."""
    parse, noun = table.parse, table.parse.heads[possessor]
    if parse.deps[possessor] not in POSSESSORS or parse.deps[noun] not in OBJECTS | {"obl"}:
        return None
    if clauses(table).is_object(possessor, noun):
        return None  # "She made her laugh"
    subject = clauses(table).subject(parse.heads[noun])
    return None if subject is None or subject.head > possessor else subject.head
