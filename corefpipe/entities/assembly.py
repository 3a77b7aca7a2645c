"""Put linked chains together: records of entities, with ids that do not depend on the order of the documents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np

from corefpipe.document.naming import full_name
from corefpipe.entities.collection import Entities
from corefpipe.entities.files import Header, line_of
from corefpipe.entities.linking import PLACE, Chain, Linker, place_in_order
from corefpipe.entities.model import LinkModel
from corefpipe.entities.packed import unpacked, unpacked_member
from corefpipe.entities.records import Entity, Member, Profile, ranked
from corefpipe.entities.traits import Traits

_ID = re.compile(r"e([1-9][0-9]{0,17})")


def linked(chains: Sequence[bytes], known: Sequence[Entity], model: LinkModel) -> tuple[list[int], int]:
    """Link chains to known entities and to each other.

    Args:
        chains: packed, in any order.
        known: entities that exist already.
        model: chooses.

    Returns:
        For each chain the number of its entity, those of `known` first; and the number of entities.
    """
    linker = Linker()
    for entity in known:
        linker.start(Traits.of(entity.profile, entity.documents))
    numbers = [-1] * len(chains)
    for place in _linking_order(chains):
        numbers[place] = linker.link(*unpacked(chains[place]), model)
    return numbers, len(linker.entities)


def _linking_order(chains: Sequence[bytes]) -> list[int]:
    """Numbers of chains in the order in which they are linked (`place_in_order`)."""
    places = np.fromiter((place_in_order(*unpacked(one)) for one in chains), PLACE, len(chains))
    least_important_first = ("first", "document", "mentions", "words", "level")
    order: list[int] = np.lexsort([places[part] for part in least_important_first]).tolist()
    return order


def assembled(
    chains: Sequence[bytes], numbers: Sequence[int], known: Sequence[Entity], size: int, header: Header
) -> Entities:
    """The entities: the known ones in their order, then the new ones in the order of their first chains.

    A known entity keeps its id and name. New ids are e1, e2 … after the largest of the known ones.

    Args:
        chains, numbers, known, size: see `linked`.
        header: of the file.
    """
    of: list[list[int]] = [[] for _ in range(size)]
    for place, number in enumerate(numbers):
        of[number].append(place)

    def chains_of(number: int) -> list[Chain]:
        return [unpacked(chains[place]) for place in of[number]]

    first = {
        number: min(_order(unpacked_member(chains[place])) for place in of[number])
        for number in range(len(known), size)
    }
    ids = _ids(known)
    old = (_known(entity, chains_of(number)) for number, entity in enumerate(known))
    new = (_new(next(ids), chains_of(number)) for number in sorted(first, key=first.__getitem__))
    return Entities([line_of(entity).encode() for entity in chain(old, new)], header)


def _known(entity: Entity, chains: Sequence[Chain]) -> Entity:
    """A known entity with the chains that were linked to it."""
    if not chains:
        return entity
    profile = Profile.joined([entity.profile, *(profile for _, profile in chains)])
    return Entity(entity.id, entity.name, profile, _sorted([*entity.members, *(member for member, _ in chains)]))


def _new(id: str, chains: Sequence[Chain]) -> Entity:
    profile = Profile.joined([profile for _, profile in chains])
    return Entity(id, _name(chains), profile, _sorted(member for member, _ in chains))


def _name(chains: Sequence[Chain]) -> str:
    """The name that most chains have, or the fuller form of it that several have; without names, a noun phrase."""
    best = max(profile.level for _, profile in chains)
    votes = ranked(Counter(profile.best_name() for _, profile in chains if profile.level == best))
    return full_name(Counter(votes)) or next(iter(votes))


def _ids(known: Iterable[Entity]) -> Iterator[str]:
    """New ids, none of which is known."""
    found = (_ID.fullmatch(entity.id) for entity in known)
    number = max((int(one[1]) for one in found if one), default=0)
    while True:
        number += 1
        yield f"e{number}"


def _sorted(members: Iterable[Member]) -> tuple[Member, ...]:
    return tuple(sorted(members, key=_order))


def _order(member: Member) -> tuple[str, int, str]:
    return member.document, member.first, member.chain
