"""Every mention attribute on a hand-made document, and special cases of some."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import attributes_of, lost_keys, quotes, world_bank

from corefpipe.features.attributes import context, history, kinds, traits, words

# Mrs. Nora Bell; her two old keys; her; The captain of the team; the team; she; them; Boston
EXPECTED = {
    "kind": ["name", "nominal", "pronoun", "nominal", "nominal", "pronoun", "pronoun", "name"],
    "type": ["name", "nominal", "she", "nominal", "nominal", "she", "they", "name"],
    "form": ["name", "possessed", "her", "definite", "definite", "she", "them", "name"],
    "head": ["bell", "keys", "her", "captain", "team", "she", "them", "boston"],
    "lemma": ["bell", "key", "she", "captain", "team", "she", "they", "boston"],
    "first": ["mrs.", "her", "her", "the", "the", "she", "them", "boston"],
    "last": ["bell", "keys", "her", "team", "team", "she", "them", "boston"],
    "before": ["^", "lost", "lost", ".", "of", "that", "found", "in"],
    "after": ["lost", ".", "two", "said", "said", "found", "in", "."],
    "governor": ["lose", "lose", "key", "say", "captain", "find", "find", "find"],
    "role": ["subject", "object", "possessor", "subject", "modifier", "subject", "object", "oblique"],
    "preposition": ["", "", "", "", "of", "", "", "in"],
    "length": ["≤3", "≤5", "≤1", "≤5", "≤2", "≤1", "≤1", "≤1"],
    "number": ["singular", "plural", "singular", "singular", "singular", "singular", "plural", "singular"],
    "person": ["3"] * 8,
    "gender": ["female", "neuter", "female", "male", "neuter", "female", "", "neuter"],  # captain: by counts
    "animacy": ["animate", "inanimate", "animate", "animate", "group", "animate", "", "inanimate"],
    "entity_type": ["person", "object", "", "person", "organization", "", "", "place"],
    "core": ["mrs. nora bell", "her two old keys", "", "captain of the team", "team", "", "", "boston"],
    "words": ["bell nora", "key old two", "", "captain", "team", "", "", "boston"],
    "supersense": ["", "artifact", "", "person", "group", "", "", ""],
    "seen": ["≤0", "≤0", "≤0", "≤0", "≤0", "≤1", "≤0", "≤0"],
    "seen_core": ["none", "none", "", "none", "none", "", "", "none"],
    "nesting": ["flat", "holds", "inside", "holds", "inside", "flat", "flat", "flat"],
    "quote": ["out"] * 8,
    "pronoun_near": ["she", "she", "", "she", "she", "", "", ""],
    "variant": ["only"] * 8,
    "after_tag": ["VERB", "PUNCT", "NUM", "VERB", "VERB", "VERB", "ADP", "PUNCT"],
    "mention_odds": [""] * 8,
    "place": ["first start", "first", "first", "later start", "later", "later", "later", "later"],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_values(name):
    assert lost_keys().values(name) == EXPECTED[name]


def test_every_attribute_is_here():
    assert attributes_of(context, history, kinds, traits, words) == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_no_mentions(name):
    assert make_table(make_doc("It it PRON PRP 2 nsubj\nrains rain VERB VBZ 0 root"), []).values(name) == []


@pytest.mark.parametrize(
    ("table", "name", "mention", "value"),
    [
        (world_bank, "kind", 3, "coordination"),
        (world_bank, "number", 3, "plural"),
        (world_bank, "form", 2, "indefinite"),
        (world_bank, "role", 2, "predicate"),
        (world_bank, "role", 1, "apposition"),
        (world_bank, "role", 5, "subject"),  # a conjunct has the role of the first conjunct
        (world_bank, "variant", 3, "long"),
        (world_bank, "variant", 4, "short"),
        (world_bank, "nesting", 5, "inside"),
        (world_bank, "gender", 5, "male"),
        (world_bank, "gender", 6, "neuter"),
        (quotes, "person", 0, "1"),
        (quotes, "quote", 0, "in"),
        (quotes, "quote", 1, "out"),
        (quotes, "pronoun_near", 1, "he"),
    ],
)
def test_further_values(table, name, mention, value):
    assert table().values(name)[mention] == value


def test_both_label_schemes_give_the_same_roles():
    ud = make_doc("He he PRON PRP 2 nsubj\nsat sit VERB VBD 0 root\nin in ADP IN 4 case\nBoston Boston PROPN NNP 2 obl")
    clear = make_doc(
        "He he PRON PRP 2 nsubj\nsat sit VERB VBD 0 ROOT\nin in ADP IN 2 prep\nBoston Boston PROPN NNP 3 pobj"
    )
    for doc in (ud, clear):
        table = make_table(doc, [(0, 1), (3, 4)])
        assert table.values("role") == ["subject", "oblique"]
        assert table.values("preposition") == ["", "in"]


def test_odds_of_being_a_mention():
    table = lost_keys()
    table.odds = np.array([-9.0, -0.5, 0.0, 0.9, 1.0, 3.99, 4.0, 9.0])
    assert table.values("mention_odds") == ["-4", "-1", "0", "0", "1", "3", "4", "4"]
    assert table.select(np.array([0, 6])).values("mention_odds") == ["-4", "4"]
