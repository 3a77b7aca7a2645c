"""Pronouns before what they refer to, in a clause or phrase before the main subject."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import SUBJECTS
from corefpipe.resolver.constraints.mentions import clauses, pronouns, rows_by_head
from corefpipe.resolver.constraints.registry import constraint

_NUMBERS = {"he": "singular", "she": "singular", "it": "singular", "they": "plural"}
_ARGUMENTS = frozenset({"obj", "iobj", "obl"})
_DEEP = 40  # dependents above a pronoun
_NEAR = 30  # mentions before a pronoun that it may refer to instead


@constraint
@joinable
def cataphora(table: MentionTable) -> Constraints | None:
    """A pronoun in a clause before the main one corefers with the main subject: "When she came, Mary slept".

    Only where nothing before the pronoun agrees with it.
    """
    parse, rows, kinds = table.parse, rows_by_head(table), table.values("kind")
    traits = traits_of(table)
    first_rows = table.first_rows[table.document_of(np.arange(len(table)))].tolist()
    found: list[tuple[int, int]] = []
    for row, pronoun in enumerate(pronouns(table)):
        if pronoun is None or pronoun.person != "3" or pronoun.canonical not in _NUMBERS:
            continue
        head = table.triples()[row][2]
        subject = _main_subject(parse, head)
        if subject not in rows:
            continue
        own = clauses(table).subject(parse.heads[head]) if parse.deps[head] in _ARGUMENTS else None
        if own is not None and own.head == subject:
            continue  # "Seeing her, Mary stopped"
        later = [other for other in rows.get(subject, ()) if kinds[other] in ("name", "nominal", "coordination")]
        later = [other for other in later if agrees(pronoun, *traits[other])]
        if not later:
            continue
        # "Since its foundation, the club has never lost."
        before = [
            other
            for other in range(max(first_rows[row], row - _NEAR), row)
            if table.triples()[other][1] <= table.triples()[row][0]
        ]
        if any(agrees(pronoun, *traits[other]) for other in before):
            continue
        whole = max(later, key=lambda other: table.triples()[other][1] - table.triples()[other][0])
        found.append((row, whole))
    return Constraints(np.array(found)) if found else None


def traits_of(table: MentionTable) -> list[tuple[str, ...]]:
    """(person, number, gender, animacy) of each mention; one list for all callers."""
    return table.once(_traits)


def _traits(table: MentionTable) -> list[tuple[str, ...]]:
    return list(zip(*(table.values(name) for name in ("person", "number", "gender", "animacy")), strict=True))


def _main_subject(parse: Parse, token: int) -> int:
    """Subject of the clause before whose subject a dependent with this token stands; -1 for none."""
    found, start = -1, token
    for _ in range(_DEEP):
        if parse.heads[token] == token:
            break
        above, dep = parse.heads[token], parse.deps[token].partition(":")[0]
        if dep in ("advcl", "obl") or (dep == "advmod" and token != start):  # "as soon as she came"
            subject = next((child for child in parse.children[above] if parse.deps[child] in SUBJECTS), -1)
            if subject > parse.right[token] >= start:
                found = subject
        elif dep in ("conj", "parataxis", "ccomp", "appos"):
            break
        token = above
    return found


def agrees(pronoun: Pronoun, person: str, number: str, gender: str, animacy: str) -> bool:
    """Whether a mention with these traits may be what a pronoun of the third person refers to."""
    if person != "3" or number not in ("", _NUMBERS[pronoun.canonical]):
        return False
    if pronoun.canonical == "it":
        return animacy != "animate"
    if pronoun.canonical in ("he", "she"):
        return gender in ("", pronoun.gender) and animacy not in ("inanimate", "group")
    return True
