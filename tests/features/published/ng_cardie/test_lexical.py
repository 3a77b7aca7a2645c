"""The lexical features of Ng & Cardie 2002, and those of the types of both mentions."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.soon_tables import binding, phrases, value
from helpers.tables import keys, quotes


def test_content_words_in_their_order():
    table = phrases("Mr. Tom Bell", "the old house key 's", "she")
    assert table.values("content_words") == ["tom bell", "old house key", ""]


@pytest.mark.parametrize(
    ("feature", "ante", "ana", "expected"),
    [
        ("nonpronominal", "Tom", "a key", "yes"),
        ("nonpronominal", "Tom", "he", ""),
        ("nonpronominal", "he", "Tom", ""),
        ("content_substring", "the old house key", "a house key", "yes"),
        ("content_substring", "the house key", "the old house key", "yes"),
        ("content_substring", "the old house key", "the old key", ""),  # not adjacent
        ("content_substring", "the key", "a key", ""),  # not more
        ("content_substring", "he", "she", ""),
        ("cardie_modifier", "the old house key", "the house key", "C"),
        ("cardie_modifier", "the old key", "the new key", "I"),
        ("cardie_modifier", "the old key", "the key", "C"),
        ("both_names", "Tom", "Ann", "C"),
        ("both_names", "Tom", "she", "NA"),
        ("both_names", "he", "she", "I"),
        ("both_definites", "the key", "The house", "C"),
        ("both_definites", "the key", "a house", "NA"),
        ("both_definites", "this key", "a house", "I"),
        ("both_pronouns", "he", "she", "C"),
        ("both_pronouns", "he", "Ann", "NA"),
        ("both_pronouns", "Tom", "Ann", "I"),
        ("both_subjects", "Tom", "Ann", "C"),
    ],
)
def test_values(feature, ante, ana, expected):
    assert value(feature, phrases(ante, ana), 0, 1) == expected


@pytest.mark.parametrize(
    ("feature", "table", "ante", "ana", "expected"),
    [
        ("both_embedded", binding, 5, 11, "C"),  # his, her
        ("both_embedded", binding, 9, 11, "NA"),
        ("both_embedded", binding, 0, 9, "I"),
        ("both_in_quotes", quotes, 0, 1, "NA"),
        ("both_in_quotes", quotes, 1, 2, "I"),
        ("both_subjects", binding, 0, 9, "NA"),
        ("both_subjects", binding, 2, 9, "I"),
        ("cardie_modifier", keys, 0, 1, "I"),  # house key, old key
    ],
)
def test_values_in_sentences(feature, table, ante, ana, expected):
    assert value(feature, table(), ante, ana) == expected


def test_both_in_quotes():
    doc = make_doc(
        """
        “ “ PUNCT `` 3 punct
        I I PRON PRP 3 nsubj
        saw see VERB VBD 0 root
        Ann Ann PROPN NNP 3 obj
        ” ” PUNCT '' 3 punct
        """
    )
    assert value("both_in_quotes", make_table(doc, [(1, 2), (3, 4)]), 0, 1) == "C"
