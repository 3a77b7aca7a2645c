"""The linguistic constraints of Ng & Cardie 2002."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.soon_tables import appositions, binding, clear, predicates, value
from helpers.tables import lost_keys, quotes

CASES = [
    ("cardie_span", binding, 6, 7, "I"),  # the captain of the team, the team
    ("cardie_span", binding, 6, 9, "C"),
    ("cardie_maximal_np", binding, 6, 7, "I"),
    ("cardie_maximal_np", binding, 9, 11, "I"),  # Ann, her: in the same coordination
    ("cardie_maximal_np", binding, 6, 9, "C"),
    ("cardie_maximal_np", appositions, 1, 2, "C"),
    ("cardie_maximal_np", clear, 1, 2, "I"),
    ("cardie_binding", binding, 1, 2, "I"),  # B: Bill wants to see him
    ("cardie_binding", binding, 0, 2, "C"),
    ("cardie_binding", binding, 1, 3, "C"),  # praises himself
    ("cardie_binding", binding, 1, 4, "I"),  # his words
    ("cardie_binding", binding, 1, 5, "C"),  # his
    ("cardie_binding", binding, 0, 1, "I"),  # C: Tom says Bill wants
    ("cardie_binding", binding, 6, 12, "I"),
    ("cardie_binding", binding, 7, 12, "C"),  # the team is not a subject
    ("cardie_binding", predicates, 0, 1, "C"),  # a predicate noun
    ("cardie_binding", predicates, 0, 2, "C"),
    ("cardie_binding", predicates, 5, 6, "C"),  # served as captain
    ("cardie_binding", predicates, 7, 8, "C"),  # became president
    ("cardie_binding", clear, 0, 1, "C"),
    ("cardie_binding", clear, 0, 2, "I"),
    ("cardie_binding", clear, 3, 4, "I"),
    ("cardie_binding", quotes, 0, 1, "C"),  # “I slept,” said Tom
    ("cardie_contraindices", binding, 6, 7, "I"),  # after a preposition
    ("cardie_contraindices", binding, 8, 12, "I"),
    ("cardie_contraindices", binding, 4, 5, "I"),  # his words, his
    ("cardie_contraindices", binding, 9, 10, "I"),  # conjuncts
    ("cardie_contraindices", binding, 9, 11, "C"),
    ("cardie_contraindices", binding, 1, 2, "I"),  # subject and object
    ("cardie_contraindices", binding, 1, 3, "C"),  # the object is reflexive
    ("cardie_contraindices", binding, 9, 12, "I"),  # met Ann in Boston
    ("cardie_contraindices", binding, 0, 2, "C"),
    ("cardie_contraindices", appositions, 1, 2, "C"),
    ("cardie_contraindices", predicates, 0, 1, "C"),
    ("cardie_contraindices", predicates, 1, 2, "I"),
    ("cardie_contraindices", predicates, 5, 6, "C"),
    ("cardie_contraindices", clear, 1, 2, "I"),
    ("cardie_contraindices", clear, 0, 1, "C"),
    ("cardie_syntax", binding, 0, 1, "I"),  # BINDING
    ("cardie_syntax", binding, 6, 7, "I"),
    ("cardie_syntax", binding, 0, 2, "C"),
    ("cardie_syntax", lost_keys, 0, 5, "C"),
    ("cardie_predicate", predicates, 0, 1, "yes"),
    ("cardie_predicate", predicates, 0, 2, "yes"),  # a second predicate noun
    ("cardie_predicate", predicates, 3, 4, ""),  # is in Boston
    ("cardie_predicate", predicates, 7, 8, "yes"),
    ("cardie_predicate", predicates, 5, 6, ""),
    ("cardie_predicate", clear, 0, 1, "yes"),
    ("cardie_predicate", clear, 0, 2, ""),
]


@pytest.mark.parametrize(("feature", "table", "ante", "ana", "expected"), CASES)
def test_values(feature, table, ante, ana, expected):
    assert value(feature, table(), ante, ana) == expected


def test_the_object_is_the_subject_of_what_it_is_asked_to_do():
    doc = make_doc(
        """
        Tom Tom PROPN NNP 2 nsubj
        asked ask VERB VBD 0 root
        Bill Bill PROPN NNP 2 obj
        to to PART TO 5 mark
        see see VERB VB 2 xcomp
        him he PRON PRP 5 obj
        """
    )
    table = make_table(doc, [(0, 1), (2, 3), (5, 6)])
    assert [value("cardie_binding", table, ante, 2) for ante in (0, 1)] == ["C", "I"]


def test_no_command_into_a_clause_beside():
    doc = make_doc(
        """
        He he PRON PRP 2 nsubj
        left leave VERB VBD 0 root
        and and CCONJ CC 5 cc
        Tom Tom PROPN NNP 5 nsubj
        stayed stay VERB VBD 2 conj
        """
    )
    assert value("cardie_binding", make_table(doc, [(0, 1), (3, 4)]), 0, 1) == "C"
