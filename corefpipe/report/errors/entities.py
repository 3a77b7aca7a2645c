"""Errors as steps that turn the response into the key (Kummerfeld & Klein 2013), and what the score gains by each."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from corefpipe.document import Mention
from corefpipe.report.errors.sides import NOBODY, UNKNOWN, Sides
from corefpipe.scoring.heads import NAME, NOMINAL, PRONOUN

SPAN, CONFLATED, EXTRA_MENTION, EXTRA_ENTITY = "span", "conflated", "extra mention", "extra entity"
DIVIDED, MISSING_MENTION, MISSING_ENTITY = "divided", "missing mention", "missing entity"
ENTITY_CLASSES = (SPAN, CONFLATED, EXTRA_MENTION, EXTRA_ENTITY, DIVIDED, MISSING_MENTION, MISSING_ENTITY)
"""In the order in which they are corrected."""

Label = tuple[int, int]
"""A chain while it is being corrected: (chain of the response, or -1 if it has none; key chain split off, or -1)."""


@dataclass(frozen=True, slots=True)
class EntityError:
    """One step.

    >>> found = corefpipe.errors([[(0, 1), (4, 6)], [(2, 3), (7, 8)]], [[(0, 1), (4, 6), (2, 3)]])
    >>> [error.error for error in found.entities]
    ['conflated', 'missing mention']

    Attributes:
        error: one of `ENTITY_CLASSES`.
        document: number of the document.
        mentions: what is corrected: the span as it was and as it should be; the part of a chain that is split off, or
            joined to the rest; the mention or the whole entity that is removed or added.
        nearest: of the key's mentions that they are split off from, joined to, removed from or added to, the last one
            before them, or else the first; None for a span or a whole entity.
        n_rest: number of these mentions.
        kind: of the mention that tells most: `name` before `nominal` before `pronoun`; `mention` if not known.
    """

    error: str
    document: int
    mentions: tuple[Mention, ...]
    nearest: Mention | None
    n_rest: int
    kind: str


class _Step(NamedTuple):
    """A step in numbers of mentions; see `EntityError`.

    Attributes:
        key: the key's mentions that are corrected.
        response: the response's; of a span both.
        rest: the key's mentions that they are corrected against, in text order; shared by steps.
    """

    key: tuple[int, ...] = ()
    response: tuple[int, ...] = ()
    rest: Sequence[int] = ()


_TELLS = {kind: rank for rank, kind in enumerate((NAME, NOMINAL, PRONOUN, UNKNOWN))}


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
    def of(cls, sides: Sides) -> State:
        """The response as it is."""
        response = sides.response
        own = {other: (response.chain[other], NOBODY) for other in range(len(response.mentions))}
        matched = {one: own[other] for one, other in enumerate(sides.key.partner) if other != NOBODY}
        extra = {other: own[other] for other, one in enumerate(response.partner) if one == NOBODY}
        return cls(sides, matched, extra, list(sides.boundaries))

    def key_chain(self, one: int) -> int:
        """The chain of a key mention."""
        return self.sides.key.chain[one]

    def errors(self, error: str, number: int) -> list[EntityError]:
        """Correct all errors of one class; returns them in text order.

        Args:
            error: one of `ENTITY_CLASSES`.
            number: number of the document.
        """
        found = [self._error(error, number, step) for step in self.correct(error)]
        return sorted(found, key=lambda step: step.mentions[-1].span)

    def correct(self, error: str) -> list[_Step]:
        """Correct all errors of one class, as `errors` does; returns the steps in any order."""
        if error == SPAN:
            steps = [_Step((one,), (other,)) for one, other in self.pairs]
            self.matched |= {one: self.extra.pop(other) for one, other in self.pairs}
            self.pairs = []
            return steps
        if error == CONFLATED:
            return self._split()
        if error in (EXTRA_MENTION, EXTRA_ENTITY):
            return self._remove(error == EXTRA_ENTITY)
        return self._join() if error == DIVIDED else self._add(error == MISSING_ENTITY)

    def _error(self, error: str, number: int, step: _Step) -> EntityError:
        key, response = self.sides.key, self.sides.response
        mentions = *_in_order(response.mentions, step.response), *_in_order(key.mentions, step.key)
        kinds = [response.kind[one] for one in step.response] + [key.kind[one] for one in step.key]
        nearest = None
        if step.rest:
            after = bisect_right(step.rest, mentions[0].start, key=lambda one: key.mentions[one].start)
            nearest = key.mentions[step.rest[max(after - 1, 0)]]
        kind = min(kinds, key=_TELLS.__getitem__)
        return EntityError(error, number, tuple(mentions), nearest, len(step.rest), kind)

    def _sorted(self, members: Iterable[int]) -> list[int]:
        """Mentions of the key in text order."""
        mentions = self.sides.key.mentions
        return sorted(members, key=lambda one: (mentions[one].start, -mentions[one].end))

    def _split(self) -> list[_Step]:
        """Split chains that have mentions of several key chains; spurious mentions stay with the largest part."""
        parts: dict[Label, dict[int, list[int]]] = {}
        for one, label in self.matched.items():
            parts.setdefault(label, {}).setdefault(self.key_chain(one), []).append(one)
        steps = []
        for by_chain in parts.values():
            (_, largest), *others = _largest_first(by_chain)
            rest = self._sorted(largest) if others else []
            for chain, members in others:
                for one in members:
                    self.matched[one] = (self.matched[one][0], chain)
                steps.append(_Step(tuple(members), rest=rest))
        return steps

    def _remove(self, whole: bool) -> list[_Step]:
        """Remove spurious mentions of chains that are right in part, or all of chains that are wrong as a whole."""
        other_boundaries = {other for _, other in self.pairs}
        right: dict[Label, list[int]] = {}
        for one, label in self.matched.items():
            right.setdefault(label, []).append(one)
        real = right.keys() | {self.extra[other] for other in other_boundaries}
        groups: dict[Label, list[int]] = {}
        for one, label in self.extra.items():
            if one not in other_boundaries and (label in real) != whole:
                groups.setdefault(label, []).append(one)
        for one in (one for group in groups.values() for one in group):
            del self.extra[one]
        if whole:
            return [_Step(response=tuple(group)) for group in groups.values()]
        rests = {label: self._sorted(right.get(label, ())) for label in groups}
        return [_Step(response=(one,), rest=rests[label]) for label, group in groups.items() for one in group]

    def _join(self) -> list[_Step]:
        """Move the mentions of a key chain to that chain which has most of them."""
        parts: dict[int, dict[Label, list[int]]] = {}
        for one, label in self.matched.items():
            parts.setdefault(self.key_chain(one), {}).setdefault(label, []).append(one)
        steps = []
        for by_label in parts.values():
            (label, largest), *others = _largest_first(by_label)
            rest = self._sorted(largest) if others else []
            for _, members in others:
                self.matched |= dict.fromkeys(members, label)
                steps.append(_Step(tuple(members), rest=rest))
        return steps

    def _add(self, whole: bool) -> list[_Step]:
        """Add the mentions that are missing of entities that are there in part, or entities that are missing."""
        found = self.matched | {one: self.extra[other] for one, other in self.pairs}
        steps = []
        for number, chain in enumerate(self.sides.key.chains):
            missing = [one for one in chain if one not in found]
            rest = [one for one in chain if one in found]
            if missing and whole != bool(rest):
                label = (NOBODY, number) if whole else Counter(found[one] for one in rest).most_common(1)[0][0]
                self.matched |= dict.fromkeys(missing, label)
                groups = [missing] if whole else [[one] for one in missing]
                steps += [_Step(tuple(group), rest=rest) for group in groups]
        return steps


def _largest_first(parts: dict[Any, list[int]]) -> list[tuple[Any, list[int]]]:
    return sorted(parts.items(), key=lambda item: (-len(item[1]), min(item[1])))


def _in_order(mentions: list[Mention], members: Iterable[int]) -> list[Mention]:
    return sorted((mentions[one] for one in members), key=lambda mention: (mention.start, -mention.end))
