"""Choices of a decoder from left to right within constraints, some of which are repaired when they stand in the way."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.rules import Chosen, Rule
from corefpipe.clustering.groups import Groups
from corefpipe.clustering.packed_values import PackedValues

REACH = 100
"""Number of items before an item whose choices it may repair."""
_LEAST = 1e-9  # gain below which a repair is a matter of rounding
_NO_LABELS: frozenset[int] = frozenset()


@dataclass(slots=True, frozen=True)
class _Step:
    """What one item chose, so that it can be undone and done again.

    Attributes:
        item: its number in the set.
        group: its group if it chose for it, -1 if it follows the group's first item.
        label: its cluster.
        starts: whether it started the cluster.
        before: bits and known values of the cluster before, where those of the group change them.
        link, value, allowed: see `Chosen` and `ConstrainedChoice`.
        worth: see `Rule.worth`.
        blocked: the cluster that it would rather have joined and the item of the best link to it; None if none.
    """

    item: int
    group: int
    label: int
    starts: bool
    before: tuple[np.ndarray, np.ndarray] | None
    link: int
    value: float
    allowed: float
    worth: float
    blocked: tuple[int, int] | None


class _Open:
    """A block whose choices may still change."""

    def __init__(self, rule: Rule):
        self.rule = rule
        self.block = rule.block
        self.chosen = Chosen.nothing(rule.block)
        self.bounds = rule.block.indptr.tolist()
        self.hopeless = rule.hopeless().tolist()


class ConstrainedChoice:
    """Choosing within constraints.

    An earlier choice can keep an item from the cluster it likes best: after "the dog ← he", no "it" is the dog. Then
    the item in the way, or the one that would be joined, is kept out of the cluster and all items from there on choose
    again; this is kept if the choices are worth more in sum. So two items choose together where one at a time is wrong.

    Args:
        groups: of the items of the set.
        labels: (n_items,) int, the cluster of each item; filled in.
    """

    def __init__(self, groups: Groups, labels: np.ndarray):
        n_items = len(groups.number)
        self._labels = labels
        self._clusters = 0
        self._number = groups.number.tolist()
        self._previous = groups.previous()
        self._rivals = groups.rivals()
        self._starts = groups.starts.tolist()
        # The probability of all that an item may choose; 0 if it is forced.
        self._allowed = np.where(self._previous < 0, 1.0, 0.0)
        self._shut = np.zeros(n_items, dtype=bool)  # per cluster: whether the item may not join it
        self._cluster_of = [-1] * groups.n_groups
        packed = PackedValues.of(groups.values)
        self._of_group = list(zip(packed.bits.T.tolist(), packed.known.T.tolist(), strict=True))
        # Of each cluster the known values of its groups.
        self._bits, self._known = np.zeros((2, len(packed.bits), n_items), dtype=np.int64)
        self._valued = [any(known) for _, known in self._of_group]
        self._open: deque[_Open] = deque()
        self._steps: deque[_Step] = deque(maxlen=REACH + 1)

    def all(self, rules: Iterable[Rule]) -> Iterator[tuple[Rule, Chosen]]:
        """Let the items of rules choose; yield each rule when no later item can change the choices any more."""
        for rule in rules:
            self._open.append(_Open(rule))
            items = rule.block.items
            for item in range(items.start, items.stop):
                step = self._step(item)
                self._do(step)
                if step.blocked is not None:
                    self._repair(step, *step.blocked)
            while items.stop - self._open[0].block.items.stop >= REACH:
                done = self._open.popleft()
                yield done.rule, done.chosen
        for left in self._open:
            yield left.rule, left.chosen

    def _step(self, item: int, banned: frozenset[int] = _NO_LABELS) -> _Step:
        """What an item chooses, given the choices before it.

        Args:
            item: the item.
            banned: clusters that it may not join although no constraint says so.
        """
        group, at = self._number[item], self._place(item)
        number = item - at.block.first
        lo, hi = at.bounds[number : number + 2]
        label = self._cluster_of[group]
        if label >= 0:
            return _Step(item, -1, label, False, None, lo, 0.0, 0.0, 0.0, None)
        value = worth = 0.0
        link, allowed, blocked = lo, 1.0, None
        closed = {self._cluster_of[rival] for rival in self._rivals[group]} - {-1} | banned
        if self._starts[group]:
            allowed = 0.0
        elif closed or self._valued[group] or not at.hopeless[number]:
            links: slice | np.ndarray = slice(lo + 1, hi)
            joined = every = self._labels[at.block.antecedent[links]]
            if closed or self._valued[group]:
                may = self._may(group, joined, closed)
                if not may.all():  # otherwise it is 1, whatever the sum is rounded to
                    links, joined = lo + 1 + np.flatnonzero(may), joined[may]
                    allowed = float(at.rule.probability[lo] + at.rule.probability[links].sum())
            if len(joined):
                best, measure = at.rule.choose(number, links, joined)
                if best >= 0:
                    label, value = int(joined[best]), float(measure)
                    link = lo + 1 + best if isinstance(links, slice) else int(links[best])
                    worth = at.rule.worth(number, value)
            if len(joined) < len(every):
                blocked = self._blocked(at, number, every, worth)
        starts = label < 0
        label = self._clusters if starts else label
        before = (self._bits[:, label].copy(), self._known[:, label].copy()) if self._valued[group] else None
        return _Step(item, group, label, starts, before, link, value, allowed, worth, blocked)

    def _place(self, item: int) -> _Open:
        """The open block with an item."""
        return next(one for one in reversed(self._open) if one.block.first <= item)

    def _may(self, group: int, clusters: np.ndarray, closed: set[int]) -> np.ndarray:
        """(n,) bool: which clusters are not closed and have no other known value than a group."""
        found = np.ones(len(clusters), dtype=bool)
        for word, (bits, known) in enumerate(zip(*self._of_group[group], strict=True)):
            if known:
                found &= ((self._bits[word].take(clusters) ^ bits) & self._known[word].take(clusters) & known) == 0
        if closed:
            self._shut[list(closed)] = True
            found &= ~self._shut[clusters]
            self._shut[list(closed)] = False
        return found

    @staticmethod
    def _blocked(at: _Open, number: int, joined: np.ndarray, worth: float) -> tuple[int, int] | None:
        """The cluster that would be worth more than what an item may choose, and the item of the best link to it."""
        lo, hi = at.bounds[number : number + 2]
        best, measure = at.rule.choose(number, slice(lo + 1, hi), joined)
        if best < 0 or at.rule.worth(number, measure) <= worth:
            return None
        return int(joined[best]), int(at.block.antecedent[lo + 1 + best])

    def _do(self, step: _Step) -> None:
        """Carry out a choice."""
        item, label, group = step.item, step.label, step.group
        self._labels[item] = label
        if group >= 0:
            self._cluster_of[group] = label
            self._clusters += step.starts
            self._allowed[item] = step.allowed
            if step.before is not None:
                for word, (bits, known) in enumerate(zip(*self._of_group[group], strict=True)):
                    self._bits[word, label] |= bits
                    self._known[word, label] |= known
            at = self._place(item)
            number = item - at.block.first
            at.chosen.link[number], at.chosen.value[number] = step.link, step.value
        self._steps.append(step)

    def _undo(self, first: int) -> list[_Step]:
        """Undo the choices from an item on; return them in their order."""
        found = []
        while self._steps and self._steps[-1].item >= first:
            step = self._steps.pop()
            if step.group >= 0:
                self._cluster_of[step.group] = -1
                self._clusters -= step.starts
                if step.before is not None:
                    self._bits[:, step.label], self._known[:, step.label] = step.before
            found.append(step)
        return found[::-1]

    def _repair(self, step: _Step, cluster: int, antecedent: int) -> None:
        """Let earlier items choose again, without the cluster, if that is worth more together with the item's choice.

        Args:
            step: what the item chose.
            cluster: the one that it would rather have joined.
            antecedent: the item of its best link to that cluster.
        """
        steps = {one.item: one for one in self._steps}
        rivals, (bits, known) = set(self._rivals[step.group]), self._of_group[step.group]
        in_the_way: dict[int, int] = {}
        for one in self._steps:
            group = self._number[one.item]
            theirs = self._of_group[group]
            differ = any((a ^ b) & x & y for a, b, x, y in zip(bits, theirs[0], known, theirs[1], strict=True))
            if one.label == cluster and one.item < step.item and (group in rivals or differ):
                in_the_way.setdefault(group, one.item)
        best, found = _LEAST, None
        for moved in dict.fromkeys([tuple(in_the_way.values()), (antecedent,)]) if in_the_way else ():
            if all(item in steps and steps[item].group >= 0 and not steps[item].starts for item in moved):
                old, new = self._again(moved, cluster, step.item)
                gain = sum(one.worth for one in new) - sum(one.worth for one in old)
                if gain > best:
                    best, found = gain, new
        if found is not None:
            self._undo(found[0].item)
            for one in found:
                self._do(one)

    def _again(self, moved: Sequence[int], cluster: int, last: int) -> tuple[list[_Step], list[_Step]]:
        """The choices as they are, and as they would be without some items in a cluster, up to a last item."""
        first = min(moved)
        old = self._undo(first)
        for item in range(first, last + 1):
            self._do(self._step(item, frozenset([cluster]) if item in moved else _NO_LABELS))
        new = self._undo(first)
        for one in old:
            self._do(one)
        return old, new

    def settled(self, rule: Rule, chosen: Chosen, share: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n,) antecedents, which within a group are the items before, and (n,) probabilities among what is allowed."""
        items = rule.block.items
        previous, allowed = self._previous[items], self._allowed[items]
        antecedent = np.where(previous < 0, rule.block.antecedent[chosen.link], previous)
        # The probabilities of all that is allowed may underflow to 0; then the choice counts as forced.
        return antecedent, np.divide(share, allowed, out=np.ones_like(share), where=allowed > 0)
