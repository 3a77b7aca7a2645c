"""The chains of a stream: the mentions that were decided, those that may be revised, and the ids of their entities."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Placed(NamedTuple):
    """A mention.

    Attributes:
        start, end, head: in words of the stream; `end` is after the last.
        entity: number of the entity.
        odds: log odds of the span being a mention; if they are positive, it is one even if it corefers with no other.
    """

    start: int
    end: int
    head: int
    entity: int
    odds: float

    @property
    def certain(self) -> bool:
        """Whether it is a mention even if it corefers with no other."""
        return self.odds > 0


@dataclass(slots=True)
class Chains:
    """Mentions and entities; a decided mention takes 20 bytes.

    An entity has an id from the time when it is shown first, and no other entity ever has it.

    Attributes:
        singletons: whether mentions that corefer with no other are shown.
        open: the mentions that may be revised, in text order.
        columns: `start`, `end`, `head` and `entity` of those that were decided.
        odds: their odds.
        ids: id of each entity, 0 for those that have not been shown.
        last_id: the highest of them.
    """

    singletons: bool
    open: list[Placed] = field(default_factory=list)
    columns: tuple[array[int], ...] = field(default_factory=lambda: tuple(array("i") for _ in range(4)))
    odds: array[float] = field(default_factory=lambda: array("f"))
    _count: array[int] = field(default_factory=lambda: array("i"))
    _first: array[int] = field(default_factory=lambda: array("i"))
    ids: array[int] = field(default_factory=lambda: array("i"))
    last_id: int = 0

    @property
    def n_entities(self) -> int:
        """Number of entities, those that are not shown included."""
        return len(self.ids)

    @property
    def n_decided(self) -> int:
        """Number of mentions that were decided."""
        return len(self.odds)

    def new(self) -> int:
        """The number of a new entity."""
        for column, value in ((self._count, 0), (self._first, -1), (self.ids, 0)):
            column.append(value)
        return len(self.ids) - 1

    def decide(self, mention: Placed) -> None:
        """Decide a mention; they come in text order."""
        if self._first[mention.entity] < 0:
            self._first[mention.entity] = self.n_decided
        self._count[mention.entity] += 1
        for column, value in zip(self.columns, mention[:4], strict=True):
            column.append(value)
        self.odds.append(mention.odds)

    def is_decided(self, entity: int) -> bool:
        """Whether an entity has a mention that was decided."""
        return self._count[entity] > 0

    def decided(self, number: int) -> Placed:
        """A mention that was decided, by its number in text order."""
        start, end, head, entity = (column[number] for column in self.columns)
        return Placed(start, end, head, entity, self.odds[number])

    def mentions(self) -> Iterator[Placed]:
        """All mentions in text order, decided ones first."""
        yield from map(self.decided, range(self.n_decided))
        yield from self.open

    def shown(self) -> Iterator[tuple[Placed, str]]:
        """The mentions that are shown, with the ids of their entities."""
        counts = Counter(mention.entity for mention in self.open)
        for mention in self.mentions():
            if self._is_shown(mention, counts):
                yield mention, self.id_of(mention.entity)

    def _is_shown(self, mention: Placed, counts: Counter[int]) -> bool:
        several = self._count[mention.entity] + counts[mention.entity] > 1
        return several or (self.singletons and mention.certain)

    def id_of(self, entity: int) -> str:
        """The id of an entity, which it has from now on."""
        if not self.ids[entity]:
            self.last_id += 1
            self.ids[entity] = self.last_id
        return str(self.ids[entity])

    def revise(self, found: Sequence[Placed]) -> tuple[list[tuple[Placed, str]], list[Placed]]:
        """Put other mentions in the place of those that may be revised.

        Args:
            found: in text order.

        Returns:
            The mentions that are shown and were not before, or had another entity, with their ids; and those that were
            shown and are no more.
        """
        before, self.open = self.open, list(found)
        old = Counter(mention.entity for mention in before)
        new = Counter(mention.entity for mention in found)
        was = {mention[:2]: mention for mention in before if self._is_shown(mention, old)}
        shown = [mention for mention in found if self._is_shown(mention, new)]
        changed = [one for one in shown if one[:2] not in was or was[one[:2]].entity != one.entity]
        left = {one[:2] for one in shown}
        removed = [mention for span, mention in was.items() if span not in left]
        changed += self._appearing({**new}, old, self.singletons)
        changed.sort(key=lambda one: (one.start, -one.end))
        removed += self._vanishing({**old}, new, self.singletons)
        return [(mention, self.id_of(mention.entity)) for mention in changed], sorted(removed)

    def _appearing(self, new: dict[int, int], old: Counter[int], singletons: bool) -> Iterator[Placed]:
        """Decided mentions that corefer with no other decided one, of entities that others have joined now."""
        for entity in new:
            if self._count[entity] == 1 and not old[entity]:
                mention = self.decided(self._first[entity])
                if not (singletons and mention.certain):
                    yield mention

    def _vanishing(self, old: dict[int, int], new: Counter[int], singletons: bool) -> Iterator[Placed]:
        """Those of entities whose other mentions have left them."""
        return self._appearing(old, new, singletons)
