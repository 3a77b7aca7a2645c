"""Who is in sentences with whom, and the graph of it."""

from __future__ import annotations

from xml.etree import ElementTree

from helpers.collections import marked, news

import corefpipe
from corefpipe.entities.neighbours import cooccurrence_graph, neighbours

GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"


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
