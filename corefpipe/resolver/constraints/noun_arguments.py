"""Two nouns of one clause are two: "The man with the beard pushed the man with the cane"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from corefpipe.features import MentionTable
from corefpipe.lexicon.reading import Words
from corefpipe.parsing.clauses import Argument, is_infinitive
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS, SUBJECTS

_NOUNS = frozenset({"name", "nominal"})
_BESIDE = frozenset({"by", "than"})
"""Prepositions of other arguments beside any predicate: "beaten by", "older than"."""


def noun_pairs(
    table: MentionTable, rows: dict[int, list[int]], predicate: int, arguments: list[Argument], governed: Words
) -> Iterator[tuple[int, int]]:
    """Rows of nouns and names that are the subject and another argument of one verb or comparative.

    Args:
        table: the mentions.
        rows: those with each head.
        predicate: the verb or adjective.
        arguments: its arguments.
        governed: prepositions of which it has arguments.
    """
    parse, kinds = table.parse, table.values("kind")
    if parse.pos[predicate] not in ("VERB", "ADJ"):
        return
    own = [one for one in arguments if parse.heads[one.head] == predicate]
    subject = next((one for one in own if parse.deps[one.head] in SUBJECTS), None)
    if subject is None and parse.deps[predicate] == "xcomp" and is_infinitive(parse, predicate):
        subject = next((one for one in arguments if one.role == "inherited"), None)  # "Acme wants to buy the firm"
    if subject is None:
        return
    subjects = [row for row in rows.get(subject.head, ()) if kinds[row] in _NOUNS]
    for other in own if subjects else ():
        if other.head != subject.head and _is_other(parse, predicate, other, governed):
            yield from product(subjects, (row for row in rows.get(other.head, ()) if kinds[row] in _NOUNS))


def _is_other(parse: Parse, predicate: int, argument: Argument, governed: Words) -> bool:
    """Whether an argument is an object, or an oblique of the predicate's own; of an adjective what it compares with."""
    if parse.pos[predicate] == "ADJ":
        return argument.case == "than"
    dep = parse.deps[argument.head]
    return dep in OBJECTS or (dep.startswith("obl") and argument.case in governed | _BESIDE)
