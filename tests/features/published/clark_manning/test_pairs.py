"""The pair features of Clark & Manning 2015."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import features_of, keys, lost_keys, value

from corefpipe.features import MentionTable
from corefpipe.features.published.clark_manning import pairs

PLACES = """
    Duke Duke PROPN NNP 2 compound
    University University PROPN NNP 3 nsubj
    beat beat VERB VBD 0 root
    Rice Rice PROPN NNP 5 compound
    University University PROPN NNP 3 obj

    Two two NUM CD 2 nummod
    Germans German PROPN NNPS 3 nsubj
    left leave VERB VBD 0 root
    Germany Germany PROPN NNP 3 obj

    Students student NOUN NNS 2 nsubj
    met meet VERB VBD 0 root
    ten ten NUM CD 4 nummod
    students student NOUN NNS 2 obj
    of of ADP IN 6 case
    Duke Duke PROPN NNP 4 nmod
"""


def places() -> MentionTable:
    """Duke University; Rice University; Two Germans; Germans; Germany; Students; ten students of Duke; Duke."""
    spans = [(0, 2), (3, 5), (5, 7), (6, 7), (8, 9), (9, 10), (11, 15), (14, 15)]
    return make_table(make_doc(PLACES), spans)


# feature, table, antecedent, anaphor, value
CASES = [
    ("partial_match", places, 0, 1, "yes"),
    ("partial_match", places, 0, 6, "yes"),  # Duke
    ("partial_match", places, 0, 4, ""),
    ("partial_match", lost_keys, 2, 5, ""),
    ("extra_proper_noun", places, 0, 1, "yes"),
    ("extra_proper_noun", places, 5, 6, ""),  # words after the noun are ignored
    ("extra_proper_noun", keys, 0, 1, ""),
    ("extra_numeral", places, 5, 6, "yes"),
    ("extra_numeral", places, 2, 3, ""),  # the other direction
    ("extra_numeral", places, 0, 1, ""),
    ("heads_agree", places, 0, 1, "yes"),
    ("heads_agree", places, 0, 7, "yes"),  # Duke University, Duke
    ("heads_agree", places, 6, 7, ""),  # not both are names
    ("heads_agree", places, 0, 4, ""),
    ("head_edit_distance", places, 0, 1, 0),
    ("head_edit_distance", places, 3, 4, 1 / 7),
    ("head_edit_distance", lost_keys, 0, 2, float("inf")),
    ("demonym", places, 3, 4, "yes"),
    ("demonym", places, 2, 4, ""),
    ("demonym", places, 0, 4, ""),
    ("attributes_agree", lost_keys, 0, 5, "yes"),
    ("attributes_agree", lost_keys, 0, 6, ""),  # number
    ("attributes_agree", lost_keys, 0, 7, ""),  # entity type
    ("clauses_between", lost_keys, 0, 1, 1),
    ("clauses_between", lost_keys, 0, 5, 2),
    ("clauses_between", lost_keys, 5, 6, 1),
    ("clauses_between", lost_keys, 3, 4, 0),
    ("dependency_path", lost_keys, 0, 1, "1 up, 1 down"),
    ("dependency_path", lost_keys, 0, 2, "1 up, 2 down"),
    ("dependency_path", lost_keys, 1, 2, "0 up, 1 down"),
    ("dependency_path", lost_keys, 4, 5, ""),  # two up and two down
    ("dependency_path", lost_keys, 0, 3, ""),
]


@pytest.mark.parametrize(("feature", "table", "ante", "ana", "expected"), CASES)
def test_values(feature, table, ante, ana, expected):
    assert value(feature, table(), ante, ana) == pytest.approx(expected)


def test_every_feature_is_here():
    assert features_of(pairs) == {case[0] for case in CASES}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "nouns",
            ["duke university", "rice university", "german", "german", "germany", "student", "student duke", "duke"],
        ),
        ("proper_nouns", ["duke university", "rice university", "german", "german", "germany", "", "", "duke"]),
        ("numerals", ["", "", "two", "", "", "", "ten", ""]),
    ],
)
def test_words(name, expected):
    assert places().values(name) == expected
