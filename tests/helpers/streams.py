"""The chains that a program builds from the records of a stream."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def rebuilt(records: Iterable[dict[str, Any]]) -> dict[tuple[int, int], str]:
    """(start, end) -> entity of the mentions after these records."""
    found: dict[tuple[int, int], str] = {}
    for record in records:
        if record.get("resumed"):
            found.clear()
        for place in record["removed"]:
            found.pop((place["start"], place["end"]), None)
        found |= {(one["start"], one["end"]): one["entity"] for one in record["mentions"]}
    return found


def mentions_of(chains: dict[str, list[Any]]) -> dict[tuple[int, int], str]:
    """The same of the chains of a stream."""
    return {mention.span: id for id, mentions in chains.items() for mention in mentions}
