"""Reflexives and reciprocals, and the subjects that bind them: principle A (Chomsky 1981)."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.relations import OBJECTS
from corefpipe.resolver.constraints.mentions import agrees, clauses, pronouns, rows_by_head, traits_of
from corefpipe.resolver.constraints.registry import likely

_OBLIQUES = frozenset({"obl", "obl:unmarked"})


@likely
@joinable
def reflexives(table: MentionTable) -> Constraints | None:
    """A reflexive or reciprocal corefers with the subject of its clause: "John looks at himself" (principle A).

    The subject may be inherited: "They want to help each other".
    """
    found = []
    for row, pronoun in enumerate(pronouns(table)):
        if _is_anaphor(table, row, pronoun):
            subject = _subject(table, row, is_plural=pronoun is None or pronoun.number == "plural")
            if subject >= 0 and _may_bind(table, subject, pronoun):
                found.append((min(row, subject), max(row, subject)))
    return Constraints(np.array(found)) if found else None


def _is_anaphor(table: MentionTable, row: int, pronoun: Pronoun | None) -> bool:
    """Whether a mention is a reflexive or reciprocal that is an object or oblique of its predicate."""
    parse, (start, end, head) = table.parse, table.triples()[row]
    if parse.deps[head] not in OBJECTS | _OBLIQUES:
        return False
    is_reflexive = pronoun is not None and "reflexive" in pronoun.kinds
    if is_reflexive:
        return head > parse.heads[head]  # not the emphatic one: "The law is itself evolving"
    return " ".join(parse.lower[start:end]) in parse.lexicon.reciprocals


def _subject(table: MentionTable, row: int, is_plural: bool) -> int:
    """Row of the subject of a mention's clause, for a plural the coordination, if it is one; -1 for none or several."""
    parse, kinds = table.parse, table.values("kind")
    subject = clauses(table).subject(parse.heads[int(table.spans.head[row])])
    rows = [] if subject is None else rows_by_head(table).get(subject.head, [])
    whole = [row for row in rows if kinds[row] == "coordination"][:1] if is_plural else []
    whole = whole or [row for row in rows if kinds[row] != "coordination"]
    return whole[0] if len(whole) == 1 else -1


def _may_bind(table: MentionTable, subject: int, anaphor: Pronoun | None) -> bool:
    """Whether a subject agrees with a reflexive, or a plural one with a reciprocal of several words (None)."""
    pronoun = pronouns(table)[subject]
    if anaphor is None:
        return table.values("number")[subject] == "plural"
    if pronoun is None:
        person, number, gender, animacy = traits_of(table)[subject]
        return anaphor.person != "3" or agrees(anaphor, person, number, gender, animacy)
    # "His mother told him to give himself up": parsers take the mother for the subject.
    return pronoun.canonical == anaphor.canonical or "personal" not in pronoun.kinds
