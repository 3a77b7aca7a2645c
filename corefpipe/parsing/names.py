"""Names of people, organizations and places in columns that are not a parse yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corefpipe.lexicon import Lexicon
from corefpipe.parsing.columns import Columns

Name = tuple[str, ...]
"""Words of a name, in lower case."""

_PARTS = frozenset({"flat", "compound"})
NAMED = frozenset({"person", "organization", "place"})
"""Types of entities that have names."""
_MOST_PARTS = 6  # words on each side of the head of a name


def names_within(columns: Columns, start: int, end: int) -> dict[int, Name]:
    """Head of each name in the document [start, end) -> its words; names have a capital and one of three types."""
    return {
        head: name_around(columns, head, start, end)
        for head in range(start, end)
        if columns.pos[head] == "PROPN" and columns.entity_types[head] in NAMED
        if columns.words[head][:1].isupper()
    }


def full_names(names: Mapping[int, Name], entity_types: Sequence[str], lexicon: Lexicon) -> set[Name]:
    """The names of people from their first name on, if there is more: "steve jobs" of "Mr. Steve Jobs"."""
    found = set()
    for name in {name for head, name in names.items() if entity_types[head] == "person"}:
        first = next((i for i, word in enumerate(name[:-1]) if word in lexicon.first_names), None)
        if first is not None:
            found.add(name[first:])
    return found


def name_around(columns: Columns, head: int, start: int, end: int) -> Name:
    """The words of a name around its head, in the document [start, end)."""
    first = last = head

    def is_part(token: int) -> bool:
        return columns.pos[token] == "PROPN" and columns.heads[token] == head and columns.deps[token] in _PARTS

    while first - 1 >= max(start, head - _MOST_PARTS) and is_part(first - 1):
        first -= 1
    while last + 1 < min(end, head + _MOST_PARTS) and is_part(last + 1):
        last += 1
    return tuple(word.lower() for word in columns.words[first : last + 1])
