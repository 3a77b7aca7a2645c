"""An index of entities by their names and nouns, which gives a chain a bounded number of candidates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corefpipe.entities.traits import NOMINAL, Traits

MOST_OF_KEY = 16
"""Entities per key. Only the first ones are found by it: chains come in an order in which the fullest are first."""

MOST_CANDIDATES = 8
"""Entities that a chain is compared with: those of its rarest keys."""

_NAME = "name "


def keys_of(traits: Traits) -> Iterator[str]:
    """The keys of a chain or entity: names, acronyms, the words of names; noun phrases, and their heads."""
    for form in traits.names:
        yield f"{_NAME}{form.text}"
        yield from (f"word {word}" for word in form.words)
        yield from (f"short {letters}" for letters in {form.short, form.initials} if letters)
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

        If entities have a name of several words with the chain, only they are candidates: the others share a part of
        it, as a "John Brown" and a "John Smith" do, and there are the more of them, the larger the collection is.
        """
        known = [key for key in dict.fromkeys(keys) if key in self._entities]
        full = [key for key in known if _is_full_name(key)]
        postings = [self._entities[key] for key in full or known]
        found: dict[int, None] = {}
        for posting in sorted(postings, key=len):
            found.update(dict.fromkeys(posting))
            if len(found) >= MOST_CANDIDATES:
                break
        return sorted([*found][:MOST_CANDIDATES])


def _is_full_name(key: str) -> bool:
    return key.startswith(_NAME) and " " in key[len(_NAME) :]
