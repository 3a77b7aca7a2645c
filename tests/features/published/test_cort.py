"""The attributes in cort's default features."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.soon_tables import phrases
from helpers.tables import lost_keys, world_bank

from corefpipe.features import FeatureSet


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("fine_type", ["name", "definite", "she", "definite", "definite", "she", "they", "name"]),
        ("relation", ["nsubj", "obj", "nmod:poss", "nsubj", "nmod", "nsubj", "obj", "obl"]),
        ("coarse_class", ["person", "object", "person", "person", "object", "person", "unknown", "object"]),
    ],
)
def test_values(name, expected):
    assert lost_keys().values(name) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("this man", "demonstrative"),
        ("a man", "indefinite"),
        ("men", "indefinite"),
        ("the man", "definite"),
        ("Ann Bell", "name"),
        ("himself", "he"),
    ],
)
def test_fine_type(text, expected):
    assert phrases(text).values("fine_type") == [expected]


def test_a_coordination_has_the_type_of_its_first_part():
    assert world_bank().values("fine_type")[2:5] == ["indefinite", "name", "name"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the lawyer", "person"),
        ("a box", "object"),
        ("an hour", "numeric"),
        ("$ 5", "numeric"),
        ("1999", "numeric"),
        ("it", "object"),
        ("they", "unknown"),
        ("the idea", "unknown"),
    ],
)
def test_coarse_class(text, expected):
    assert phrases(text).values("coarse_class") == [expected]


def test_one_of_the_rooms_is_no_number():
    doc = make_doc(
        """
        one one NUM CD 0 root
        of of ADP IN 4 case
        the the DET DT 4 det
        rooms room NOUN NNS 1 nmod
        """
    )
    assert make_table(doc, [(0, 4), (0, 1)]).values("coarse_class") == ["unknown", "numeric"]


def test_entity_types_go_first():
    doc = make_doc("the the DET DT 2 det\nidea idea NOUN NN 0 root", types={1: "time"})
    assert make_table(doc, [(0, 2)]).values("coarse_class") == ["numeric"]


def test_every_feature_stands_with_each_fine_type():
    spec = FeatureSet("cort").spec
    kinds = {feature.name: len(feature.templates) for feature in spec.features}
    assert kinds.pop("bias") == 1
    assert [kinds.pop(name) for name in ("ana_fine_type", "ante_fine_type", "fine_type")] == [1, 1, 1]
    assert set(kinds.values()) == {4}
    assert len(kinds) == 3 * 13 + 10
