"""One entity type per name and document: in "Sarah Nwosu … *Nwosu*" both are a person, whatever the typer predicts.

The typer works on sentences, but most names have one sense per document (Gale, Church & Yarowsky 1992, One Sense per
Discourse).
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.relations import NAME_PARTS, SUBJECTS

Name = tuple[str, ...]
"""Words of a name, in lower case."""

_PARTS_BESIDE = 6
"""Maximum number of words of a name on each side of its head."""
_TYPES = frozenset({"person", "place"})
"""Types that are unified. An organization may share the name of its founder or its town."""


def unify_name_types(columns: Columns) -> None:
    """Unify the types of each name within a document, in place: that of the full name, or the most frequent one."""
    types = columns.entity_types
    for start, end in pairwise(columns.bounds):
        names = _names(columns, start, end)
        surnames = {name[-1] for head, name in names.items() if len(name) > 1 and types[head] == "person"}
        counts: dict[Name, Counter[str]] = {}
        for head, name in names.items():
            if len(name) == 1 and name[0] in surnames and _may_be_person(columns, head):
                types[head] = "person"
            counts.setdefault(name, Counter())[types[head]] += 1
        for head, name in names.items():
            types[head] = _most_frequent(counts[name]) or types[head]


def _may_be_person(columns: Columns, head: int) -> bool:
    """Whether a surname refers to a person: "Osaka won", not "in Osaka"."""
    is_town = columns.lower[head] in columns.lexicon.places
    return not is_town or columns.deps[head] in SUBJECTS


def _most_frequent(counts: Counter[str]) -> str:
    """The most frequent type of a name, "" if there is a tie."""
    (best, most), *others = counts.most_common(2)
    return "" if others and others[0][1] == most else best


def _names(columns: Columns, start: int, end: int) -> dict[int, Name]:
    """Head of each name of a person or place in the document [start, end) -> its words."""
    return {
        head: _words_around(columns, head, start, end)
        for head in range(start, end)
        if columns.pos[head] == "PROPN" and columns.entity_types[head] in _TYPES
        if columns.words[head][:1].isupper()
    }


def _words_around(columns: Columns, head: int, start: int, end: int) -> Name:
    """The words of a name around its head, in the document [start, end)."""
    first = last = head

    def is_part(token: int) -> bool:
        return columns.pos[token] == "PROPN" and columns.heads[token] == head and columns.deps[token] in NAME_PARTS

    while first - 1 >= max(start, head - _PARTS_BESIDE) and is_part(first - 1):
        first -= 1
    while last + 1 < min(end, head + _PARTS_BESIDE + 1) and is_part(last + 1):
        last += 1
    return tuple(columns.lower[first : last + 1])
