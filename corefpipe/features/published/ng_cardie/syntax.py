"""Linguistic constraints of Ng & Cardie 2002 (Table 3): syntax that excludes coreference of two mentions.

The value is I (incompatible) where a constraint is violated, else C (compatible), which is not emitted.
"""

from __future__ import annotations

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import boolean, categorical
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.published.ng_cardie.structure import OBJECT, SUBJECT, Structure, structure

_SOURCE = "Ng & Cardie 2002, Table 3, linguistic constraints"


@categorical("C", "I", silent="C", source=_SOURCE)
def cardie_span(pairs: MentionPairs) -> np.ndarray:
    """SPAN: one mention contains the other."""
    end = pairs.table.spans.end
    return end[pairs.ana] <= end[pairs.ante]


@boolean(source=_SOURCE)
def cardie_predicate(pairs: MentionPairs) -> np.ndarray:
    """PREDNOM: one is the subject of a clause, the other, or its first conjunct, the predicate noun."""
    tree, spans = pairs.table.once(structure), pairs.table.spans
    found = np.zeros(len(pairs), dtype=bool)
    rows = np.flatnonzero(_near(pairs))
    heads = spans.head[pairs.ante[rows]], spans.head[pairs.ana[rows]]
    for subject, other in (heads, heads[::-1]):
        clause = tree.clause[tree.conjunct[other]]
        found[rows] |= (tree.argument[subject] == SUBJECT) & (clause >= 0) & (tree.governor[subject] == clause)
    return found


@categorical("C", "I", silent="C", source=_SOURCE)
def cardie_maximal_np(pairs: MentionPairs) -> np.ndarray:
    """MAXIMALNP: both are in the same maximal noun phrase, as in "the captain of the team"; except appositions."""
    top = pairs.table.once(structure).top[pairs.table.spans.head]
    return top[pairs.ante] == top[pairs.ana]


@categorical("C", "I", silent="C", source=_SOURCE)
def cardie_binding(pairs: MentionPairs) -> np.ndarray:
    """BINDING: condition B or C of binding theory is violated.

    B: a personal pronoun (not reflexive, not possessive) is the object of a verb whose subject or other object is the
    antecedent ("Tom saw him"). C: a noun or name depends on a verb whose subject is the antecedent ("he says that Tom
    left").
    """

    def make() -> np.ndarray:
        tree, spans = pairs.table.once(structure), pairs.table.spans
        found = np.zeros(len(pairs), dtype=bool)
        pronoun = pairs.table["pronoun_kind"].is_("personal")
        free = ~pairs.table["kind"].is_("pronoun")
        rows = np.flatnonzero(_near(pairs) & (pronoun | free)[pairs.ana])
        ante, ana = spans.head[pairs.ante[rows]], spans.head[pairs.ana[rows]]
        governor = tree.governor[ante]
        violates_b = pronoun[pairs.ana[rows]] & _co_arguments(tree, ante, ana)
        own_subject = (tree.argument[ante] == SUBJECT) & (tree.conjunct[ante] == ante) & (governor >= 0)
        commands = own_subject & tree.below(ana, governor) & (tree.region[ana] == tree.region[governor])
        # A sibling of the subject that is not an argument is a predicate: "she became a doctor".
        predicate = (tree.conjunct[ana] == governor) | ((tree.governor[ana] == governor) & (tree.argument[ana] == 0))
        commands &= ~tree.below(ana, ante) & ~predicate
        found[rows] = violates_b | (free[pairs.ana[rows]] & commands)
        return found

    return pairs.once("binding", make)


@categorical("C", "I", silent="C", source=_SOURCE)
def cardie_contraindices(pairs: MentionPairs) -> np.ndarray:
    """CONTRAINDICES: simple heuristics exclude coreference.

    One is a possessor, modifier or prepositional phrase of the other, but not an apposition; both are conjuncts; they
    are subject and object of a verb, and the object is not reflexive; both are arguments of a verb, not pronouns.
    """

    def make() -> np.ndarray:
        tree, spans = pairs.table.once(structure), pairs.table.spans
        found = np.zeros(len(pairs), dtype=bool)
        rows = np.flatnonzero(_near(pairs))
        ante, ana = spans.head[pairs.ante[rows]], spans.head[pairs.ana[rows]]
        belongs = (tree.other[ana] & (tree.governor[ana] == ante)) | (tree.other[ante] & (tree.governor[ante] == ana))
        conjuncts = tree.conjunct[ante] == tree.conjunct[ana]
        reflexive = pairs.table["pronoun_kind"].is_("reflexive")[pairs.ana[rows]]
        arguments = (tree.argument[ante] > 0) & (tree.argument[ana] > 0) & (tree.governor[ante] == tree.governor[ana])
        arguments &= pairs.nominal[rows]
        found[rows] = belongs | (conjuncts & (ante != ana)) | arguments | (_co_arguments(tree, ante, ana) & ~reflexive)
        return found

    return pairs.once("contraindices", make)


@categorical("C", "I", silent="C", source=_SOURCE)
def cardie_syntax(pairs: MentionPairs) -> np.ndarray:
    """SYNTAX: BINDING, CONTRAINDICES, SPAN or MAXIMALNP is violated."""
    return cardie_binding(pairs) | cardie_contraindices(pairs) | cardie_span(pairs) | cardie_maximal_np(pairs)


def _near(pairs: MentionPairs) -> np.ndarray:
    """(n_pairs,) bool: whether both are in the same sentence, and in the same quotation or in none."""
    sentence, quote = pairs.table.once(_places)
    same = sentence[pairs.ante] == sentence[pairs.ana]
    return same & (quote[pairs.ante] == quote[pairs.ana])


def _places(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions,) index of the sentence, and of the quotation."""
    head = table.spans.head
    columns = (table.parse.sentences, table.quotes.number)
    sentence, quote = (np.array(column, dtype=np.int64)[head] for column in columns)
    return sentence, quote


def _co_arguments(tree: Structure, ante: np.ndarray, ana: np.ndarray) -> np.ndarray:
    """(n,) bool: whether two tokens are subject and object, or two objects, of one verb."""
    core = np.isin(tree.argument[ante], (SUBJECT, OBJECT)) & np.isin(tree.argument[ana], (SUBJECT, OBJECT))
    beside = core & (tree.governor[ante] == tree.governor[ana]) & (tree.conjunct[ante] != tree.conjunct[ana])
    return beside | (tree.binder[ana] == ante) | (tree.binder[ante] == ana)
