"""WordNet relations of heads, and aligned modifiers, of Bengtson & Roth 2008."""

from __future__ import annotations

import pytest
from helpers.bengtson_roth_tables import phrases
from helpers.tables import all_pairs, value

from corefpipe.features.engine.registry import PAIR_FEATURES

RELATIONS = ("match", "substring", "synonym", "hypernym", "antonym", "mismatch")


@pytest.mark.parametrize(
    ("feature", "ante", "ana", "yes"),
    [
        ("wordnet_synonyms", "the car", "her automobiles", True),
        ("wordnet_synonyms", "the car", "the car", True),
        ("wordnet_synonyms", "the U.S.", "the United States", True),
        ("wordnet_synonyms", "the car", "the truck", False),
        ("wordnet_synonyms", "it", "it", False),  # "it" is not read as information technology
        ("wordnet_antonyms", "the husband", "the wife", True),
        ("wordnet_antonyms", "the husband", "the husband", False),
        ("wordnet_shared_hypernym", "the car", "the truck", True),
        ("wordnet_shared_hypernym", "the idea", "the truck", False),
        ("wordnet_shared_hypernym", "the xyzzy", "the xyzzy", False),
    ],
)
def test_heads(feature, ante, ana, yes):
    assert value(feature, phrases(ante, ana), 0, 1) == ("yes" if yes else "")


@pytest.mark.parametrize(
    ("ante", "ana", "relations"),
    [
        ("the red door", "a red door", {"match"}),
        ("the school door", "a preschool door", {"substring"}),
        ("the car door", "an automobile door", {"synonym"}),
        ("the vehicle door", "a truck door", {"hypernym"}),
        ("the big door", "a small door", {"antonym"}),
        ("the iron door", "the wood door", {"mismatch"}),
        ("the red iron door", "the red wood door", {"match", "mismatch"}),
        ("the red door", "the wood door", set()),
        ("the xyzzy door", "the wood door", set()),
        ("the door", "the red door", set()),
    ],
)
def test_aligned_modifiers(ante, ana, relations):
    table = phrases(ante, ana)
    found = {name for name in RELATIONS if value("aligned_modifiers", table, 0, 1, relation=name)}
    assert found == relations


def test_many_pairs_at_once():
    table = phrases("the red door", "he", "a car door", "the red automobile gate", "a big gate", "small gates")
    pairs = all_pairs(table)
    for relation in RELATIONS:
        codes = PAIR_FEATURES["aligned_modifiers"].codes(pairs, {"relation": relation})
        alone = [
            value("aligned_modifiers", phrases(*texts), 0, 1, relation=relation) == "yes"
            for texts in (
                (" ".join(table.parse.words[slice(*table.triples()[i][:2])]) for i in pair)
                for pair in zip(pairs.ante.tolist(), pairs.ana.tolist(), strict=True)
            )
        ]
        assert codes.tolist() == alone
        assert any(alone) == (relation in ("match", "synonym", "antonym"))
