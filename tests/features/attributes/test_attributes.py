"""Every mention attribute on a hand-made document, and special cases of some."""

from __future__ import annotations

import re

import numpy as np
import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import attributes_of, clauses, lost_keys, quotes, world_bank

from corefpipe.features import ATTRIBUTES, PAIR_FEATURES, Spec
from corefpipe.features.attributes import context, extents, history, kinds, pleonastic, speech, traits, trees, words

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
    "first_tag": ["PROPN", "PRON", "PRON", "DET", "DET", "PRON", "PRON", "PROPN"],
    "before_tag": ["^", "VERB", "VERB", "PUNCT", "ADP", "SCONJ", "VERB", "ADP"],
    "before_two": ["^", "bell lost", "bell lost", "keys .", "captain of", "said that", "she found", "them in"],
    "after_two": ["lost her", ". the", "two old", "said that", "said that", "found them", "in boston", ". $"],
    "ends_with_head": ["yes", "yes", "yes", "no", "yes", "yes", "yes", "yes"],
    "embedding_depth": ["≤0", "≤0", "≤1", "≤0", "≤1", "≤0", "≤0", "≤0"],
    "embedded_nouns": ["≤0", "≤1", "≤0", "≤1", "≤0", "≤0", "≤0", "≤0"],
    "relation_path": [
        "nsubj root",
        "obj root",
        "nmod:poss obj root",
        "nsubj root",
        "nmod nsubj root",
        "nsubj ccomp root",
        "obj ccomp root",
        "obl ccomp root",
    ],
    "ancestry": [
        "nsubj > VERB root",
        "obj < VERB root",
        "nmod:poss > NOUN obj < VERB",
        "nsubj > VERB root",
        "nmod < NOUN nsubj > VERB",
        "nsubj > VERB ccomp < VERB",
        "obj < VERB ccomp < VERB",
        "obl < VERB ccomp < VERB",
    ],
    "bare_plural": ["no"] * 8,
    "quantifier_start": ["no"] * 8,
    "position": ["first", "last", "middle", "first", "middle", "middle", "middle", "last"],
    "discourse": ["article"] * 8,
    "extent": [
        "mrs. nora bell",
        "her two old keys",
        "her",
        "the captain of the team",
        "the team",
        "she",
        "them",
        "boston",
    ],
    "short_extent": ["mrs. nora bell", "keys", "her", "captain", "team", "she", "them", "boston"],
    "seen_longer": ["no"] * 8,
    "seen_extent": ["no"] * 8,
    "seen_to_head": ["no"] * 8,
    "pleonastic": ["no"] * 8,
}


@pytest.mark.parametrize("name", EXPECTED)
def test_values(name):
    assert lost_keys().values(name) == EXPECTED[name]


def test_every_attribute_is_here():
    assert attributes_of(context, extents, history, kinds, pleonastic, speech, traits, trees, words) == set(EXPECTED)


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


def test_depth_counts_all_that_is_around():
    # the World Bank, the lender, and parts of it
    assert world_bank([(0, 6), (0, 3), (1, 3), (2, 3), (4, 6), (8, 10)]).values("embedding_depth") == [
        *("≤0", "≤1", "≤2", ">2", "≤1", "≤0")
    ]


def test_position():
    assert clauses().values("position") == [
        *("first", "middle", "last", "middle", "first", "last", "last", "first", "middle", "middle", "last", "whole")
    ]


@pytest.mark.parametrize(("name", "which"), [("bare_plural", {9, 10}), ("quantifier_start", {5, 11})])
def test_noun_phrases(name, which):
    assert clauses().values(name) == ["yes" if i in which else "no" for i in range(12)]


@pytest.mark.parametrize("name", ["default", "context"])
def test_our_own_sets_have_no_features_of_papers(name):
    used = set(re.findall(r"\w+", Spec.load(name).text))
    registered = [*ATTRIBUTES.items(), *PAIR_FEATURES.items()]
    published = {one for one, known in registered if ".published." in known.compute.__module__}
    assert used & published == set()
