"""The semantic features of Ng & Cardie 2002."""

from __future__ import annotations

import pytest
from helpers.soon_tables import phrases, value


def test_wordnet_noun():
    table = phrases("the old house", "Boston", "Tom", "she")
    assert table.values("wordnet_noun") == ["house", "boston", "", ""]


@pytest.mark.parametrize(
    ("feature", "ante", "ana", "expected"),
    [
        ("cardie_wnclass", "the man", "he", "C"),
        ("cardie_wnclass", "the man", "she", "I"),
        ("cardie_wnclass", "Xyzzy", "she", "NA"),
        ("cardie_subclass", "a poodle", "the dog", "yes"),
        ("cardie_subclass", "the dog", "a poodle", "yes"),
        ("cardie_subclass", "Boston", "the city", "yes"),
        ("cardie_subclass", "the dog", "a dog", ""),  # the same head
        ("cardie_subclass", "the dog", "the cat", ""),
        ("cardie_subclass", "Xyzzy", "the city", ""),
        ("cardie_wndist", "a poodle", "the dog", "≤1"),
        ("cardie_wndist", "a poodle", "the animal", "≤3"),
        ("cardie_wndist", "the dog", "the cat", "infinity"),
        ("cardie_wndist", "a car", "an automobile", "infinity"),  # one synset
        ("cardie_wnsense", "a poodle", "the dog", "≤1"),
        ("cardie_wnsense", "the dog", "the chap", "≤3"),  # the third sense of dog
        ("cardie_wnsense", "the dog", "the key", "infinity"),
    ],
)
def test_values(feature, ante, ana, expected):
    assert value(feature, phrases(ante, ana), 0, 1) == expected


def test_the_closest_compatible_phrase():
    table = phrases("the lawyer", "the man", "a box", "the woman", "he")
    assert [value("cardie_closest_comp", table, ante, 4) for ante in range(4)] == ["", "yes", "", ""]
    assert value("cardie_closest_comp", table, 0, 2) == ""
