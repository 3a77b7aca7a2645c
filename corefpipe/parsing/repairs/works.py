"""Works that have the name of somebody: "Shakespeare wrote *Hamlet*", "the *Mona Lisa* was painted in Florence"."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.names import NAMED, Name, name_around
from corefpipe.parsing.relations import OBJECTS

_PERSON = "person"
_WORK = "abstract"
_NOUNS = frozenset({"NOUN", "PROPN"})


def retype_works(columns: Columns) -> None:
    """Correct the types of names taken for those of people, in place, of what is written, painted or composed.

    Not of first names alone, as one may write or paint Anna, nor of who has a title. Two nouns with capitals that are
    written become one name: "Austen wrote *Pride and Prejudice*".
    """
    verbs = [i for i, lemma in enumerate(columns.lemmas) if lemma in columns.lexicon.authoring_verbs]
    for start, end in pairwise(columns.bounds):
        if bisect_left(verbs, start) == bisect_left(verbs, end):
            continue
        titles = {tuple(columns.lower[i : i + 3]) for i in _joined_titles(columns, start, end)}
        for token in range(start, end - 2) if titles else ():
            if tuple(columns.lower[token : token + 3]) in titles and _is_joined(columns, token):
                _join(columns, token)
        works = set(_works(columns, start, end))
        for token in range(start, end) if works else ():
            if columns.entity_types[token] == _PERSON and name_around(columns, token, start, end) in works:
                columns.entity_types[token] = _WORK


def _joined_titles(columns: Columns, start: int, end: int) -> Iterator[int]:
    """The first words of titles such as "War and Peace" in a document that are said to be of works."""
    for token in range(start, end - 2):
        is_made = columns.deps[token] in ("obj", "nsubj:pass") and _is_joined(columns, token)
        if is_made and columns.lemmas[columns.heads[token]] in columns.lexicon.authoring_verbs:
            yield token


def _is_joined(columns: Columns, token: int) -> bool:
    """Whether two nouns with capitals, of which nobody is known to be called so, are joined by "and"."""
    both = token, token + 2
    return (
        columns.pos[token + 1] == "CCONJ"
        and (columns.deps[token + 2], columns.heads[token + 2]) == ("conj", token)
        and all(columns.pos[i] in _NOUNS and columns.words[i].istitle() and not columns.entities[i] for i in both)
        and not any(columns.entity_types[i] in NAMED for i in both)
    )


def _join(columns: Columns, token: int) -> None:
    """Make one name of a word and the two after it."""
    for part in range(token, token + 3):
        columns.tag_name(part)
    for part in (token + 1, token + 2):
        columns.heads[part], columns.deps[part], columns.entity_types[part] = token, "flat", ""
    columns.entity_types[token] = _WORK


def _works(columns: Columns, start: int, end: int) -> Iterator[Name]:
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
        name = name_around(columns, token, start, end)
        is_called = len(name) == 1 and (name[0] in lexicon.first_names or name[0] in lexicon.surnames)
        if name[0] in lexicon.titles or (is_called and token not in determined):
            continue
        if not is_object or objects[verb] == 1:
            yield name
