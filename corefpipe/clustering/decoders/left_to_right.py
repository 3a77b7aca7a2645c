"""Base class of decoders that process items from left to right: each item joins a cluster or starts one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from corefpipe.clustering.constraints import Groups
from corefpipe.clustering.decoders.base import Decoder, Decoding, best_links, own_links, sums
from corefpipe.clustering.decoders.cutting import mergers_of_links
from corefpipe.clustering.decoders.merging import merge_in_order
from corefpipe.clustering.decoders.scored_pairs import roots
from corefpipe.clustering.links import Links
from corefpipe.clustering.scored_block import ScoredBlock

_FEW = 4096  # number of items up to which an array over all clusters is faster than access by index


class LeftToRight(Decoder):
    """A decoder that processes items one by one; each joins a cluster or starts one.

    Constraints form groups of items. The first item of a group may not join the cluster of a group from which its own
    must be apart, and joins none if it must start one; its probability is that among the choices allowed. The other
    items of the group follow it with probability 1, and their antecedent is the last item before them in the group,
    whether it is a candidate or not.

    With and without constraints the same `Rule` chooses, and it breaks ties in favour of the first link or cluster
    among those allowed. So constraints that the clusters meet anyway change nothing.

    For more clusters than the threshold gives, the weakest links chosen are cut; for fewer, the strongest links refused
    are added. Where the best link alone decides, this is what another threshold gives.
    """

    __slots__ = ()
    honours_constraints = True
    honours_values = True
    cuts: ClassVar[bool] = True

    @abstractmethod
    def rule(self, block: ScoredBlock) -> Rule:
        """How the items of a block choose."""

    def cluster(self, links: Links, scores: np.ndarray, groups: Groups | None) -> Decoding:
        """Cluster one item set (see `Decoder.cluster`)."""
        found = Decoding.empty(links.n_items)
        deque(self.fill(found, ScoredBlock.of(links, scores), groups), maxlen=0)
        return found

    def start(self, links: Links, scores: np.ndarray) -> np.ndarray | float:
        """(n_items,) float64, or one for all, the score that a single link is compared with; the threshold aside."""
        return 0.0

    def gain(self, links: Links, scores: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """(n_items,) float64, how much better it is to link to one cluster than to start one; the threshold aside.

        Args:
            links, scores: see `cluster`.
            chosen: (n_links,) bool, the links to the cluster.
        """
        best = scores[best_links(links.indptr, np.where(chosen, scores, -np.inf))]
        return np.asarray(best - self.start(links, scores))

    def cut(self, links: Links, scores: np.ndarray, n_clusters: int, groups: Groups) -> np.ndarray:
        """(n_items,) int labels of one item set (see `Decoder.cut`)."""
        found = self.cluster(links, scores, None if groups.free else groups)
        candidate = links.antecedent >= 0
        gain = self.gain(links, scores, own_links(links, found.labels) & candidate)
        value = scores - np.repeat(np.broadcast_to(self.start(links, scores), links.n_items), np.diff(links.indptr))
        return merge_in_order(groups, mergers_of_links(links, found.antecedent, gain, value), n_clusters)

    def fill(
        self, found: Decoding, blocks: Iterable[ScoredBlock], groups: Groups | None = None
    ) -> Iterator[ScoredBlock]:
        """Cluster one item set block by block, so that its links need never exist all at once.

        Args:
            found: is filled in.
            blocks: all items of the set, in their order, with finite scores.
            groups: see `Decoder.cluster`.

        Yields:
            each block, as soon as `found` has what its items chose.
        """
        within = None if groups is None else _Within(groups)
        labels, clusters = found.labels, 0
        for block in blocks:
            rule = self.rule(block)
            if within is None:
                clusters, chosen = rule.freely(labels, clusters)
                antecedent, share = block.antecedent[chosen.link], rule.share(labels, chosen)
            else:
                clusters, chosen = within.choose(rule, labels, clusters)
                antecedent, share = within.settled(rule, chosen, rule.share(labels, chosen))
            found.antecedent[block.items], found.probability[block.items] = antecedent, share
            yield block


@dataclass(slots=True, frozen=True)
class Chosen:
    """What consecutive items chose.

    Attributes:
        link: (n,) int64, the best link into the cluster chosen; the dummy's where a cluster starts.
        value: (n,) float64, the value of the cluster chosen, and 0 where one starts.
    """

    link: np.ndarray
    value: np.ndarray

    @classmethod
    def nothing(cls, block: ScoredBlock) -> Chosen:
        """All items start a cluster."""
        return cls(block.dummies.copy(), np.zeros(len(block)))


class Rule(ABC):
    """How each of some consecutive items chooses among its links, given the clusters of the items before it.

    Args:
        block: their links.
        value: (n_links,) float64, what each candidate adds to the value of its cluster.
        start: (n,) float64, the value that a cluster must exceed to be joined.
        probability: (n_links,) float64 of each link.
    """

    def __init__(self, block: ScoredBlock, value: np.ndarray, start: np.ndarray, probability: np.ndarray):
        self.block = block
        self.value = value
        self.start = start
        self.probability = probability

    @abstractmethod
    def pick(self, joined: np.ndarray, value: np.ndarray, start: float) -> tuple[int, float]:
        """The best link into the best cluster, by its position, and the value of that cluster.

        Args:
            joined: (n,) int, the cluster of each candidate; at least one.
            value: (n,) float64, their values.
            start: the value that a cluster must exceed; the position is -1 if none does.
        """

    def choose(self, item: int, at: slice | np.ndarray, joined: np.ndarray) -> tuple[int, float]:
        """What `pick` returns for an item and those of its candidates that it may join.

        Args:
            item: the item, by its place among these.
            at: numbers of the candidates, at least one.
            joined: (n,) int, their clusters.
        """
        return self.pick(joined, self.value[at], self.start[item])

    @abstractmethod
    def hopeless(self) -> np.ndarray:
        """(n,) bool: whether the item starts a cluster, however its candidates are clustered."""

    @abstractmethod
    def share(self, labels: np.ndarray, chosen: Chosen) -> np.ndarray:
        """(n,) float64, the probability of each choice among all choices.

        Args:
            labels: (n_items,) int, the clusters; those of later items are not filled in yet.
            chosen: what the items chose.
        """

    def freely(self, labels: np.ndarray, clusters: int) -> tuple[int, Chosen]:
        """Choose without constraints.

        Args:
            labels: (n_items,) int, the clusters of the items before; those of these items are filled in.
            clusters: number of clusters so far.

        Returns:
            the number of clusters afterwards, and what the items chose.
        """
        block, antecedent = self.block, self.block.antecedent
        chosen = Chosen.nothing(block)
        choosing = zip(block.slices(), self.hopeless().tolist(), strict=True)
        for item, ((lo, hi), hopeless) in enumerate(choosing):
            if not hopeless:
                at = slice(lo + 1, hi)
                best, measure = self.choose(item, at, labels[antecedent[at]])
                if best >= 0:
                    chosen.link[item], chosen.value[item] = lo + 1 + best, measure
                    labels[block.first + item] = labels[antecedent[lo + 1 + best]]
                    continue
            labels[block.first + item], clusters = clusters, clusters + 1
        return clusters, chosen


class _Within:
    """Choosing within constraints.

    Args:
        groups: of the items of the set.
    """

    def __init__(self, groups: Groups):
        n_items = len(groups.number)
        self._groups = groups
        self._previous = groups.previous()
        self._rivals = groups.rivals()
        self._starts = groups.starts.tolist()
        # The probability of all that an item may choose; 0 if it is forced.
        self._allowed = np.where(self._previous < 0, 1.0, 0.0)
        self._shut = np.zeros(n_items, dtype=bool)  # per cluster: whether the item may not join it
        self._cluster_of = [-1] * groups.n_groups
        # Of each cluster the known values of its groups.
        self._values = np.full((n_items, groups.values.shape[1]), -1, dtype=np.int64)
        self._valued: list[bool] = np.any(groups.values >= 0, axis=1).tolist()

    def choose(self, rule: Rule, labels: np.ndarray, clusters: int) -> tuple[int, Chosen]:
        """Let the items of a rule choose (see `Rule.freely`)."""
        block = rule.block
        chosen = Chosen.nothing(block)
        shut, cluster_of = self._shut, self._cluster_of
        numbers = self._groups.number[block.items].tolist()
        choosing = zip(block.slices(), rule.hopeless().tolist(), numbers, strict=True)
        for item, ((lo, hi), hopeless, group) in enumerate(choosing):
            label = cluster_of[group]
            if label < 0:
                closed = {cluster_of[rival] for rival in self._rivals[group]} - {-1}
                if self._starts[group]:
                    self._allowed[block.first + item] = 0
                elif closed or self._valued[group] or not hopeless:
                    at = np.arange(lo + 1, hi)
                    joined = labels[block.antecedent[at]]
                    if closed or self._valued[group]:
                        shut[list(closed)] = True
                        may = ~shut[joined] & ~self._clash(group, joined)
                        shut[list(closed)] = False
                        at, joined = at[may], joined[may]
                        self._allowed[block.first + item] = rule.probability[lo] + rule.probability[at].sum()
                    if len(at):
                        best, measure = rule.choose(item, at, joined)
                        if best >= 0:
                            label, chosen.link[item], chosen.value[item] = int(joined[best]), at[best], measure
                if label < 0:
                    label, clusters = clusters, clusters + 1
                cluster_of[group] = label
                if self._valued[group]:
                    own = self._groups.values[group]
                    self._values[label] = np.where(own >= 0, own, self._values[label])
            labels[block.first + item] = label
        return clusters, chosen

    def _clash(self, group: int, clusters: np.ndarray) -> np.ndarray:
        """(n,) bool: whether clusters have another known value than a group in one column."""
        own, found = self._groups.values[group], self._values[clusters]
        clash: np.ndarray = ((own >= 0) & (found >= 0) & (found != own)).any(axis=1)
        return clash

    def settled(self, rule: Rule, chosen: Chosen, share: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n,) antecedents, which within a group are the items before, and (n,) probabilities among what is allowed."""
        items = rule.block.items
        previous, allowed = self._previous[items], self._allowed[items]
        antecedent = np.where(previous < 0, rule.block.antecedent[chosen.link], previous)
        # The probabilities of all that is allowed may underflow to 0; then the choice counts as forced.
        return antecedent, np.divide(share, allowed, out=np.ones_like(share), where=allowed > 0)


