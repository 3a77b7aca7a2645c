"""Nouns that are words of a name: the "Cola" and the "Company" of "the Coca-Cola Company", "Jobs" of Steve Jobs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.names import full_names, names_within

_ALONE = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl", "nmod", "nmod:poss", "conj", "root", "vocative"})
"""Relations of names of one word."""
_BEFORE_NOUN = frozenset({"amod", "nummod", "compound", "nmod:poss"})
"""Relations of what stands before nouns, not before names: "Many jobs", "his job"."""


def tag_named_nouns(columns: Columns) -> None:
    """Tag as names, in place, nouns with a capital after a name and a hyphen, and those that end an organization's.

    Also the words of somebody's full name alone: "Steve Jobs … Jobs left", if the text has no "jobs".
    """
    words, pos, bounds = columns.words, columns.pos, frozenset(columns.bounds)
    endings = columns.lexicon.organization_endings | columns.lexicon.legal_forms
    found: set[int] = set()
    for i, tag in enumerate(pos):
        if tag == "NOUN" and words[i].istitle() and i not in bounds:
            joined = words[i - 1] == "-" and i - 1 not in bounds and pos[i - 2] == "PROPN"
            if joined or (words[i].lower() in endings and (pos[i - 1] == "PROPN" or i - 1 in found)):
                found.add(i)
    for i in found:
        columns.tag_name(i)
    for start, end in pairwise(columns.bounds):
        for i in _names_alone(columns, start, end):
            columns.tag_name(i)
            columns.entity_types[i] = "person"


def _names_alone(columns: Columns, start: int, end: int) -> Iterator[int]:
    """The nouns of a document that are the first or last word of somebody's full name."""
    words, pos, deps, heads = columns.words, columns.pos, columns.deps, columns.heads
    nouns = [i for i in range(start, end) if pos[i] == "NOUN" and words[i].istitle() and deps[i] in _ALONE]
    if not nouns:
        return
    people = full_names(names_within(columns, start, end), columns.entity_types, columns.lexicon)
    in_lower_case = set(words[start:end]).intersection(columns.lower[start:end])
    names = {word for name in people for word in (name[0], name[-1])} - in_lower_case
    described = {heads[i] for i in range(start, end) if heads[i] > i and (pos[i] == "DET" or deps[i] in _BEFORE_NOUN)}
    yield from (i for i in nouns if columns.lower[i] in names and i not in described)
