"""How an item of a decoder from left to right chooses among its links: by the best one, or by sums per cluster."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.link_values import best_links, sums
from corefpipe.clustering.decoders.scored_pairs import roots
from corefpipe.clustering.scored_block import ScoredBlock

_FEW = 4096  # number of items up to which an array over all clusters is faster than access by index


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

    def worth(self, item: int, measure: float) -> float:
        """How much better a cluster of this value is than to start one: worths of several items add up."""
        return measure - float(self.start[item])

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

    def pick(self, joined: np.ndarray, value: np.ndarray, start: float) -> tuple[int, float]:
        """The best link into the best cluster; of equal clusters into that of the first candidate."""
        measure = self.measure(joined, value)
        first = measure.argmax()
        if measure[first] <= start:
            return -1, measure[first]
        return int(np.where(joined == joined[first], value, -np.inf).argmax()), measure[first]

    def measure(self, joined: np.ndarray, value: np.ndarray) -> np.ndarray:
        """(n,) float64, for each candidate what decides on its cluster (see `pick`)."""
        return self.sums_of(joined, value)

    def sums_of(self, joined: np.ndarray, value: np.ndarray) -> np.ndarray:
        """(n,) float64, for each candidate the sum of the values in its cluster."""
        found: np.ndarray
        if len(self._sums) <= _FEW:
            found = np.bincount(joined, value)[joined]
            return found
        # Costs no more than the candidates are many, however many clusters there are.
        np.add.at(self._sums, joined, value)
        found = self._sums[joined]
        self._sums[joined] = 0
        return found
