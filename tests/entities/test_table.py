"""Tables and graphs of entities: of a collection, and of one document."""

from __future__ import annotations

from xml.etree import ElementTree

from helpers.collections import marked, news

import corefpipe
from corefpipe.entities.neighbours import cooccurrence_graph, neighbours
from corefpipe.entities.records import Entity, Member, Profile
from corefpipe.entities.table import EntityFacts, WordPlace, table_of

GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"


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


def test_last_mention_is_that_of_the_last_document():
    members = (Member("a", "1", 2, 3, 90), Member("b", "1", 1, 2, 2), Member("b", "2", 2, 5, 40))
    (row,) = table_of([Entity("e1", "x", Profile(5), members)])
    assert (row.first, row.last, row.documents) == (("a", 3), ("b", 40), 2)


def test_an_entity_that_no_document_mentions():
    table = table_of([Entity("Q1", "Nobody", Profile(), ())])
    assert (table[0].first, table[0].last, table[0].mentions) == (("", None), ("", None), 0)
    assert table.to_csv().splitlines()[1] == "Q1,Nobody,,,,,,0,0,,,,,,,,,"
    assert table_of([]).to_jsonl() == ""


def test_neighbours_are_the_same_both_ways():
    found = list(corefpipe.link(news()))
    near = neighbours(found)
    assert {found[other].name: count for other, count in near[0].items()}["Berlin"] == 3
    for number, others in enumerate(near):
        assert all(near[other][number] == sentences for other, sentences in others.items())


def test_a_name_is_that_of_the_entity_in_the_same_documents():
    documents = [
        marked("a", "[1:Eve Smith] left . [1:Smith] met [2:Zoe Hill] ."),
        marked("b", "[1:Joe Smith] left . [1:Smith] met [2:Max Ray] . [1:Smith] saw [2:Ray] . [1:Smith] sat ."),
    ]
    found = list(corefpipe.link(documents, threshold=100))
    near = [{found[other].name for other in others} for others in neighbours(found)]
    assert dict(zip([entity.name for entity in found], near, strict=True)) == {
        "Eve Smith": {"Zoe Hill"},
        "Zoe Hill": {"Eve Smith"},
        "Joe Smith": {"Max Ray"},
        "Max Ray": {"Joe Smith"},
    }


def test_graph():
    found = list(corefpipe.link(news()))
    root = ElementTree.fromstring("".join(cooccurrence_graph(found)))
    nodes = {one.get("id"): one for one in root.iter(f"{GRAPHML}node")}
    edges = [
        ({one.get("source"), one.get("target")}, one.findtext(f"{GRAPHML}data")) for one in root.iter(f"{GRAPHML}edge")
    ]
    assert ({"e1", "e2"}, "3") in edges
    assert set().union(*(ends for ends, _ in edges)) == set(nodes)
    values = {data.get("key"): data.text for data in nodes["e1"]}
    assert values == {"name": "Barack Obama", "kind": None, "gender": "male", "mentions": "5", "documents": "3"}
    assert root.find(f"{GRAPHML}graph").get("edgedefault") == "undirected"
    assert ElementTree.fromstring("".join(cooccurrence_graph([]))).find(f"{GRAPHML}graph") is not None


def test_a_graph_in_a_file(tmp_path):
    entities = corefpipe.link(news())
    entities.to_graphml(tmp_path / "x.graphml")
    assert (tmp_path / "x.graphml").read_text(encoding="utf-8") == "".join(cooccurrence_graph(list(entities)))
