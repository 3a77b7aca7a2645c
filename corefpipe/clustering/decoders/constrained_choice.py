"""Choices of a decoder from left to right within constraints, some of which are repaired when they stand in the way."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from corefpipe.clustering.decoders.rules import Chosen, Rule
from corefpipe.clustering.groups import Groups
from corefpipe.clustering.packed_values import PackedValues

REACH = 100
"""Number of items before an item whose choices it may repair."""
_GAIN = 0.05
"""Share of what choices were worth by which a repair must better them: less tells nothing against their order."""
_ROUNDING = 1e-9
LEAST = 0.05
"""Least probability, among all choices, of a cluster that an item joins because it may not join a better one.

Higher ones were tried on the development parts of OntoGUM, web and written texts. They refuse as many right links as
wrong ones: mean CoNLL score of the model `en` 67.16 with 0, 67.17 with 0.05, 67.18 with 0.1, 67.21 with 0.2, at which
`en_accurate` loses 0.09 on OntoGUM.
"""
SURE = 0.9
"""Probability from which joining a cluster is sure, so that weak pairs do not stand in its way."""
_NO_LABELS: frozenset[int] = frozenset()


class _Open:
    """A block whose choices may still change."""

    def __init__(self, rule: Rule):
        self.rule = rule
        self.block = rule.block
        self.chosen = Chosen.nothing(rule.block)
        self.bounds = rule.block.indptr.tolist()
        self.antecedent = rule.block.antecedent.astype(np.intp)
        self.hopeless = rule.hopeless().tolist()


class _Step(NamedTuple):
    """What one item chose, so that it can be undone and done again.

    Attributes:
        at: its block.
        item: its number in the set.
        group: its group if it chose for it, -1 if it follows the group's first item.
        label: its cluster.
        starts: whether it started the cluster.
        link, value: see `Chosen`.
        allowed: see `ConstrainedChoice`.
        before: the values of the cluster before.
        wish: the cluster that it would rather have joined and the item of the best link to it; None if there is none.
    """

    at: _Open
    item: int
    group: int
    label: int
    starts: bool = False
    link: int = -1
    value: float = 0.0
    allowed: float = 1.0
    before: Sequence[int] = ()
    wish: tuple[int, int] | None = None

    def worth(self) -> float:
        """How much better the choice is than to start a cluster (see `Rule.worth`)."""
        joins = self.group >= 0 and not self.starts
        return self.at.rule.worth(self.item - self.at.block.first, self.value) if joins else 0.0


class ConstrainedChoice:
    """Choosing within constraints.

    An earlier choice can keep an item from the cluster it likes best: after "the dog ← he", no "it" is the dog. Then
    the item in the way, or the one that would be joined, is kept out of the cluster and all items from there on choose
    again; this is kept if the choices are clearly worth more in sum. So two items choose together where one at a time
    is wrong.

    What an item may not join is no reason to join something else: another cluster than the one it likes best must have
    a probability of at least `LEAST`, and of that of starting one.

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
        self._rivals, self._weak_rivals = groups.rivals(weak=False), groups.rivals(weak=True)
        self._starts = groups.starts.tolist()
        # The probability of all that an item may choose; 0 if it is forced.
        self._allowed = np.where(self._previous < 0, 1.0, 0.0)
        self._shut = np.zeros(n_items, dtype=bool)  # per cluster: whether the item may not join it
        self._cluster_of = [-1] * groups.n_groups
        # For each group the words in which it has values: their numbers, its values, and what contradicts them.
        packed = PackedValues.of(groups.values)
        self._values = [
            [word for word in zip(range(len(own)), own, others, strict=True) if word[1]]
            for own, others in zip(packed.own.T.tolist(), packed.others.T.tolist(), strict=True)
        ]
        self._known = list(np.zeros((len(packed.own), n_items), dtype=np.int64))  # the same words per cluster
        self._open: deque[_Open] = deque()
        self._steps: deque[_Step] = deque(maxlen=REACH + 1)

    def all(self, rules: Iterable[Rule]) -> Iterator[tuple[Rule, Chosen]]:
        """Let the items of rules choose; yield each rule when no later item can change the choices any more."""
        for rule in rules:
            at = _Open(rule)
            self._open.append(at)
            items = rule.block.items
            for item in range(items.start, items.stop):
                step = self._step(at, item)
                self._do(step)
                if step.wish is not None:
                    self._repair(step, *step.wish)
            while items.stop - self._open[0].block.items.stop >= REACH:
                done = self._open.popleft()
                yield done.rule, done.chosen
        for left in self._open:
            yield left.rule, left.chosen

    def _step(self, at: _Open, item: int, banned: frozenset[int] = _NO_LABELS) -> _Step:
        """What an item chooses, given the choices before it.

        Args:
            at: its block.
            item: the item.
            banned: clusters that it may not join although no constraint says so.
        """
        group, number = self._number[item], item - at.block.first
        lo, hi = at.bounds[number], at.bounds[number + 1]
        label = self._cluster_of[group]
        if label >= 0:
            return _Step(at, item, -1, label)
        best, value, allowed, wish = -1, 0.0, 1.0, None
        closed = banned.union([self._cluster_of[rival] for rival in self._rivals[group]]) - {-1}
        weakly = frozenset(self._cluster_of[rival] for rival in self._weak_rivals[group]) - closed - {-1}
        constrained, hopeless = closed or weakly or self._values[group], at.hopeless[number]
        if self._starts[group]:
            allowed = 0.0
        elif constrained or not hopeless:
            joined = self._labels.take(at.antecedent[lo + 1 : hi])
            if weakly:
                closed |= weakly - self._sure(at, number, joined, weakly)
            may = self._may(group, joined, closed) if constrained else None
            if may is not None:
                # Otherwise it is 1, whatever the sum is rounded to.
                allowed = float(at.rule.probability[lo] + at.rule.probability[lo + 1 : hi][may].sum())
            if not hopeless:
                best, value, wish = self._best(at, number, joined, may)
        label = int(joined[best]) if best >= 0 else self._clusters
        before = [known[label] for known in self._known]
        return _Step(at, item, group, label, best < 0, lo + 1 + best, value, allowed, before, wish)

    def _may(self, group: int, clusters: np.ndarray, closed: frozenset[int]) -> np.ndarray | None:
        """(n,) bool: which clusters are not closed and do not contradict the values of a group; None if all."""
        found = np.ones(len(clusters), dtype=bool)
        for word, _, others in self._values[group]:
            found &= (self._known[word].take(clusters) & others) == 0
        if closed:
            self._shut[list(closed)] = True
            found &= ~self._shut.take(clusters)
            self._shut[list(closed)] = False
        return None if found.all() else found

    @staticmethod
    def _sure(at: _Open, number: int, joined: np.ndarray, clusters: frozenset[int]) -> frozenset[int]:
        """Which of some clusters an item surely joins; one at most.

        Args:
            at: the block.
            number: the item, by its place in the block.
            joined: (n,) int, the clusters of its candidates.
            clusters: their numbers.
        """
        first = at.bounds[number] + 1
        probability = at.rule.probability[first : first + len(joined)]
        return frozenset(one for one in clusters if probability[joined == one].sum() >= SURE)

    @staticmethod
    def _best(
        at: _Open, number: int, joined: np.ndarray, may: np.ndarray | None
    ) -> tuple[int, float, tuple[int, int] | None]:
        """The best candidate of an item in a cluster that it may join, -1 for none; its value; and a `_Step.wish`.

        Args:
            at: the block.
            number: the item, by its place in the block.
            joined: (n,) int, the clusters of its candidates.
            may: (n,) bool, whether it may join them; None if it may join all.
        """
        first = at.bounds[number] + 1
        liked, liking = at.rule.choose(number, slice(first, first + len(joined)), joined)
        if liked < 0:
            return -1, 0.0, None
        if may is None or may[liked]:
            return liked, float(liking), None
        # What is best of all that it may join, and whether it would rather have had the other.
        candidates = np.flatnonzero(may)
        best, value, worth = -1, 0.0, 0.0
        if len(candidates):
            place, measure = at.rule.choose(number, first + candidates, joined[candidates])
            if place >= 0:
                best, value, worth = int(candidates[place]), float(measure), at.rule.worth(number, measure)
        if best >= 0:
            probability = at.rule.probability[first : first + len(joined)]
            least = max(LEAST, float(at.rule.probability[first - 1]))
            if probability[joined == joined[best]].sum() < least:
                best, value, worth = -1, 0.0, 0.0
        wished = at.rule.worth(number, liking) > worth
        return best, value, (int(joined[liked]), int(at.antecedent[first + liked])) if wished else None

    def _do(self, step: _Step) -> None:
        """Carry out a choice."""
        at, item, group, label = step[:4]
        self._labels[item] = label
        if group >= 0:
            self._cluster_of[group] = label
            self._clusters += step.starts
            self._allowed[item] = step.allowed
            for word, own, _ in self._values[group]:
                self._known[word][label] |= own
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
                for known, before in zip(self._known, step.before, strict=True):
                    known[step.label] = before
            found.append(step)
        return found[::-1]

    def _repair(self, step: _Step, cluster: int, antecedent: int) -> None:
        """Let earlier items choose again, without the cluster, if that is worth clearly more together with its choice.

        Args:
            step: what the item chose.
            cluster: the one that it would rather have joined.
            antecedent: the item of its best link to that cluster.
        """
        in_the_way: dict[int, int] = {}
        for one in self._steps:
            if one.label == cluster and one.item < step.item and self._are_apart(self._number[one.item], step.group):
                in_the_way.setdefault(self._number[one.item], one.item)
        steps = {one.item: one for one in self._steps}
        best, found = _ROUNDING, None
        for moved in dict.fromkeys([tuple(in_the_way.values()), (antecedent,)]) if in_the_way else ():
            if all(item in steps and steps[item].group >= 0 and not steps[item].starts for item in moved):
                new, before, after = self._again(moved, cluster)
                if after - before > max(best, _GAIN * before):
                    best, found = after - before, new
        if found is not None:
            self._undo(found[0].item)
            for one in found:
                self._do(one)

    def _are_apart(self, one: int, other: int) -> bool:
        """Whether two groups must not be in one cluster."""
        values = {word: own for word, own, _ in self._values[one]}
        return one in self._rivals[other] or any(
            values.get(word, 0) & others for word, _, others in self._values[other]
        )

    def _again(self, moved: Sequence[int], cluster: int) -> tuple[list[_Step], float, float]:
        """The choices from the first of some items on as they would be without these in a cluster.

        Returns:
            the choices; what those that differ from today's are worth today, and what they would be.
        """
        first = min(moved)
        old = self._undo(first)
        for one in old:
            self._do(self._step(one.at, one.item, frozenset([cluster]) if one.item in moved else _NO_LABELS))
        new = self._undo(first)
        for one in old:
            self._do(one)
        changed = [(one, other) for one, other in zip(old, new, strict=True) if one.link != other.link]
        return new, sum(one.worth() for one, _ in changed), sum(other.worth() for _, other in changed)

    def settled(self, rule: Rule, chosen: Chosen, share: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n,) antecedents, which within a group are the items before, and (n,) probabilities among what is allowed."""
        items = rule.block.items
        previous, allowed = self._previous[items], self._allowed[items]
        antecedent = np.where(previous < 0, rule.block.antecedent[chosen.link], previous)
        # The probabilities of all that is allowed may underflow to 0; then the choice counts as forced.
        return antecedent, np.divide(share, allowed, out=np.ones_like(share), where=allowed > 0)
