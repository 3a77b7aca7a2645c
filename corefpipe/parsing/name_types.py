"""One entity type per name and document: in "Sarah Nwosu … *Nwosu*" both are a person, whatever the typer predicts.

The typer works on sentences, but most names have one sense per document (Gale, Church & Yarowsky 1992, One Sense per
Discourse).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.relations import NAME_PARTS, SUBJECTS

Name = tuple[str, ...]
"""Words of a name, in lower case."""

_PARTS_BESIDE = 6
"""Maximum number of words of a name on each side of its head."""
_USUAL = 6
"""Number of names from which what stands before them shows that they are those of a place."""
_PLACED, _PERSONAL, _DEFINITE = 0.25, 0.05, 0.2
"""Shares of the names: after a preposition of places, at least; called, titled or speaking, at most; with an article.

One at least must be "at Milton": one believes "in" people, and goes "to" them. In 91 novels these make 1,077 names
those of places ("Milton", "Carlingford"), of which none is a person's; the shares were chosen there (`eval/novels`).
"""
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
        best = {name: _most_frequent(own) for name, own in counts.items()}
        for head, name in names.items():
            types[head] = best[name] or types[head]
        for head in _at_places(columns, names, start, end):
            types[head] = "place"


def _at_places(columns: Columns, names: Mapping[int, Name], start: int, end: int) -> Iterator[int]:
    """Heads of names of people, by most of their types, that mostly stand as those of places do: "in Milton".

    Args:
        columns: the annotation.
        names: see `_names`.
        start, end: tokens of the document.
    """
    titles = columns.lexicon.titles
    bare = {head: tuple(word for word in name if word not in titles) for head, name in names.items()}
    counts = Counter(bare.values())
    heads = {head: name for head, name in bare.items() if counts[name] >= _USUAL}
    if not heads:
        return
    people, personal, definite = Counter[Name](), Counter[Name](), Counter[Name]()
    for head, name in heads.items():
        first = head - names[head].index(columns.lower[head])
        before = columns.lower[first - 1] if first > start else ""
        is_titled = len(name) < len(names[head]) or before in titles
        people[name] += columns.entity_types[head] == "person"
        personal[name] += is_titled or _speaks(columns, head) or columns.deps[head] == "vocative"
        definite[name] += before in columns.lexicon.articles
    places, inside, ends = _after_prepositions(columns, heads, start, end)
    for head, name in heads.items():
        count = counts[name]
        placed = places[name] + inside[name] + ends[name] / 2
        is_place = places[name] > 0 and placed >= _PLACED * (count + 2) and 2 * people[name] > count
        if is_place and definite[name] < _DEFINITE * count and personal[name] <= _PERSONAL * count:
            yield head


def _speaks(columns: Columns, head: int) -> bool:
    """Whether a name is the subject of a speech verb."""
    return columns.deps[head] in SUBJECTS and columns.lemmas[columns.heads[head]] in columns.lexicon.speech_verbs


def _after_prepositions(
    columns: Columns, heads: Mapping[int, Name], start: int, end: int
) -> tuple[Counter[Name], Counter[Name], Counter[Name]]:
    """How often each name of a document stands after prepositions of places, "in", and those of the ends of a path."""
    lexicon = columns.lexicon
    kinds = lexicon.place_prepositions, lexicon.inside_prepositions, lexicon.path_prepositions
    found = Counter[Name](), Counter[Name](), Counter[Name]()
    for token in range(start, end):
        head = columns.heads[token]
        if head in heads and token < head and columns.deps[token] == "case":
            for words, counts in zip(kinds, found, strict=True):
                counts[heads[head]] += columns.lower[token] in words
    return found


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
