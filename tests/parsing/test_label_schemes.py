"""Mapping dependency relations and entity types of other label schemes."""

from __future__ import annotations

import pytest

from corefpipe.parsing.label_schemes import gum_entity_type, ud_relation


@pytest.mark.parametrize(
    ("label", "relation"),
    [("dobj", "obj"), ("nsubjpass", "nsubj:pass"), ("ROOT", "root"), ("nsubj", "nsubj"), ("obl:tmod", "obl:tmod")],
)
def test_relations(label, relation):
    assert ud_relation(label) == relation
    assert ud_relation(relation) == relation


@pytest.mark.parametrize(
    ("label", "type_"),
    [("PERSON", "person"), ("GPE", "place"), ("NORP", "person"), ("CARDINAL", ""), ("animal", "animal"), ("", "")],
)
def test_entity_types(label, type_):
    assert gum_entity_type(label) == type_
    assert gum_entity_type(type_) == type_
