"""The agreement features, preferences and heuristics of Ng & Cardie 2002."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.soon_tables import appositions, binding, phrases, value
from helpers.tables import lost_keys


@pytest.mark.parametrize(
    ("text", "animacy"),
    [
        ("the lawyer", "animate"),
        ("she", "animate"),
        ("the box", "inanimate"),
        ("it", "inanimate"),
        ("the team", "group"),
        ("Smith Corp.", "group"),
        ("they", ""),
        ("Xyzzy", ""),
    ],
)
def test_class_animacy(text, animacy):
    assert phrases(text).values("class_animacy") == [animacy]


@pytest.mark.parametrize(
    ("feature", "ante", "ana", "expected"),
    [
        ("cardie_number", "the man", "he", "C"),
        ("cardie_number", "the man", "they", "I"),
        ("cardie_number", "the man", "you", "NA"),
        ("cardie_gender", "the man", "he", "C"),
        ("cardie_gender", "the man", "she", "I"),
        ("cardie_gender", "the lawyer", "she", "NA"),
        ("cardie_agreement", "the man", "he", "C"),
        ("cardie_agreement", "the man", "she", "NA"),
        ("cardie_animacy", "the lawyer", "it", "I"),
        ("cardie_animacy", "the box", "she", "I"),
        ("cardie_animacy", "the team", "it", "C"),
        ("cardie_animacy", "Xyzzy", "it", "C"),
        ("cardie_indefinite", "the man", "a man", "I"),
        ("cardie_indefinite", "a man", "the man", "C"),
        ("cardie_pronoun", "he", "the man", "I"),
        ("cardie_pronoun", "the man", "he", "C"),
        ("cardie_pronoun", "he", "she", "C"),
        ("cardie_contains_pn", "the Boston office", "a Paris office", "I"),
        ("cardie_contains_pn", "the Boston office", "the Boston store", "C"),
        ("cardie_contains_pn", "the Boston office", "the store", "C"),
        ("cardie_contains_pn", "Boston", "the Paris office", "C"),
        ("cardie_proper_noun", "Mr. Bell", "Mr. Smith", "I"),  # a shared title is not a common word
        ("cardie_proper_noun", "Mr. Bell", "Nora Bell", "C"),
        ("cardie_proper_noun", "Mr. Bell", "the man", "C"),
        ("cardie_constraints", "the man", "he", "C"),
        ("cardie_constraints", "the lawyer", "he", "NA"),
        ("cardie_constraints", "the man", "she", "I"),
        ("cardie_constraints", "the man", "they", "I"),
        ("cardie_constraints", "he", "the man", "I"),
        ("cardie_constraints", "the lawyer", "it", "I"),
        ("cardie_constraints", "the Boston office", "a Paris office", "I"),
    ],
)
def test_values(feature, ante, ana, expected):
    assert value(feature, phrases(ante, ana), 0, 1) == expected


@pytest.mark.parametrize(
    ("feature", "table", "ante", "ana", "expected"),
    [
        ("cardie_agreement", lost_keys, 1, 5, "I"),  # two old keys, she
        ("cardie_agreement", binding, 3, 8, "NA"),
        ("cardie_constraints", binding, 2, 3, "C"),  # him, himself
        ("cardie_constraints", binding, 6, 7, "I"),  # SPAN
        ("cardie_indefinite", appositions, 1, 5, "I"),
    ],
)
def test_values_in_sentences(feature, table, ante, ana, expected):
    assert value(feature, table(), ante, ana) == expected


def test_an_indefinite_apposition_is_no_violation():
    doc = make_doc(
        """
        Nora Nora PROPN NNP 5 nsubj
        , , PUNCT , 4 punct
        a a DET DT 4 det
        lawyer lawyer NOUN NN 1 appos
        left leave VERB VBD 0 root
        """
    )
    assert value("cardie_indefinite", make_table(doc, [(0, 1), (2, 4)]), 0, 1) == "C"


def test_titles():
    doc = make_doc(
        """
        President President PROPN NNP 2 nmod:desc
        Bell Bell PROPN NNP 3 nsubj
        met meet VERB VBD 0 root
        the the DET DT 5 det
        president president NOUN NN 3 obj
        """
    )
    table = make_table(doc, [(0, 2), (0, 1), (3, 5)])
    assert table.values("title_alone") == ["", "yes", ""]
    assert value("cardie_title", table, 0, 1) == value("cardie_title", table, 1, 2) == "I"
    assert value("cardie_title", table, 0, 2) == "C"
