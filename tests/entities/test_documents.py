"""`corefpipe.link`: chains of documents to entities, in any order, to earlier entities and to a list."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.collections import marked, news
from hypothesis import given
from hypothesis import strategies as st

import corefpipe
from corefpipe.document import Document
from corefpipe.entities.collection import Entities
from corefpipe.exceptions import AnnotationError, FormatError, SettingError


def test_people_places_and_organizations_across_documents():
    found = corefpipe.link(news())
    assert found.entity_of("a", "1") == found.entity_of("b", "1") == found.entity_of("e", "2")
    assert found.entity_of("c", "1") == found.entity_of("d", "3") != found.entity_of("a", "1")
    assert found.entity_of("c", "3") == found.entity_of("d", "1")
    obama = found.entity_of("a", "1")
    assert (obama.id, obama.name, obama.gender, obama.mentions) == ("e1", "Barack Obama", "male", 5)
    assert obama.documents == ("a", "b", "e")
    assert set(obama.aliases) == {"President Obama", "Obama"}
    assert repr(found) == f"<Entities: {len(found)} of 6 documents>"


@given(st.permutations(news()))
def test_any_order_of_documents_gives_the_same_entities(documents):
    assert list(corefpipe.link(documents)) == list(corefpipe.link(news()))


@given(st.permutations(news()), st.integers(1, 5))
def test_earlier_entities_stay_as_they_are(documents, first):
    before = corefpipe.link(documents[:first])
    after = corefpipe.link(documents[first:], to=before)
    assert [entity.id for entity in after][: len(before)] == [entity.id for entity in before]
    for old, new in zip(before, after, strict=False):
        kept = tuple(member for member in new.members if member.document in {one.name for one in documents[:first]})
        assert (new.name, kept) == (old.name, old.members)
    assert sum(len(entity.members) for entity in after) == sum(len(one.chains()) for one in news())
    assert after.header.documents == 6
    assert len({entity.id for entity in after}) == len(after)


@pytest.mark.parametrize(
    ("one", "other", "title"),
    [
        ("Emperor Norton", "Emperor Franz Joseph", "The Emperor"),
        ("President Trump", "Joe Biden", "the President"),
        ("Queen Victoria", "Queen Camilla", "the queen"),
    ],
)
def test_people_of_one_title_are_told_apart(one, other, title):
    texts = [f"[1:{name}] met reporters in [2:the garden] . [1:{title}] was tired ." for name in (one, other)]
    documents = [
        replace(found, entity_types=["PERSON" if word[0].isupper() else "" for word in found.words])
        for found in (marked(name, text) for name, text in zip("ab", texts, strict=True))
    ]
    found = corefpipe.link(documents)
    assert found.entity_of("a", "1") != found.entity_of("b", "1")


def test_a_title_alone_is_no_name():
    """Presidents of documents about different things are different people, whether they are named there or not."""
    found = corefpipe.link(
        [
            marked("a", "[1:The President] opened [2:a factory] in Ohio . [1:The President] shook hands ."),
            marked("b", "[1:The President] sang in [2:the opera] in Prague . [1:The President] took a bow ."),
        ]
    )
    assert found.entity_of("a", "1") != found.entity_of("b", "1")


def test_a_file_of_earlier_entities(tmp_path):
    corefpipe.link(news()[:3]).to_jsonl(tmp_path / "entities.jsonl.gz")
    after = corefpipe.link(news()[3:], to=tmp_path / "entities.jsonl.gz")
    assert list(after) == list(corefpipe.link(news()[3:], to=corefpipe.link(news()[:3])))
    assert after.entity_of("e", "2").documents == ("a", "b", "e")


def test_a_list_of_entities(tmp_path):
    listed = tmp_path / "list.tsv"
    listed.write_text("Q76\tBarack Obama\tPresident Obama\nQ64\tBerlin\nQ1\tNobody Else\n", encoding="utf-8")
    found = corefpipe.link(news(), entities=listed)
    assert [entity.id for entity in found[:3]] == ["Q76", "Q64", "Q1"]
    assert found.entity_of("a", "1").id == found.entity_of("b", "1").id == "Q76"
    assert found.entity_of("a", "2").id == "Q64"
    assert (found[2].name, found[2].members, found[3].id) == ("Nobody Else", (), "e1")
    counts = found[0].profile.names  # only mentions count
    assert sum(counts.values()) == sum(corefpipe.link(news()).entity_of("a", "1").profile.names.values())
    assert (found[2].profile.names, found.table()[-1].names) == ({"Nobody Else": 0}, {})
    found.to_jsonl(tmp_path / "entities.jsonl")
    assert list(corefpipe.Entities.read(tmp_path / "entities.jsonl")) == list(found)
    again = corefpipe.link([marked("g", "[1:Obama] went to [2:Berlin] .")], to=found, entities=listed)
    assert again.entity_of("g", "2").id == "Q64"
    assert len(again[:3]) == len({entity.id for entity in again[:3]})


def test_raw_texts_are_resolved_with_names_that_they_mention_once(model):
    texts = [Document("a", text="Ann Moore went to Oslo."), Document("b", text="Ann Moore left. She was in Oslo.")]
    found = corefpipe.link(texts, model=str(model))
    assert found[0].documents == ("a", "b")
    assert corefpipe.link([*news()[2:], texts[0]], model=str(model)).header.documents == 5


def test_thresholds():
    chains = sum(len(document.chains()) for document in news())
    assert len(corefpipe.link(news(), threshold=100)) == chains
    assert len(corefpipe.link(news(), threshold=-100)) < len(corefpipe.link(news()))


def test_documents_with_the_ids_of_entities():
    found = corefpipe.link(news())
    first, second, *_ = found.label(news())
    assert [one.entity for one in first.mentions] == ["e1", "e2", "e3", "e1"]
    assert {one.entity for one in second.mentions} == {"e1", "e2", found.entity_of("b", "3").id}
    with pytest.raises(SettingError, match="no chain 1 of a document other was linked"):
        list(found.label(marked("other", "[1:Ann] left .")))


def test_parts_of_a_document_are_documents():
    parts = [replace(marked("x", "[1:Ann Lee] left ."), part=part) for part in (0, 1)]
    assert corefpipe.link(parts).entity_of("x; part 001", "1").documents == ("x", "x; part 001")


def test_pronouns_and_chains_without_words():
    document = marked("x", "[1:He] saw [2:her] . [1:He] left .")
    document.mentions.append(replace(document.mentions[0], start=2, end=2, entity="9"))
    found = corefpipe.link([document, marked("y", "[1:He] saw [1:himself] .")])
    assert [entity.name for entity in found] == ["he", "her", "he"]


def test_wrong_documents():
    with pytest.raises(AnnotationError, match="document a: two documents have this name"):
        corefpipe.link([*news(), news()[0]])
    with pytest.raises(AnnotationError, match=r"document b: the document is among those .* Leave it out"):
        corefpipe.link(news()[1:], to=corefpipe.link(news()[:2]))
    with pytest.raises(AnnotationError, match=r"none of 1 documents has chains\. Resolve them first"):
        corefpipe.link(replace(news()[0], mentions=[]))
    with pytest.raises(AnnotationError, match="there are no documents"):
        corefpipe.link([])


def test_a_file_that_has_no_entities(tmp_path):
    with pytest.raises(FormatError, match="no such file"):
        corefpipe.link(news(), to=tmp_path / "x.jsonl")
    assert isinstance(corefpipe.link(news()), Entities)