class SingleLinkRule(Rule):
    """The best link alone decides; of equal ones the first. Its cluster has the value of that link."""

    def pick(self, joined: np.ndarray, value: np.ndarray, start: float) -> tuple[int, float]:
        """The best link and its value."""
        best = int(value.argmax())
        return best if value[best] > start else -1, value[best]

    def hopeless(self) -> np.ndarray:
        """Whether no link is good enough."""
        link = self._links()
        return link == self.block.dummies

    def share(self, labels: np.ndarray, chosen: Chosen) -> np.ndarray:
        """The probability of joining the cluster through any of its items."""
        return sums(self.block.indptr, self.probability * self.block.correct(labels))

    def freely(self, labels: np.ndarray, clusters: int) -> tuple[int, Chosen]:
        """Choose without constraints: the same rule for all these items at once (see `Rule.freely`)."""
        block, link = self.block, self._links()
        antecedent, first = block.antecedent[link], block.first
        root = roots(np.where(antecedent < first, np.arange(len(antecedent)), antecedent - first))
        starts = antecedent < 0
        number = np.where(starts, clusters - 1 + np.cumsum(starts), labels[antecedent])
        labels[block.items] = number[root]
        return clusters + int(starts.sum()), Chosen(link, np.where(starts, 0.0, self.value[link]))

    def _links(self) -> np.ndarray:
        """(n,) int64, the link that each item takes; the dummy's where a cluster starts."""
        dummies = self.block.dummies
        value = self.value.copy()
        value[dummies] = -np.inf
        best = best_links(self.block.indptr, value)
        return np.where(value[best] > self.start, best, dummies)


class SumRule(Rule):
    """The sum of the values of all links into a cluster decides."""

    def __init__(self, block: ScoredBlock, value: np.ndarray, start: np.ndarray, probability: np.ndarray):
        super().__init__(block, value, start, probability)
        self._sums = np.zeros(block.n_items)  # per cluster; all 0 between two items

    def sums_of(self, joined: np.ndarray, value: np.ndarray) -> np.ndarray:
        """(n,) float64, for each candidate the value of its cluster (see `pick`)."""
        found: np.ndarray
        if len(self._sums) <= _FEW:
            found = np.bincount(joined, value)[joined]
            return found
        # Costs no more than the candidates are many, however many clusters there are.
        np.add.at(self._sums, joined, value)
        found = self._sums[joined]
        self._sums[joined] = 0
        return found
