"""Binding within a clause: principles A and B (Chomsky 1981; Reinhart 1983).

`eval/constraints` measures how often each constraint is wrong on gold chains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.arguments import (
    governed_prepositions,
    is_exempt,
    is_in_predicate,
    is_partitive,
    locative_prepositions,
    may_overlap,
)
from corefpipe.constructions.predicatives import is_predicative
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.lexicon.reading import Words
from corefpipe.parsing.clauses import Argument, conjuncts
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.agents import of_people_and_things
from corefpipe.resolver.constraints.mentions import clauses, pronouns, rows_by_head
from corefpipe.resolver.constraints.noun_arguments import noun_pairs
from corefpipe.resolver.constraints.possessors import apart_from_possessives
from corefpipe.resolver.constraints.registry import constraint

_MOST_ARGUMENTS = 12  # after an argument, with which it is compared
_MOST_CONJUNCTS = 12  # of each argument
_REACH_TOKENS = 15  # between two arguments; beyond it parses are often wrong
_INHERITED_REACH_TOKENS = 12  # the same, if the first argument is an inherited subject


@constraint
@joinable
def co_arguments(table: MentionTable) -> Constraints | None:
    """A personal pronoun does not corefer with a co-argument of its predicate: "Mary saw her" (principle B).

    Subjects include those that coordination, control and small clauses share: "John wants to see him". Two noun phrases
    that are co-arguments do not corefer either. A possessive that can only refer to the subject counts as the subject:
    "The guard raised his gun and shot him". If a sentence has people as its subject and things as its object, "they" as
    the subject of the next one refers to the people: "Anna and Ben have two cats. They feed them".
    """
    parse, of, triples = table.parse, clauses(table), table.triples()
    heads = {triples[row][2] for row, pronoun in enumerate(pronouns(table)) if pronoun is not None}
    found: list[tuple[int, int]] = []
    for predicate in of.predicates:
        arguments, governed = of.arguments(predicate), governed_prepositions(parse, predicate)
        nouns = noun_pairs(table, predicate, arguments, governed)
        found += [pair for pair in nouns if not is_predicative(parse, predicate, triples[pair[1]][2])]
        if any(not heads.isdisjoint(_members(parse, one.head)) for one in arguments):
            found += _pronoun_pairs(table, predicate, arguments, governed)
    found += apart_from_possessives(table, found)
    found += of_people_and_things(table)
    return Constraints(apart=np.array(found)) if found else None


def _pronoun_pairs(
    table: MentionTable, predicate: int, arguments: Sequence[Argument], governed: Words
) -> Iterator[tuple[int, int]]:
    """Rows of pronouns and their co-arguments (see `noun_pairs` for the parameters)."""
    parse, own = table.parse, pronouns(table)
    locative = locative_prepositions(parse, predicate, any(one.role == "object" for one in arguments)) - governed
    neuter = parse.lexicon.neuter_pronouns
    has_part = parse.lemmas[predicate] in parse.lexicon.having_verbs  # "It has a label on it"
    for place, one in enumerate(arguments):
        for other in arguments[place + 1 : place + 1 + _MOST_ARGUMENTS]:
            if not _are_compared(table, predicate, one, other, governed):
                continue
            is_locative = one.role != "object" and other.role == "oblique" and other.case in locative
            for row, later in _row_pairs(table, one.head, other.head):
                pronoun = own[later]
                is_place = is_locative and pronoun is not None and (has_part or pronoun.canonical not in neuter)
                if not is_place and _are_disjoint(own[row], pronoun, one, other):
                    yield row, later


def _are_compared(table: MentionTable, predicate: int, one: Argument, other: Argument, governed: Words) -> bool:
    """Whether principle B holds for two arguments of a predicate, and the parse can be trusted."""
    parse = table.parse
    if one.head == other.head or _is_far(table, one, other):
        return False
    if is_partitive(parse, predicate) and other.case in parse.lexicon.genitives:
        return False  # "We are all of us tired."
    if may_overlap(one, other, governed | parse.lexicon.argument_prepositions):
        return is_in_predicate(parse, predicate, one, other) and not is_exempt(parse, predicate, other)
    return not is_exempt(parse, predicate, other)


def _is_far(table: MentionTable, one: Argument, other: Argument) -> bool:
    """Whether two arguments are too far apart, or in different quotations."""
    number = table.quotes.number
    reach = _INHERITED_REACH_TOKENS if one.role == "inherited" else _REACH_TOKENS
    return abs(one.head - other.head) > reach or number[one.head] != number[other.head]


def _are_disjoint(one: Pronoun | None, other: Pronoun | None, first: Argument, later: Argument) -> bool:
    """Whether the forms of two co-arguments make them disjoint: one is a personal pronoun or a predicate's possessive.

    "You" may refer to the addressee who is named: "Ann, you said".
    """
    if other is None:
        return one is not None and "personal" in one.kinds and one.person != "2"
    if one is None and other.person == "2":
        return False
    if one is not None and "reflexive" in one.kinds and first.role != "inherited":
        return False  # "He forced himself to greet him"
    is_possessor = (first.role, later.role) == ("subject", "possessor")
    return ("possessive" if is_possessor else "personal") in other.kinds


def _row_pairs(table: MentionTable, one: int, other: int) -> Iterator[tuple[int, int]]:
    """Rows of two arguments, or of their conjuncts."""
    rows = rows_by_head(table)
    for left, right in product(_members(table.parse, one), _members(table.parse, other)):
        yield from product(rows.get(left, ()), rows.get(right, ()))


def _members(parse: Parse, head: int) -> list[int]:
    """The first conjuncts of an argument."""
    return conjuncts(parse, head)[:_MOST_CONJUNCTS]
