"""Works that have the name of somebody: "Shakespeare wrote *Hamlet*", "the *Mona Lisa* was painted in Florence"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.relations import OBJECTS

_PERSON = "person"
_WORK = "abstract"
_PARTS = frozenset({"flat", "compound"})


def retype_works(columns: Columns) -> None:
    """Correct the types of names taken for those of people, in place, of what is written, painted or composed.

    Not of first names alone, as one may write or paint Anna, nor of who has a title.
    """
    for start, end in pairwise(columns.bounds):
        works = {_name(columns, name) for name in _works(columns, start, end)}
        for token in range(start, end) if works else ():
            if columns.entity_types[token] == _PERSON and _name(columns, token) in works:
                columns.entity_types[token] = _WORK


def _works(columns: Columns, start: int, end: int) -> Iterator[int]:
    """The names of a document that are said to be of works."""
    deps, heads, lexicon = columns.deps, columns.heads, columns.lexicon
    objects = Counter(heads[i] for i in range(start, end) if deps[i] in OBJECTS)
    determined = {heads[i] for i in range(start, end) if columns.lower[i] in lexicon.definite_articles}
    for token in range(start, end):
        if columns.entity_types[token] != _PERSON or columns.pos[token] != "PROPN":
            continue
        is_object, verb = deps[token] == "obj", heads[token]
        if not (is_object or deps[token] == "nsubj:pass") or columns.lemmas[verb] not in lexicon.authoring_verbs:
            continue
        name = _name(columns, token)
        is_called = len(name) == 1 and (name[0] in lexicon.first_names or name[0] in lexicon.surnames)
        if name[0] in lexicon.titles or (is_called and token not in determined):
            continue
        if not is_object or objects[verb] == 1:
            yield token


def _name(columns: Columns, head: int) -> tuple[str, ...]:
    """The words of a name, in lower case."""
    first = last = head
    while first and _is_part(columns, first - 1, head):
        first -= 1
    while last + 1 < len(columns.heads) and _is_part(columns, last + 1, head):
        last += 1
    return tuple(columns.lower[first : last + 1])


def _is_part(columns: Columns, token: int, head: int) -> bool:
    return columns.heads[token] == head and columns.pos[token] == "PROPN" and columns.deps[token] in _PARTS
