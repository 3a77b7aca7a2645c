"""Which entities of a collection are in sentences together, by the names that their records have of each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from corefpipe.entities.records import Entity
from corefpipe.utils.graphml import Data, graphml


def neighbours(entities: Sequence[Entity]) -> list[dict[int, int]]:
    """For each entity, number of another -> number of sentences with both; the largest first, the same both ways.

    A record names its neighbours. A name is that of the entity that has it in the most documents of the record, the
    first of several.
    """
    told = _told(entities)
    found = [
        {other: max(sentences, told[other][number]) for other, sentences in own.items()}
        for number, own in enumerate(map(dict, told))
    ]
    for number, own in enumerate(told):
        for other in own:
            found[other].setdefault(number, own[other])
    return [dict(sorted(one.items(), key=lambda pair: (-pair[1], pair[0]))) for one in found]


def _told(entities: Sequence[Entity]) -> list[Counter[int]]:
    """For each entity, number of another -> number of sentences with both, by its record alone."""
    found: list[Counter[int]] = [Counter() for _ in entities]
    bearers = _Bearers(entities)
    for number, entity in enumerate(entities):
        for name, sentences in entity.profile.near.items():
            other = bearers.of(name, number)
            if other is not None:
                found[number][other] += sentences
    return found


class _Bearers:
    """Which entities have a name.

    Most names have one bearer alone; of the others there is an index by document, so that the time for a frequent one
    does not grow with the number of its bearers in other documents.
    """

    def __init__(self, entities: Sequence[Entity]):
        self._documents = [entity.documents for entity in entities]
        self._all: dict[str, list[int]] = {}
        for number, entity in enumerate(entities):
            for name in entity.profile.names:
                self._all.setdefault(name, []).append(number)
        self._within: dict[tuple[str, str], list[int]] = {}
        for name, numbers in self._all.items():
            for number in numbers if len(numbers) > 1 else ():
                for document in self._documents[number]:
                    self._within.setdefault((document, name), []).append(number)

    def of(self, name: str, beside: int) -> int | None:
        """The number of the entity that a name means beside another entity; None if no other one has it."""
        numbers = self._all.get(name, [])
        if len(numbers) < 2:
            return numbers[0] if numbers and numbers[0] != beside else None
        places = (self._within.get((document, name), ()) for document in self._documents[beside])
        shared = Counter(number for several in places for number in several if number != beside)
        return max(shared, key=lambda number: (shared[number], -number)) if shared else None


def cooccurrence_graph(entities: Sequence[Entity]) -> Iterator[str]:
    """GraphML, line by line: an edge between entities that are in sentences together, with the number of these.

    Entities that are in no sentence with a named one are left out.
    """
    near = neighbours(entities)
    nodes = (_node(entity) for entity, others in zip(entities, near, strict=True) if others)
    edges = (
        (entities[number].id, entities[other].id, {"sentences": sentences})
        for number, others in enumerate(near)
        for other, sentences in others.items()
        if number < other
    )
    return graphml(
        "entities",
        nodes,
        edges,
        node_types={"name": str, "kind": str, "gender": str, "mentions": int, "documents": int},
        edge_types={"sentences": int},
        directed=False,
    )


def _node(entity: Entity) -> tuple[str, Data]:
    return entity.id, {
        "name": entity.name,
        "kind": entity.kind,
        "gender": entity.gender,
        "mentions": entity.mentions,
        "documents": len(entity.documents),
    }
