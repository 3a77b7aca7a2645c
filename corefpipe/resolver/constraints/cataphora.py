"""Cataphora: a pronoun in a fronted clause or phrase that refers to the subject of the main clause."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.kinds import NOUN_KINDS
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import SUBJECTS
from corefpipe.resolver.constraints.mentions import clauses, pronouns, rows_by_head
from corefpipe.resolver.constraints.registry import constraint

_PRONOUNS = ("he", "she", "it", "they")
_COMPLEMENTS = frozenset({"obj", "iobj", "obl"})
_CLAUSE_BOUNDARIES = frozenset({"conj", "parataxis", "ccomp", "appos"})
"""Relations above which no clause is fronted."""
_MOST_STEPS = 40  # from a pronoun up the tree
_REACH_MENTIONS = 30  # before a pronoun, in which an antecedent is looked for


@constraint
@joinable
def cataphora(table: MentionTable) -> Constraints | None:
    """A pronoun in a fronted clause corefers with the subject of the main clause: "When she came, Mary slept".

    Only where no mention before the pronoun agrees with it (Reinhart 1983 on backward anaphora). In phrases, too:
    "Since its foundation, the club has never lost".
    """
    pairs = ((row, _subject(table, row, pronoun)) for row, pronoun in enumerate(pronouns(table)) if pronoun is not None)
    found = [(row, subject) for row, subject in pairs if subject >= 0]
    return Constraints(np.array(found)) if found else None


def _subject(table: MentionTable, row: int, pronoun: Pronoun) -> int:
    """Row of the main subject that a pronoun refers to, the longest of several; -1 for none."""
    parse, triples, kinds, traits = table.parse, table.triples(), table.values("kind"), traits_of(table)
    start, _, head = triples[row]
    if pronoun.person != "3" or pronoun.canonical not in _PRONOUNS:
        return -1
    subject = _main_subject(parse, head)
    own = clauses(table).subject(parse.heads[head]) if subject >= 0 and parse.deps[head] in _COMPLEMENTS else None
    if subject < 0 or (own is not None and own.head == subject):
        return -1  # "Seeing her, Mary stopped"
    nouns = [other for other in rows_by_head(table).get(subject, ()) if kinds[other] in NOUN_KINDS | {"coordination"}]
    nouns = [other for other in nouns if agrees(pronoun, *traits[other])]
    first = max(int(table.first_rows[table.document_of(np.array([row]))[0]]), row - _REACH_MENTIONS)
    before = (other for other in range(first, row) if triples[other][1] <= start)
    if not nouns or any(agrees(pronoun, *traits[other]) for other in before):
        return -1
    return max(nouns, key=lambda other: triples[other][1] - triples[other][0])


def traits_of(table: MentionTable) -> list[tuple[str, ...]]:
    """(person, number, gender, animacy) of each mention; one list for all callers."""
    return table.once(_traits)


def _traits(table: MentionTable) -> list[tuple[str, ...]]:
    """What `traits_of` returns."""
    return list(zip(*(table.values(name) for name in ("person", "number", "gender", "animacy")), strict=True))


def _main_subject(parse: Parse, token: int) -> int:
    """Subject of the highest clause before whose subject a dependent with this token stands; -1 for none."""
    found, start = -1, token
    for _ in range(_MOST_STEPS):
        above, dep = parse.heads[token], parse.deps[token].partition(":")[0]
        if above == token or dep in _CLAUSE_BOUNDARIES:
            break
        if dep in ("advcl", "obl") or (dep == "advmod" and token != start):  # "as soon as she came"
            subject = next((child for child in parse.children[above] if parse.deps[child] in SUBJECTS), -1)
            if subject > parse.right[token] >= start:
                found = subject
        token = above
    return found


def agrees(pronoun: Pronoun, person: str, number: str, gender: str, animacy: str) -> bool:
    """Whether a mention with these traits agrees with a pronoun of the third person."""
    if person != "3" or number not in ("", pronoun.number):
        return False
    if pronoun.canonical == "it":
        return animacy != "animate"
    return not pronoun.gender or (gender in ("", pronoun.gender) and animacy not in ("inanimate", "group"))
