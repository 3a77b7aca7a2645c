"""String relations of Bengtson & Roth 2008."""

from __future__ import annotations

import pytest
from helpers.bengtson_roth_tables import phrases
from helpers.tables import all_pairs, value

from corefpipe.features.published.bengtson_roth.strings import modifiers_of


@pytest.mark.parametrize(
    ("text", "name"),
    [("Mr. Tom Bell", "bell"), ("Xyzzy Quux", "quux"), ("Chicago", ""), ("the man", ""), ("Quux Corp.", "")],
)
def test_last_name(text, name):
    assert phrases(text).values("last_name") == [name]


@pytest.mark.parametrize(
    ("feature", "ante", "ana", "yes"),
    [
        ("short_extent_match", "the old bank", "a bank of Boston", True),
        ("short_extent_match", "She", "she", True),
        ("short_extent_match", "Tom Bell", "Bell", False),
        ("extent_match", "the Bank", "The Bank 's", True),
        ("extent_match", "the bank", "a bank", False),
        ("short_extent_within", "Bell", "Tom Bell", True),
        ("short_extent_within", "Tom Bell", "Bell", False),
        ("short_extent_within", "men", "omens", False),  # by the word
        ("modifiers_match", "the house key", "this house", True),
        ("modifiers_match", "the house key", "the red house door", True),
        ("modifiers_match", "the red key", "a little red door", True),
        ("modifiers_match", "this house", "the house key", False),
        ("modifiers_match", "the key", "the door", False),
        ("last_name_or_acronym", "Mr. Tom Bell", "Nora Bell", True),
        ("last_name_or_acronym", "World Bank", "WB", True),
        ("last_name_or_acronym", "Tom Bell", "Tom", False),
    ],
)
def test_relations(feature, ante, ana, yes):
    assert value(feature, phrases(ante, ana), 0, 1) == ("yes" if yes else "")


def test_the_four_modifiers_nearest_to_the_head():
    words, slots, form, _ = modifiers_of(phrases("the red old big little tiny key", "the red key"))
    assert [words[i][0] for i in slots[0]] == ["tiny", "little", "big", "old"]
    assert [words[i] for i in slots[1] if i >= 0] == [("red", "ADJ")]
    assert form[slots[1]].tolist() == [4, -1, -1, -1]


def test_no_modifiers():
    table = phrases("he", "the man")
    assert modifiers_of(table).slots.shape == (2, 0)
    assert value("modifiers_match", table, 0, 1) == ""
    assert len(all_pairs(table)) == 1
