"""Pair features of the positions of two mentions."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import features_of, lost_keys, paragraphs, value, world_bank

from corefpipe.features import PAIR_FEATURES
from corefpipe.features.attributes import location

# feature, table, antecedent, anaphor, value; the tables are in helpers/tables.py
CASES = [
    ("bias", lost_keys, 0, 1, "yes"),
    ("bias", lost_keys, 5, 7, "yes"),
    ("sentence_distance", lost_keys, 0, 1, 0),
    ("sentence_distance", lost_keys, 0, 5, 1),
    ("sentence_distance", paragraphs, 0, 2, 2),
    ("paragraph_distance", paragraphs, 0, 1, 0),
    ("paragraph_distance", paragraphs, 0, 2, 1),
    ("paragraph_distance", lost_keys, 0, 7, 0),
    ("mention_distance", lost_keys, 0, 1, 0),
    ("mention_distance", lost_keys, 0, 6, 5),
    ("token_distance", lost_keys, 0, 1, 1),  # lost
    ("token_distance", lost_keys, 0, 3, 6),
    ("token_distance", lost_keys, 1, 2, 0),  # her lies within her two old keys
    ("token_distance", world_bank, 4, 5, 1),
    ("embedding", lost_keys, 1, 2, "ana in ante"),
    ("embedding", lost_keys, 0, 1, ""),
    ("syntax", world_bank, 0, 1, "apposition"),
    ("syntax", world_bank, 0, 2, "predicate"),
    ("syntax", world_bank, 4, 5, "conjuncts"),
    ("syntax", world_bank, 4, 6, "same governor"),
    ("syntax", lost_keys, 1, 2, "governs"),
    ("syntax", lost_keys, 0, 5, ""),
    ("compatible_between", lost_keys, 4, 5, 0),
    ("compatible_between", lost_keys, 0, 6, 1),  # her two old keys
    ("subjects_between", lost_keys, 0, 6, 2),  # the captain, she
    ("subjects_between", lost_keys, 5, 6, 0),
]


@pytest.mark.parametrize(("feature", "table", "ante", "ana", "expected"), CASES)
def test_values(feature, table, ante, ana, expected):
    assert value(feature, table(), ante, ana) == expected


def test_every_feature_is_here():
    assert features_of(location) == {case[0] for case in CASES}


def test_the_longer_of_two_that_begin_together_holds_the_other():
    # Mentions are in text order, in whatever order the spans are given.
    doc = make_doc("Tom Tom PROPN NNP 3 nsubj\nBell Bell PROPN NNP 1 flat\nran run VERB VBD 0 root")
    for spans in ([(0, 1), (0, 2)], [(0, 2), (0, 1)]):
        assert value("embedding", make_table(doc, spans), 0, 1) == "ana in ante"


def test_clear_predicates():
    # ClearNLP: the verb is the root, with the subject and the predicate as its dependents.
    doc = make_doc("Tom Tom PROPN NNP 2 nsubj\nis be AUX VBZ 0 ROOT\na a DET DT 4 det\nman man NOUN NN 2 attr")
    assert value("syntax", make_table(doc, [(0, 1), (2, 4)]), 0, 1) == "predicate"


def test_distances_have_bins():
    for name in ("sentence_distance", "paragraph_distance", "mention_distance", "token_distance"):
        edges = PAIR_FEATURES[name].bins
        assert edges[0] == 0
        assert list(edges) == sorted(set(edges))
