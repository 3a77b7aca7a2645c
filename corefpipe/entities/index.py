"""An index of entities by their names and nouns, which gives a chain a bounded number of candidates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corefpipe.entities.traits import NOMINAL, Traits

MOST_OF_KEY = 16
"""Entities per key. Only the first ones are found by it: chains come in an order in which the fullest are first."""

MOST_CANDIDATES = 8
"""Entities that a chain is compared with: those of its rarest keys."""

MOST_WITH_NAME = 4
"""Entities that a chain is compared with if one of them has a name of it."""

_NAME = "name "


def keys_of(traits: Traits) -> Iterator[str]:
    """The keys of an entity: names, acronyms, initials, the words of names; noun phrases, and their heads."""
    return _keys(traits, "acronym", "initials")


def sought_keys(traits: Traits) -> Iterator[str]:
    """The keys by which a chain finds entities: of acronyms the initials, and the other way round."""
    return _keys(traits, "initials", "acronym")


def _keys(traits: Traits, of_short: str, of_initials: str) -> Iterator[str]:
    """The keys, with these kinds for acronyms and for the initials of names."""
    for form in traits.names:
        yield f"{_NAME}{form.text}"
        yield from (f"word {word}" for word in form.words)
        if form.short:
            yield f"{of_short} {form.short}"
        if form.initials:
            yield f"{of_initials} {form.initials}"
    for phrase in traits.phrases:
        yield f"noun {' '.join(phrase.words)}"
        yield f"head {phrase.head}"
        if traits.level == NOMINAL:  # "the center" of "Betty Ford Center"
            yield f"word {phrase.head}"


class EntityIndex:
    """Numbers of entities by key."""

    def __init__(self) -> None:
        self._entities: dict[str, list[int]] = {}

    def add(self, entity: int, keys: Iterable[str]) -> None:
        """Add an entity, or further keys of one."""
        for key in keys:
            found = self._entities.get(key)
            if found is None:
                self._entities[key] = [entity]
            elif len(found) < MOST_OF_KEY and entity not in found:
                found.append(entity)

    def candidates(self, keys: Iterable[str]) -> list[int]:
        """The entities with one of the keys, ascending; of too many those with the rarest keys.

        If entities have a name of the chain, they come first, and there are fewer candidates. If they have one of
        several words, only they are candidates: the others share a part of it, as a "John Brown" and a "John Smith"
        do, and there are the more of them, the larger the collection is.
        """
        postings = {key: self._entities[key] for key in keys if key in self._entities}
        names = [key for key in postings if key.startswith(_NAME)]
        full = [key for key in names if " " in key[len(_NAME) :]]
        ranked = sorted(full or postings, key=lambda key: (key not in names, len(postings[key])))
        most = MOST_WITH_NAME if names else MOST_CANDIDATES
        found: dict[int, None] = {}
        for key in ranked:
            found.update(dict.fromkeys(postings[key]))
            if len(found) >= most:
                break
        return sorted([*found][:most])
