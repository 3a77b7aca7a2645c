"""Pair features of agreement."""

from __future__ import annotations

import pytest
from helpers.tables import features_of, lost_keys, quotes, value

from corefpipe.features import PAIR_FEATURES
from corefpipe.features.attributes import agreement

# feature, table, antecedent, anaphor, value; the tables are in helpers/tables.py
CASES = [
    ("number_match", lost_keys, 0, 5, "same"),
    ("number_match", lost_keys, 0, 6, "other"),
    ("gender_match", lost_keys, 0, 5, "same"),
    ("gender_match", lost_keys, 5, 7, "other"),
    ("gender_match", lost_keys, 0, 6, "unknown"),
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
]


@pytest.mark.parametrize(("feature", "table", "ante", "ana", "expected"), CASES)
def test_values(feature, table, ante, ana, expected):
    assert value(feature, table(), ante, ana) == expected


def test_every_feature_is_here():
    assert features_of(agreement) == {case[0] for case in CASES}


def test_unknown_is_a_value_of_its_own():
    assert PAIR_FEATURES["number_match"].values == ("unknown", "same", "other")
    assert PAIR_FEATURES["number_match"].silent not in PAIR_FEATURES["number_match"].values


def test_their_docstrings_name_the_attribute():
    assert PAIR_FEATURES["entity_type_match"].doc.startswith("Whether both have the same entity type,")
