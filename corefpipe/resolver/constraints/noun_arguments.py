"""Noun phrases that are co-arguments: "The man with the beard pushed the man with the cane"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from corefpipe.features import MentionTable
from corefpipe.features.attributes.kinds import NOUN_KINDS
from corefpipe.lexicon.reading import Words
from corefpipe.parsing.clauses import Argument, is_infinitive
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS, SUBJECTS
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
    subject = _subject(table.parse, predicate, own, arguments)
    subjects = [] if subject is None else _noun_rows(table, subject.head)
    for other in own if subjects else ():
        if other != subject and _is_complement(table.parse, predicate, other, governed):
            yield from product(subjects, _noun_rows(table, other.head))


def _subject(parse: Parse, predicate: int, own: Sequence[Argument], arguments: Sequence[Argument]) -> Argument | None:
    """The subject of a verb or adjective, of an infinitive also an inherited one: "Acme wants to buy the firm"."""
    if parse.pos[predicate] not in ("VERB", "ADJ"):
        return None
    subjects = [one for one in own if parse.deps[one.head] in SUBJECTS]
    if not subjects and parse.deps[predicate] == "xcomp" and is_infinitive(parse, predicate):
        subjects = [one for one in arguments if one.role == "inherited"]
    return subjects[0] if subjects else None


def _noun_rows(table: MentionTable, head: int) -> list[int]:
    """The rows of the names and nominals with a head."""
    kinds = table.values("kind")
    return [row for row in rows_by_head(table).get(head, ()) if kinds[row] in NOUN_KINDS]


def _is_complement(parse: Parse, predicate: int, argument: Argument, governed: Words) -> bool:
    """Whether an argument is an object or governed oblique of a verb, or the standard of a comparative."""
    lexicon, dep = parse.lexicon, parse.deps[argument.head]
    if parse.pos[predicate] == "ADJ":
        return argument.case in lexicon.standard_prepositions
    cases = governed | lexicon.agent_prepositions | lexicon.standard_prepositions
    return dep in OBJECTS or (dep.startswith("obl") and argument.case in cases)
