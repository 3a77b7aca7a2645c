"""Pair features of the words of two mentions."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import features_of, keys, lost_keys, value, world_bank

from corefpipe.features import MentionTable
from corefpipe.features.attributes import strings


def initials() -> MentionTable:
    """World Bank; WB; Tom."""
    return world_bank([(1, 3), (11, 12), (13, 14)])


# feature, table, antecedent, anaphor, value; the tables are in helpers/tables.py
CASES = [
    ("exact_match", lost_keys, 2, 5, ""),  # pronouns are compared by their words: her, she
    ("exact_match", lost_keys, 0, 3, ""),
    ("exact_match", keys, 0, 3, ""),
    ("head_match", keys, 0, 1, "yes"),
    ("head_match", keys, 0, 2, ""),
    ("head_match", lost_keys, 2, 5, ""),  # not defined for pronouns
    ("words_relation", keys, 0, 3, "ana in ante"),
    ("words_relation", keys, 0, 1, "overlap"),
    ("words_relation", keys, 2, 3, ""),
    ("words_relation", lost_keys, 2, 5, ""),
    ("head_in_words", keys, 0, 2, "yes"),  # house in house key
    ("head_in_words", keys, 0, 1, ""),  # the same head
    ("acronym", initials, 0, 1, "yes"),
    ("acronym", initials, 0, 2, ""),
]


@pytest.mark.parametrize(("feature", "table", "ante", "ana", "expected"), CASES)
def test_values(feature, table, ante, ana, expected):
    assert value(feature, table(), ante, ana) == expected


def test_every_feature_is_here():
    assert features_of(strings) == {case[0] for case in CASES}


def test_exact_match_leaves_articles_out():
    doc = make_doc(
        """
        A a DET DT 2 det
        key key NOUN NN 3 nsubj
        fell fall VERB VBD 0 root

        The the DET DT 2 det
        key key NOUN NN 3 nsubj
        broke break VERB VBD 0 root

        It it PRON PRP 2 nsubj
        broke break VERB VBD 0 root

        It it PRON PRP 2 nsubj
        broke break VERB VBD 0 root
        """
    )
    table = make_table(doc, [(0, 2), (3, 5), (6, 7), (8, 9)])
    assert value("exact_match", table, 0, 1) == "yes"
    assert value("exact_match", table, 1, 2) == ""
    assert value("exact_match", table, 2, 3) == "yes"
    assert value("words_relation", table, 0, 1) == "equal"
