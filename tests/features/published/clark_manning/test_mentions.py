"""The mention attributes of Clark & Manning 2015."""

from __future__ import annotations

import pytest
from helpers.parses import cycle_doc, make_doc, make_table
from helpers.tables import attributes_of, lost_keys, world_bank

from corefpipe.features import FeatureSet
from corefpipe.features.published.clark_manning import mentions

# Mrs. Nora Bell; her two old keys; her; The captain of the team; the team; she; them; Boston
EXPECTED = {
    "head_tag": ["PROPN", "NOUN", "PRON", "NOUN", "NOUN", "PRON", "PRON", "PROPN"],
    "last_tag": ["PROPN", "NOUN", "PRON", "NOUN", "NOUN", "PRON", "PRON", "PROPN"],
    "governor_tag": ["VERB", "VERB", "NOUN", "VERB", "NOUN", "VERB", "VERB", "VERB"],
    "first_two": ["mrs. nora", "her two", "", "the captain", "the team", "", "", ""],
    "last_two": ["nora bell", "old keys", "", "the team", "the team", "", "", ""],
    "characters": ["≤14", "≤14", "≤4", "≤24", "≤9", "≤4", "≤4", "≤6"],
    "sentence_length": ["≤9", "≤9", "≤9", "≤14", "≤14", "≤14", "≤14", "≤14"],
    "sentence_number": ["≤0", "≤0", "≤0", "≤1", "≤1", "≤1", "≤1", "≤1"],
    "mention_number": ["≤0", "≤1", "≤3", "≤3", "≤7", "≤7", "≤7", "≤7"],
    "document_part": ["0", "1", "2", "3", "5", "6", "7", "8"],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_values(name):
    assert lost_keys().values(name) == EXPECTED[name]


def test_every_attribute_is_here():
    assert attributes_of(mentions) == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_no_mentions(name):
    assert make_table(make_doc("It it PRON PRP 2 nsubj\nrains rain VERB VBZ 0 root"), []).values(name) == []


def test_a_predicate_has_no_governor():
    assert world_bank([(8, 10)]).values("governor_tag") == ["^"]


def test_tenths_of_a_document():
    doc = cycle_doc(20)
    table = make_table(doc, [(i, i + 1) for i in range(40)])
    assert table.values("document_part") == [str(i // 4) for i in range(40)]


def test_the_set_says_of_the_anaphor_what_it_says_of_the_antecedent():
    spec = FeatureSet("clark_manning2015").spec
    antecedent = {feature.name.removeprefix("m1_") for feature in spec.features if feature.name.startswith("m1_")}
    assert {feature.name.removeprefix("m2_") for feature in spec.starts} == antecedent - {"type"}
    assert spec.learned == ["frequent_words"]


def test_groups_of_the_set():
    spec = FeatureSet("clark_manning2015").spec
    assert [len(feature.templates) for feature in spec.features if feature.group == "Antecedent: words"] == [1] * 14
    pairs = {feature.name: len(feature.templates) for feature in spec.features if feature.group == "Pairs: strings"}
    assert set(pairs.values()) == {2}
    assert "edit_distance" in pairs
