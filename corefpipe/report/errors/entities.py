"""Errors as steps that turn the response into the key (Kummerfeld & Klein 2013), and what the score gains by each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from corefpipe.document import Mention
from corefpipe.report.errors.sides import NOBODY, Sides

SPAN, CONFLATED, EXTRA_MENTION, EXTRA_ENTITY = "span", "conflated", "extra mention", "extra entity"
DIVIDED, MISSING_MENTION, MISSING_ENTITY = "divided", "missing mention", "missing entity"
ENTITY_CLASSES = (SPAN, CONFLATED, EXTRA_MENTION, EXTRA_ENTITY, DIVIDED, MISSING_MENTION, MISSING_ENTITY)
"""In the order in which they are corrected."""

Label = tuple[int, int]
"""A chain while it is being corrected: (chain of the response, or -1 if it has none; key chain split off, or -1)."""


@dataclass(frozen=True, slots=True)
class EntityError:
    """One step.

    Attributes:
        error: one of `ENTITY_CLASSES`.
        document: number of the document.
        mentions: what is corrected: the span as it was and as it should be; the part of a chain that is split off, or
            joined to the rest; the mention or the whole entity that is removed or added.
    """

    error: str
    document: int
    mentions: tuple[Mention, ...]


@dataclass(slots=True)
class State:
    """A response on its way to the key.

    Attributes:
        sides: the document.
        matched: label of each key mention that the response has.
        extra: label of each response mention that the key lacks.
        pairs: (key mention, response mention) with other boundaries, which are not yet the same.
    """

    sides: Sides
    matched: dict[int, Label]
    extra: dict[int, Label]
    pairs: list[tuple[int, int]] = field(default_factory=list)

    @classmethod
    def of(cls, sides: Sides, pairs: list[tuple[int, int]]) -> State:
        """The response as it is."""
        response = sides.response
        own = {other: (response.chain[other], NOBODY) for other in range(len(response.mentions))}
        matched = {one: own[other] for one, other in enumerate(sides.key.partner) if other != NOBODY}
        extra = {other: own[other] for other, one in enumerate(response.partner) if one == NOBODY}
        return cls(sides, matched, extra, list(pairs))

    def key_chain(self, one: int) -> int:
        """The chain of a key mention."""
        return self.sides.key.chain[one]

    def correct(self, error: str, number: int = 0) -> list[EntityError]:
        """Correct all errors of one class; returns them in text order.

        Args:
            error: one of `ENTITY_CLASSES`.
            number: number of the document.
        """
        key, response = self.sides.key.mentions, self.sides.response.mentions
        steps: list[tuple[Mention, ...]] = []
        if error == SPAN:
            for one, other in self.pairs:
                self.matched[one] = self.extra.pop(other)
                steps.append((response[other], key[one]))
            self.pairs = []
        elif error == CONFLATED:
            steps = self._split()
        elif error in (EXTRA_MENTION, EXTRA_ENTITY):
            other_boundaries = {other for _, other in self.pairs}
            real = set(self.matched.values()) | {self.extra[other] for other in other_boundaries}
            wrong = [
                one
                for one, label in self.extra.items()
                if one not in other_boundaries and (label in real) == (error == EXTRA_MENTION)
            ]
            steps = self._removed(wrong, error == EXTRA_ENTITY)
        elif error == DIVIDED:
            steps = self._join()
        else:
            steps = self._add(error == MISSING_ENTITY)
        steps.sort(key=lambda mentions: mentions[-1].span)
        return [EntityError(error, number, mentions) for mentions in steps]

    def _split(self) -> list[tuple[Mention, ...]]:
        """Split chains that have mentions of several key chains; spurious mentions stay with the largest part."""
        parts: dict[Label, dict[int, list[int]]] = {}
        for one, label in self.matched.items():
            parts.setdefault(label, {}).setdefault(self.key_chain(one), []).append(one)
        steps = []
        for by_chain in parts.values():
            for chain, members in sorted(by_chain.items(), key=lambda item: (-len(item[1]), min(item[1])))[1:]:
                for one in members:
                    self.matched[one] = (self.matched[one][0], chain)
                steps.append(self._in_order(members))
        return steps

    def _removed(self, wrong: list[int], whole: bool) -> list[tuple[Mention, ...]]:
        """Remove mentions; in one step all of a chain if it is wrong as a whole."""
        mentions = self.sides.response.mentions
        groups: dict[Label | int, list[int]] = {}
        for one in wrong:
            label = self.extra.pop(one)
            groups.setdefault(label if whole else one, []).append(one)
        return [tuple(mentions[one] for one in group) for group in groups.values()]

    def _join(self) -> list[tuple[Mention, ...]]:
        """Move the mentions of a key chain to that chain which has most of them."""
        parts: dict[int, dict[Label, list[int]]] = {}
        for one, label in self.matched.items():
            parts.setdefault(self.key_chain(one), {}).setdefault(label, []).append(one)
        steps = []
        for by_label in parts.values():
            largest, *others = sorted(by_label.items(), key=lambda item: (-len(item[1]), min(item[1])))
            for _, members in others:
                self.matched |= dict.fromkeys(members, largest[0])
                steps.append(self._in_order(members))
        return steps

    def _add(self, whole: bool) -> list[tuple[Mention, ...]]:
        """Add the mentions that are missing of entities that are there in part, or entities that are missing."""
        key = self.sides.key
        other_boundaries = {one: self.extra[other] for one, other in self.pairs}
        found = self.matched | other_boundaries
        steps: list[tuple[Mention, ...]] = []
        for number, chain in enumerate(key.chains):
            missing = [one for one in chain if one not in found]
            there = Counter(found[one] for one in chain if one in found)
            if missing and whole != bool(there):
                label = (NOBODY, number) if whole else there.most_common(1)[0][0]
                self.matched |= dict.fromkeys(missing, label)
                steps += [self._in_order(missing)] if whole else [(key.mentions[one],) for one in missing]
        return steps

    def _in_order(self, members: list[int]) -> tuple[Mention, ...]:
        mentions = self.sides.key.mentions
        return tuple(sorted((mentions[one] for one in members), key=lambda mention: (mention.start, -mention.end)))
