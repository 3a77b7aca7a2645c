"""Graphs as GraphML."""

from __future__ import annotations

from xml.etree import ElementTree

from corefpipe.utils.graphml import graphml

XML = "{http://graphml.graphdrawing.org/xmlns}"


def test_hostile_names():
    odd = "<a>&\"'\x00\ud800"
    lines = graphml(
        "g",
        [(odd, {"name": odd})],
        [(odd, odd, {"n": 2})],
        node_types={"name": str},
        edge_types={"n": int},
        directed=True,
    )
    root = ElementTree.fromstring("".join(lines))
    shown = "<a>&\"' \\ud800"
    (node,), (edge,) = root.iter(f"{XML}node"), root.iter(f"{XML}edge")
    assert (node.get("id"), node.findtext(f"{XML}data")) == (shown, shown)
    assert (edge.get("source"), edge.get("target"), edge.findtext(f"{XML}data")) == (shown, shown, "2")
    keys = [(key.get("id"), key.get("for"), key.get("attr.type")) for key in root.iter(f"{XML}key")]
    assert keys == [("name", "node", "string"), ("n", "edge", "int")]
    assert root.find(f"{XML}graph").get("edgedefault") == "directed"


def test_without_nodes():
    root = ElementTree.fromstring("".join(graphml("g", [], [], node_types={}, edge_types={}, directed=False)))
    assert list(root.find(f"{XML}graph")) == []
