"""Scored pairs of items, for the decoders that look at a whole item set at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from corefpipe.clustering.constraints import Groups
from corefpipe.clustering.decoders.base import check_scores
from corefpipe.clustering.links import Links
from corefpipe.errors import SettingError


@dataclass(slots=True, frozen=True)
class ScoredPairs:
    """The scored pairs, each once. Other pairs weigh 0, and dummies are left out.

    Attributes:
        n: number of items.
        left: (n_pairs,) int, the earlier item of each pair.
        right: (n_pairs,) int, the later one.
        weight: (n_pairs,) float64, what having both in one cluster is worth; -inf where that is forbidden.
    """

    n: int
    left: np.ndarray
    right: np.ndarray
    weight: np.ndarray

    @classmethod
    def of(cls, links: Links, scores: np.ndarray) -> ScoredPairs:
        """The pairs that links join, in the links' order; the items of several sets are numbered through.

        Args:
            links: candidates of one or more sets.
            scores: (n_links,) w_ij of each link; the dummies' are not read.

        Raises:
            LinksError: scores that are no finite numbers, or not one a link.
        """
        check_scores(links, scores)
        counts = np.diff(links.indptr)
        item = np.repeat(np.arange(links.n_items), counts)
        offset = np.repeat(np.repeat(links.sets[:-1], np.diff(links.sets)), counts)
        chosen = links.antecedent >= 0
        left = (links.antecedent + offset)[chosen]
        return cls(links.n_items, left, item[chosen], scores[chosen].astype(np.float64))

    def __len__(self) -> int:
        return len(self.left)

    def together(self, labels: np.ndarray) -> np.ndarray:
        """(n_pairs,) bool, the pairs within clusters."""
        inside: np.ndarray = labels[self.left] == labels[self.right]
        return inside

    def objective(self, labels: np.ndarray) -> float:
        """Σ w_ij over the pairs within clusters: what correlation clustering maximises."""
        return float(self.weight[self.together(labels)].sum())

    @property
    def forbidden(self) -> np.ndarray:
        """(n_pairs,) bool, the pairs that must not be in one cluster."""
        found: np.ndarray = np.isneginf(self.weight)
        return found

    def reweighted(self, weight: np.ndarray) -> ScoredPairs:
        """The same pairs with these weights; forbidden pairs stay forbidden."""
        return replace(self, weight=np.where(self.forbidden, -np.inf, weight))

    def contracted(
        self, labels: np.ndarray, combine: Callable[[np.ndarray, np.ndarray, int], np.ndarray] = np.bincount
    ) -> ScoredPairs:
        """Clusters as items: each pair of clusters weighs what the pairs between them weigh together.

        Args:
            labels: (n,) int, numbered from 0 without gaps.
            combine: the weight of each pair of clusters, from (n_pairs,) numbers of these, the weights of the pairs
                between, and how many pairs of clusters there are; the default adds up.
        """
        ends = np.stack([labels[self.left], labels[self.right]])
        between = ends[0] != ends[1]
        ends, weight = ends[:, between], self.weight[between]
        n = int(labels.max(initial=-1)) + 1
        key, number = np.unique(ends.min(axis=0) * n + ends.max(axis=0), return_inverse=True)
        return ScoredPairs(n, key // n, key % n, combine(number, weight, len(key)))

    def forbid(self, apart: np.ndarray) -> ScoredPairs:
        """The same pairs and those given, which must not be in one cluster, be they scored or not.

        Args:
            apart: (n_apart, 2) int, the earlier item first.
        """
        scored, wanted = self.left * self.n + self.right, apart[:, 0] * self.n + apart[:, 1]
        key, first = np.unique(np.concatenate([wanted, scored]), return_index=True)
        weight = np.concatenate([np.full(len(wanted), -np.inf), self.weight])[first]
        return ScoredPairs(self.n, key // self.n, key % self.n, weight)

    def within(self, groups: Groups) -> ScoredPairs:
        """Groups of items as items, with those pairs forbidden that must be apart."""
        return self.contracted(groups.number).forbid(groups.apart)

    def components(self, chosen: np.ndarray) -> np.ndarray:
        """(n,) int labels of the connected components over the chosen pairs.

        Args:
            chosen: (n_pairs,) bool.
        """
        ends = (self.left[chosen], self.right[chosen])
        graph = sparse.coo_matrix((np.ones(len(ends[0]), dtype=bool), ends), shape=(self.n, self.n))
        labels: np.ndarray = connected_components(graph, directed=False)[1]
        return labels

    def joinable(self) -> Iterator[tuple[np.ndarray, np.ndarray, ScoredPairs]]:
        """The parts that can be clustered apart: connected components over the pairs of positive weight.

        No best clustering needs a cluster across components: no pair across them weighs more than 0, so cutting such
        a cluster along them takes nothing away. For the same reason no merge across them ever gains.

        Yields:
            of each component of two or more: its items, ascending; the numbers of its pairs; and those pairs, with
            items numbered from 0 in the component.
        """
        labels = self.components(self.weight > 0)
        sizes = np.bincount(labels, minlength=1)
        ends = np.cumsum(sizes)
        items = np.argsort(labels, kind="stable")
        number = np.empty(self.n, dtype=np.int64)
        number[items] = np.arange(self.n) - np.repeat(ends - sizes, sizes)
        inside = np.flatnonzero(self.together(labels))
        inside = inside[np.argsort(labels[self.left[inside]], kind="stable")]
        pairs = np.searchsorted(labels[self.left[inside]], np.arange(len(sizes) + 1))
        for part in np.flatnonzero(sizes > 1).tolist():
            own = inside[pairs[part] : pairs[part + 1]]
            yield (
                items[ends[part] - sizes[part] : ends[part]],
                own,
                ScoredPairs(int(sizes[part]), number[self.left[own]], number[self.right[own]], self.weight[own]),
            )


def roots(parent: np.ndarray) -> np.ndarray:
    """(n,) int, where the way from each node over its parents ends: at a node that is its own parent."""
    while True:
        further = parent[parent]
        if np.array_equal(further, parent):
            return parent
        parent = further


def check_threshold(threshold: float) -> None:
    """Raise SettingError unless the threshold is a finite number."""
    if not np.isfinite(threshold):
        raise SettingError(f"threshold is {threshold}", cure="It must be a finite number")
