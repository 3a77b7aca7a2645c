"""Tables of entities: of a collection, a document and a stream."""

from __future__ import annotations

from helpers.collections import news

import corefpipe
from corefpipe.entities.records import Entity, Member, Profile
from corefpipe.entities.table import EntityFacts, WordPlace, table_of


def test_a_collection():
    first, *others = corefpipe.link(news()).table()
    assert first == EntityFacts(
        entity="e1",
        name="Barack Obama",
        names={"Barack Obama": 1, "Obama": 1, "President Obama": 1},
        phrases={"the president": 1},
        pronouns={"he": 1},
        kind="",
        gender="male",
        mentions=5,
        documents=3,
        first=WordPlace("a", 0),
        last=WordPlace("e", 9),
        agent={},
        patient={},
        possession={},
        modifier={},
        near={"Berlin": 3, "Angela Merkel": 1, "Chancellor Merkel": 1, "The chancellor": 1},
    )
    mentions = [one.mentions for one in (first, *others)]
    assert mentions == sorted(mentions, reverse=True)


def test_a_document(packaged):
    text = "Ann Lee lost her old keys in Rome. Bob saw the angry woman. She called him, and Bob found her keys in Rome."
    document = corefpipe.resolve(text)
    table = corefpipe.Entities.from_document(document).table()
    assert [one.entity for one in table] == [row.entity for row in document.entity_table()]
    assert [one.name for one in table] == [row.name for row in document.entity_table()]
    ann = next(one for one in table if one.name == "Ann Lee")
    assert ann.documents == 1
    assert ann.agent["lose"] == 1
    assert ann.possession["key"] == 2
    assert ann.near["Bob"] == 2


def test_a_stream():
    with corefpipe.Stream() as stream:
        stream.append("Ann Lee lost her keys in Rome. ")
        stream.append("She called Bob. Bob came to Rome.")
        document = stream.document()
    table = corefpipe.Entities.from_document(document).table()
    assert {one.name for one in table} >= {"Ann Lee", "Bob", "Rome"}
    assert [one.entity for one in table] == [row.entity for row in document.entity_table()]
    assert table.columns == corefpipe.link(news()).table().columns


def test_last_mention_is_that_of_the_last_document():
    members = (Member("a", "1", 2, 3, 90), Member("b", "1", 1, 2, 2), Member("b", "2", 2, 5, 40))
    (row,) = table_of([Entity("e1", "x", Profile(5), members)])
    assert (row.first, row.last, row.documents) == (("a", 3), ("b", 40), 2)


def test_an_entity_that_no_document_mentions():
    table = table_of([Entity("Q1", "Nobody", Profile(), ())])
    assert (table[0].first, table[0].last, table[0].mentions) == (("", None), ("", None), 0)
    assert table.to_csv().splitlines()[1] == "Q1,Nobody,,,,,,0,0,,,,,,,,,"
    assert table_of([]).to_jsonl() == ""
