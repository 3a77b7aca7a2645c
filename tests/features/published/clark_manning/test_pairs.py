"""The pair features of Clark & Manning 2015."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import features_of, keys, lost_keys, quotes, value

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


def talk() -> MentionTable:
    """I, said by Nora; you, by Nora; I, by Tom."""
    text = "\n\n".join(
        [
            "I I PRON PRP 2 nsubj\nsee see VERB VBP 0 root\nyou you PRON PRP 2 obj",
            "I I PRON PRP 2 nsubj\nleft leave VERB VBD 0 root",
        ]
    )
    return make_table(make_doc(text, ["Nora", "Tom"]), [(0, 1), (2, 3), (3, 4)])


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
    ("voice_match", talk, 0, 1, "same"),
    ("voice_match", talk, 0, 2, "other"),
    ("voice_match", quotes, 0, 1, "other"),
    ("voice_match", quotes, 1, 2, "same"),  # the narrator
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


def test_quotations_without_a_named_speaker_have_voices_of_their_own():
    doc = make_doc(
        """
        “ “ PUNCT `` 2 punct
        I I PRON PRP 0 root
        ” ” PUNCT '' 2 punct
        “ “ PUNCT `` 5 punct
        I I PRON PRP 2 dep
        we we PRON PRP 2 dep
        ” ” PUNCT '' 5 punct
        """
    )
    table = make_table(doc, [(1, 2), (4, 5), (5, 6)])
    assert value("voice_match", table, 0, 1) == "other"
    assert value("voice_match", table, 1, 2) == "same"
