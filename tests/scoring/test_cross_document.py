"""Scores of entities across documents."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.collections import marked

from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.scoring import score

KEY = [
    marked("1_a", "[obama:Obama] met [merkel:Merkel] . [obama:He] left ."),
    marked("1_b", "[obama:Obama] slept . [berlin:Berlin] slept ."),
    marked("2_a", "[obama:Obama] ran . [ann:Ann] ran ."),
]


def labelled(*entities: str) -> list[Document]:
    """The key with other entities, one per mention in text order."""
    names = iter(entities)
    return [replace(one, mentions=[replace(m, entity=next(names)) for m in one.mentions]) for one in KEY]


def test_entities_of_one_id_are_one_chain_by_hand():
    # Key {o1 o2 o3 o4} {m} {b} {a}; response {o1 o2} {o3 b} {o4} {m} {a}: 7 mentions.
    response = labelled("x", "m", "x", "y", "y", "z", "a")
    found = score(KEY, response, cross_document=True)
    assert found["b_cubed"].recall == pytest.approx((2 / 4 + 2 / 4 + 1 / 4 + 1 / 4 + 1 + 1 + 1) / 7)
    assert found["b_cubed"].precision == pytest.approx((1 + 1 + 1 / 2 + 1 + 1 + 1 / 2 + 1) / 7)
    assert found["muc"].recall == pytest.approx(1 / 3)
    assert found["muc"].precision == pytest.approx(1 / 2)
    # Best matching: {o1 o2} with {o1 .. o4}: 2·2/6; m: 1; a: 1; b with {o3 b}: 2·1/3.
    assert found["ceaf_e"].recall == pytest.approx((4 / 6 + 1 + 1 + 2 / 3) / 4)
    assert found["ceaf_e"].precision == pytest.approx((4 / 6 + 1 + 1 + 2 / 3) / 5)
    assert found.documents == ("all documents",)
    assert "across:all" in found.signature


def test_topics_are_scored_by_themselves():
    response = labelled("x", "m", "x", "x", "y", "z", "a")
    assert score(KEY, response, cross_document=True)["muc"].recall == pytest.approx(2 / 3)
    found = score(KEY, response, cross_document=True, topic="prefix")
    assert (found["muc"].recall, found["muc"].precision) == (1, 1)
    assert found.documents == ("1", "2")
    with_topics = [replace(one, metadata={"topic": one.name[0]}) for one in KEY]
    named = score(with_topics, response, cross_document=True, topic="topic")
    assert named["b_cubed"] == found["b_cubed"]
    assert "across:topic" in named.signature


def test_single_documents_are_scored_as_before():
    found = score(KEY, labelled("x", "m", "x", "y", "y2", "z", "a"))
    assert (found["muc"].recall, found["muc"].precision) == (1, 1)
    assert "across" not in found.signature


def test_singletons_are_those_of_the_topic():
    # Obama is a singleton within 1_b and 2_a, but no singleton of the collection.
    found = score(KEY, KEY, cross_document=True, singletons="drop", metrics=["mentions", "b_cubed"])
    assert found["mentions"].f1 == found["b_cubed"].f1 == 1
    assert found.to_dict()["mentions"]["counts"] == [4, 4, 4, 4]


def test_ids_of_single_documents_are_refused():
    names = ["Ann", "Bo", "Cy", "Di", "Ed"]
    text = " ".join(f"[{number}:{name}] ran ." for number, name in enumerate(names, 1))
    numbered = [marked(name, text) for name in ("first", "second")]
    with pytest.raises(AnnotationError, match=r"the key numbers its entities anew in each document\. Give ids"):
        score(numbered, numbered, cross_document=True)
    alone = [replace(one, mentions=[replace(m, entity=one.name + m.entity) for m in one.mentions]) for one in numbered]
    with pytest.raises(AnnotationError, match="no entity of the key is in two documents of a topic"):
        score(alone, alone, cross_document=True)


def test_settings_that_exclude_each_other():
    with pytest.raises(SettingError, match="a topic is for scores across documents"):
        score(KEY, KEY, topic="prefix")
    with pytest.raises(SettingError, match="official scorer's rules are not defined across documents"):
        score(KEY, KEY, cross_document=True, profile="official")
    with pytest.raises(SettingError, match="the metric mention_overlap is not defined across documents"):
        score(KEY, KEY, cross_document=True, metrics="corefud")
    with pytest.raises(AnnotationError, match="the document of the key has no subject"):
        score(KEY, KEY, cross_document=True, topic="subject")
