"""Base class of decoders that process items from left to right: each item joins a cluster or starts one."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from corefpipe.clustering.constraints import Groups
from corefpipe.clustering.decoders.base import Decoder, Decoding, best_links, by_first_item, own_links, sums
from corefpipe.clustering.decoders.scored_pairs import roots
from corefpipe.clustering.links import Links

_FEW = 4096  # number of items up to which an array over all clusters is faster than access by index


class LeftToRight(Decoder):
    """A decoder that processes items one by one; each joins a cluster or starts one.

    Constraints form groups of items. The first item of a group may not join the cluster of a group from which its own
    must be apart, and joins none if it must start one; its probability is that among the choices allowed. The other
    items of the group follow it with probability 1, and their antecedent is the last item before them in the group,
    whether it is a candidate or not.

    With and without constraints the same `Rule` chooses, and it breaks ties in favour of the first link or cluster
    among those allowed. So constraints that the clusters meet anyway change nothing.
    """

    __slots__ = ()
    honours_constraints = True

    @abstractmethod
    def rule(self, links: Links, scores: np.ndarray) -> Rule:
        """How the items of one set choose.

        Args:
            links: candidates of one set.
            scores: (n_links,) float64, finite; not to be changed.
        """

    def cluster(self, links: Links, scores: np.ndarray, groups: Groups | None) -> Decoding:
        """Cluster one item set (see `Decoder.cluster`)."""
        rule = self.rule(links, scores)
        return rule.freely() if groups is None else rule.within(groups)


class Rule(ABC):
    """How each item of a set chooses among its links, given the clusters of the items before it.

    Args:
        links: candidates of one set.
        value: (n_links,) float64, what each candidate adds to the value of its cluster.
        start: (n_items,) float64, the value that a cluster must exceed to be joined.
        probability: (n_links,) float64 of each link.
    """

    def __init__(self, links: Links, value: np.ndarray, start: np.ndarray, probability: np.ndarray):
        self.links = links
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
            item: the item.
            at: numbers of the candidates, at least one.
            joined: (n,) int, their clusters.
        """
        return self.pick(joined, self.value[at], self.start[item])

    @abstractmethod
    def hopeless(self) -> np.ndarray:
        """(n_items,) bool: whether the item starts a cluster, however its candidates are clustered."""

    @abstractmethod
    def share(self, labels: np.ndarray, link: np.ndarray, value: np.ndarray) -> np.ndarray:
        """(n_items,) float64, the probability of each choice among all choices.

        Args:
            labels: (n_items,) int, the clusters.
            link: (n_items,) int, the best link into the cluster chosen; the dummy's where a cluster starts.
            value: (n_items,) float64, the value of the cluster chosen, and anything where one starts.
        """

    def freely(self) -> Decoding:
        """Cluster without constraints."""
        antecedent = self.links.antecedent
        labels, link, value = self._nothing_chosen()
        clusters = 0
        for item, ((lo, hi), hopeless) in enumerate(zip(self.links.slices(), self.hopeless().tolist(), strict=True)):
            if not hopeless:
                at = slice(lo + 1, hi)
                best, measure = self.choose(item, at, labels[antecedent[at]])
                if best >= 0:
                    link[item], value[item] = lo + 1 + best, measure
                    labels[item] = labels[antecedent[lo + 1 + best]]
                    continue
            labels[item], clusters = clusters, clusters + 1
        return Decoding(labels, antecedent[link], self.share(labels, link, value))

    def within(self, groups: Groups) -> Decoding:
        """Cluster within constraints."""
        links = self.links
        labels, link, value = self._nothing_chosen()
        previous, rivals, starts = groups.previous(), groups.rivals(), groups.starts.tolist()
        allowed = np.where(previous < 0, 1.0, 0.0)  # the probability of all that an item may choose; 0 if it is forced
        shut = np.zeros(links.n_items, dtype=bool)  # per cluster: whether the item may not join it
        cluster_of, clusters = [-1] * groups.n_groups, 0
        choosing = zip(links.slices(), self.hopeless().tolist(), groups.number.tolist(), strict=True)
        for item, ((lo, hi), hopeless, group) in enumerate(choosing):
            label = cluster_of[group]
            if label < 0:
                closed = {cluster_of[rival] for rival in rivals[group]} - {-1}
                if starts[group]:
                    allowed[item] = 0
                elif closed or not hopeless:
                    at = np.arange(lo + 1, hi)
                    joined = labels[links.antecedent[at]]
                    if closed:
                        shut[list(closed)] = True
                        may = ~shut[joined]
                        shut[list(closed)] = False
                        at, joined = at[may], joined[may]
                        allowed[item] = self.probability[lo] + self.probability[at].sum()
                    if len(at):
                        best, measure = self.choose(item, at, joined)
                        if best >= 0:
                            label, link[item], value[item] = int(joined[best]), at[best], measure
                if label < 0:
                    label, clusters = clusters, clusters + 1
                cluster_of[group] = label
            labels[item] = label
        antecedent = np.where(previous < 0, links.antecedent[link], previous)
        # The probabilities of all that is allowed may underflow to 0; then the choice counts as forced.
        share = self.share(labels, link, value)
        return Decoding(labels, antecedent, np.divide(share, allowed, out=np.ones_like(share), where=allowed > 0))

    def _nothing_chosen(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Labels to fill in, the dummies' links, and zeros as values; one of each per item."""
        n = self.links.n_items
        return np.empty(n, dtype=np.int32), self.links.indptr[:-1].copy(), np.zeros(n)


class SingleLinkRule(Rule):
    """The best link alone decides; of equal ones the first. Its cluster has the value of that link."""

    def pick(self, joined: np.ndarray, value: np.ndarray, start: float) -> tuple[int, float]:
        """The best link and its value."""
        best = int(value.argmax())
        return best if value[best] > start else -1, value[best]

    def hopeless(self) -> np.ndarray:
        """Whether no link is good enough."""
        link = self._links()
        return link == self.links.indptr[:-1]

    def share(self, labels: np.ndarray, link: np.ndarray, value: np.ndarray) -> np.ndarray:
        """The probability of joining the cluster through any of its items."""
        return sums(self.links.indptr, self.probability * own_links(self.links, labels))

    def freely(self) -> Decoding:
        """Cluster without constraints: the same rule for all items at once."""
        link = self._links()
        antecedent = self.links.antecedent[link]
        labels = by_first_item(roots(np.where(antecedent < 0, np.arange(len(antecedent)), antecedent)))
        return Decoding(labels, antecedent, self.share(labels, link, self.start))

    def _links(self) -> np.ndarray:
        """(n_items,) int64, the link that each item takes; the dummy's where a cluster starts."""
        dummies = self.links.indptr[:-1]
        value = self.value.copy()
        value[dummies] = -np.inf
        best = best_links(self.links.indptr, value)
        return np.where(value[best] > self.start, best, dummies)


class SumRule(Rule):
    """The sum of the values of all links into a cluster decides."""

    def __init__(self, links: Links, value: np.ndarray, start: np.ndarray, probability: np.ndarray):
        super().__init__(links, value, start, probability)
        self._sums = np.zeros(links.n_items)  # per cluster; all 0 between two items

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
