"""Couples under one name: "Mr. and Mrs. Bell" are two people, not one with two titles."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns

_AND = frozenset({"and", "&"})
_PERSON = "person"
_OF_NAME = frozenset({"nmod:desc", "flat", "compound", "cc"})
"""Relations of what stays with the name when its first title becomes a head."""

_FAR = 200  # tokens from a name to what depends on it


def set_couples_apart(columns: Columns) -> None:
    """Make the first of two titles before a name the first conjunct, and the name the second, in place."""
    lower, heads, types = columns.lower, columns.heads, columns.entity_types
    titles = columns.lexicon.titles
    for title in range(len(lower) - 3):
        if lower[title + 1] not in _AND or not {lower[title], lower[title + 2]} <= titles:
            continue
        name = heads[title + 2]
        if name < title + 3 or heads[title] != name or heads[title + 1] != name or columns.pos[name] != "PROPN":
            continue
        _raise(columns.deps, heads, title, name)
        columns.pos[title], types[title] = "PROPN", _PERSON
        types[name] = _PERSON


def _raise(deps: list[str], heads: list[int], title: int, name: int) -> None:
    """Put a title in the place of a name, which becomes its conjunct."""
    for token in range(max(title - _FAR, 0), min(name + _FAR, len(heads))):
        if heads[token] == name and token != name and (token < title or deps[token] not in _OF_NAME):
            heads[token] = title
    heads[title] = heads[name] if heads[name] != name else title
    deps[title] = deps[name]
    heads[name], deps[name] = title, "conj"
