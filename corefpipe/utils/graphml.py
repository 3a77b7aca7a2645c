"""Graphs as GraphML, which Gephi, networkx, igraph and Cytoscape read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from corefpipe.utils.text import encodable

Data = Mapping[str, str | int]
"""Attributes of a node or edge, each with its value."""

_TYPES = {str: "string", int: "int"}


def graphml(
    name: str,
    nodes: Iterable[tuple[str, Data]],
    edges: Iterable[tuple[str, str, Data]],
    *,
    node_types: Mapping[str, type],
    edge_types: Mapping[str, type],
    directed: bool,
) -> Iterator[str]:
    """A graph as GraphML, line by line.

    Args:
        name: id of the graph.
        nodes: (id, attributes) of each.
        edges: (id of the source, id of the target, attributes) of each.
        node_types: attribute of the nodes -> `str` or `int`.
        edge_types: attribute of the edges -> `str` or `int`; its name is that of no attribute of the nodes.
        directed: whether edges have a direction.
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for of, types in (("node", node_types), ("edge", edge_types)):
        for key, type_ in types.items():
            yield f'<key id="{key}" for="{of}" attr.name="{key}" attr.type="{_TYPES[type_]}"/>\n'
    yield f'<graph id="{name}" edgedefault="{"directed" if directed else "undirected"}">\n'
    for id, data in nodes:
        yield f"<node id={_quoted(id)}>{_xml(data)}</node>\n"
    for source, target, data in edges:
        yield f"<edge source={_quoted(source)} target={_quoted(target)}>{_xml(data)}</edge>\n"
    yield "</graph>\n</graphml>\n"


def _xml(data: Data) -> str:
    return "".join(f'<data key="{key}">{escape(_legal(str(value)))}</data>' for key, value in data.items())


def _quoted(id: str) -> str:
    return quoteattr(_legal(id))


def _legal(text: str) -> str:
    """A text without control characters, which XML cannot contain."""
    return "".join(sign if sign.isprintable() else " " for sign in encodable(text))
