"""Conjuncts that parsers attach too low: "the director of the museum and her assistant" are two people."""

from __future__ import annotations

_PERSON = "person"


def raise_like_conjuncts(deps: list[str], heads: list[int], entity_types: list[str]) -> None:
    """Attach people who are coordinated with a thing below a person to that person, in place.

    Of the conjuncts in GUM dev and EWT dev that this changes, four of five then have their gold head, before none.

    Args:
        deps: Universal Dependencies relations.
        heads: index of each token's head; a root is its own.
        entity_types: GUM's entity type at the head of an entity, else "".
    """
    for token, dep in enumerate(deps):
        below = heads[token]
        if dep != "conj" or entity_types[token] != _PERSON or deps[below] != "nmod" or below > token:
            continue
        if entity_types[heads[below]] == _PERSON and entity_types[below] not in ("", _PERSON):
            heads[token] = heads[below]
