"""Noun phrases that are co-arguments: "The man with the beard pushed the man with the cane"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from corefpipe.constructions.arguments import clause_subject, is_complement
from corefpipe.features import MentionTable
from corefpipe.features.attributes.kinds import NOUN_KINDS
from corefpipe.lexicon.reading import Words
from corefpipe.parsing.clauses import Argument
from corefpipe.resolver.constraints.mentions import rows_by_head


def noun_pairs(
    table: MentionTable, predicate: int, arguments: Sequence[Argument], governed: Words
) -> Iterator[tuple[int, int]]:
    """Rows of noun phrases that are the subject and another argument of one verb or comparative.

    Args:
        table: the mentions.
        predicate: the verb or adjective.
        arguments: its arguments.
        governed: the prepositions that it governs.
    """
    own = [one for one in arguments if table.parse.heads[one.head] == predicate]
    subject = clause_subject(table.parse, predicate, own, arguments)
    subjects = [] if subject is None else _noun_rows(table, subject.head)
    for other in own if subjects else ():
        if other != subject and is_complement(table.parse, predicate, other, governed):
            yield from product(subjects, _noun_rows(table, other.head))


def _noun_rows(table: MentionTable, head: int) -> list[int]:
    """The rows of the names and nominals with a head."""
    kinds = table.values("kind")
    return [row for row in rows_by_head(table).get(head, ()) if kinds[row] in NOUN_KINDS]
