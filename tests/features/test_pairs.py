"""Every pair feature on hand-made documents."""

from __future__ import annotations

import numpy as np
import pytest
from parses import make_doc, make_table
from tables import keys, lost_keys, quotes, world_bank

from corefpipe.features import MentionTable
from corefpipe.features.pairs import PAIR_FEATURES, Pairs


def acronym() -> MentionTable:
    """World Bank; WB; Tom."""
    return world_bank([(1, 3), (11, 12), (13, 14)])


# feature, table, antecedent, anaphor, value; both may be found in tables.py
CASES = [
    ("sentence_distance", lost_keys, 0, 1, "≤0"),
    ("sentence_distance", lost_keys, 0, 5, "≤1"),
    ("mention_distance", lost_keys, 0, 1, "≤0"),
    ("mention_distance", lost_keys, 0, 6, "≤6"),
    ("exact_match", lost_keys, 2, 5, ""),  # pronouns by their word: her, she
    ("exact_match", lost_keys, 0, 3, ""),
    ("exact_match", keys, 0, 3, ""),
    ("head_match", keys, 0, 1, "yes"),
    ("head_match", keys, 0, 2, ""),
    ("head_match", lost_keys, 2, 5, ""),  # not of pronouns
    ("words_relation", keys, 0, 3, "ana in ante"),
    ("words_relation", keys, 0, 1, "overlap"),
    ("words_relation", keys, 2, 3, ""),
    ("words_relation", lost_keys, 2, 5, ""),
    ("head_in_words", keys, 0, 2, "yes"),  # house in house key
    ("head_in_words", keys, 0, 1, ""),  # the same head
    ("number_match", lost_keys, 0, 5, "same"),
    ("number_match", lost_keys, 0, 6, "other"),
    ("gender_match", lost_keys, 0, 5, "same"),
    ("gender_match", lost_keys, 5, 7, "other"),
    ("gender_match", lost_keys, 3, 5, "unknown"),
    ("animacy_match", lost_keys, 3, 5, "same"),
    ("animacy_match", lost_keys, 1, 5, "other"),
    ("person_match", quotes, 0, 1, "other"),
    ("person_match", quotes, 1, 2, "same"),
    ("entity_type_match", lost_keys, 0, 3, "same"),
    ("entity_type_match", lost_keys, 0, 7, "other"),
    ("entity_type_match", lost_keys, 0, 5, "unknown"),
    ("role_match", lost_keys, 0, 5, "same"),
    ("role_match", lost_keys, 0, 6, "other"),
    ("governor_match", lost_keys, 5, 6, "same"),
    ("governor_match", lost_keys, 0, 6, "other"),
    ("speaker_match", lost_keys, 5, 6, "same"),
    ("speaker_match", lost_keys, 0, 5, ""),  # nobody says the first sentence
    ("names_speaker", lost_keys, 0, 5, "yes"),
    ("names_speaker", lost_keys, 3, 5, ""),
    ("quote_relation", quotes, 0, 1, "ante in"),
    ("quote_relation", quotes, 1, 2, "both out"),
    ("quote_speaker", quotes, 0, 1, "ana speaks"),
    ("quote_speaker", quotes, 1, 2, ""),
    ("embedding", lost_keys, 1, 2, "ana in ante"),
    ("embedding", lost_keys, 0, 1, ""),
    ("syntax", world_bank, 0, 1, "apposition"),
    ("syntax", world_bank, 0, 2, "predicate"),
    ("syntax", world_bank, 4, 5, "conjuncts"),
    ("syntax", world_bank, 4, 6, "same governor"),
    ("syntax", lost_keys, 1, 2, "governs"),
    ("syntax", lost_keys, 0, 5, ""),
    ("compatible_between", lost_keys, 4, 5, "≤0"),
    ("compatible_between", lost_keys, 0, 5, "≤2"),  # her, the captain
    ("subjects_between", lost_keys, 0, 6, "≤2"),  # the captain, she
    ("subjects_between", lost_keys, 5, 6, "≤0"),
    ("acronym", acronym, 0, 1, "yes"),
    ("acronym", acronym, 0, 2, ""),
]


def all_pairs(table: MentionTable) -> Pairs:
    ana, ante = np.tril_indices(len(table), -1)
    return Pairs(table, ante, ana)


def value(feature: str, table: MentionTable, ante: int, ana: int) -> str:
    pairs = all_pairs(table)
    (at,) = np.flatnonzero((pairs.ante == ante) & (pairs.ana == ana))
    return PAIR_FEATURES[feature].values[int(np.asarray(PAIR_FEATURES[feature].compute(pairs))[at])]


@pytest.mark.parametrize(("feature", "table", "ante", "ana", "expected"), CASES)
def test_values(feature, table, ante, ana, expected):
    assert value(feature, table(), ante, ana) == expected


def test_every_feature_is_here():
    assert set(PAIR_FEATURES) == {case[0] for case in CASES}


def test_clear_predicates():
    # ClearNLP: the verb is the root, subject and predicate hang on it.
    doc = make_doc("Tom Tom PROPN NNP 2 nsubj\nis be AUX VBZ 0 ROOT\na a DET DT 4 det\nman man NOUN NN 2 attr")
    assert value("syntax", make_table(doc, [(0, 1), (2, 4)]), 0, 1) == "predicate"


@pytest.mark.parametrize("feature", PAIR_FEATURES)
def test_codes_have_names_and_no_pairs_no_codes(feature):
    known = PAIR_FEATURES[feature]
    assert known.compute.__doc__
    for table in (lost_keys(), world_bank(), keys(), quotes()):
        pairs = all_pairs(table)
        codes = np.asarray(known.compute(pairs)).astype(int)
        assert codes.shape == (len(pairs),)
        assert codes.min() >= 0
        assert codes.max() < len(known.values)
    none = np.zeros(0, dtype=np.int64)
    assert len(known.compute(Pairs(lost_keys(), none, none))) == 0
