"""Scored pairs of items, for the decoders that look at a whole item set at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from corefpipe.clustering.decoders.base import check_scores
from corefpipe.clustering.groups import Groups
from corefpipe.clustering.links import Links


@dataclass(slots=True, frozen=True)
class ScoredPairs:
    """The pairs of items that have a score, each once. Other pairs weigh 0; dummies are left out.

    Attributes:
        n: number of items.
        left: (n_pairs,) int, the earlier item of each pair.
        right: (n_pairs,) int, the later one.
        weight: (n_pairs,) float64, the gain of having both items in one cluster; -inf if that is forbidden.
    """

    n: int
    left: np.ndarray
    right: np.ndarray
    weight: np.ndarray

    @classmethod
    def of(cls, links: Links, scores: np.ndarray) -> ScoredPairs:
        """The pairs that links join, in the order of the links; items are numbered through all sets.

        Args:
            links: candidates of one or more sets.
            scores: (n_links,) w_ij of each link; the dummies' are ignored.

        Raises:
            LinksError: scores that are not finite or not one per link.
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
        """(n_pairs,) bool: whether both items are in one cluster."""
        inside: np.ndarray = labels[self.left] == labels[self.right]
        return inside

    def objective(self, labels: np.ndarray) -> float:
        """Σ w_ij over the pairs within clusters: what correlation clustering maximises."""
        return float(self.weight[self.together(labels)].sum())

    def only(self, kept: np.ndarray) -> ScoredPairs:
        """Some of the pairs, by (n_pairs,) bool."""
        return ScoredPairs(self.n, self.left[kept], self.right[kept], self.weight[kept])

    @property
    def forbidden(self) -> np.ndarray:
        """(n_pairs,) bool: whether the items must not be in one cluster."""
        found: np.ndarray = np.isneginf(self.weight)
        return found

    def reweighted(self, weight: np.ndarray) -> ScoredPairs:
        """The same pairs with these weights; forbidden pairs stay forbidden."""
        return replace(self, weight=np.where(self.forbidden, -np.inf, weight))

    def contracted(
        self, labels: np.ndarray, combine: Callable[[np.ndarray, np.ndarray, int], np.ndarray] = np.bincount
    ) -> ScoredPairs:
        """Pairs of clusters; each weighs the sum of the pairs of items between the two clusters.

        Args:
            labels: (n,) int, clusters numbered from 0 without gaps.
            combine: computes the weights of pairs of clusters from, for each pair of items between clusters, the number
                of its pair of clusters and its weight, and from the number of pairs of clusters; the default sums.
        """
        ends = np.stack([labels[self.left], labels[self.right]])
        between = ends[0] != ends[1]
        ends, weight = ends[:, between], self.weight[between]
        n = int(labels.max(initial=-1)) + 1
        key, number = np.unique(ends.min(axis=0) * n + ends.max(axis=0), return_inverse=True)
        return ScoredPairs(n, key // n, key % n, combine(number, weight, len(key)))

    def forbid(self, apart: np.ndarray) -> ScoredPairs:
        """The same pairs with some of them forbidden; those without a score are added.

        Args:
            apart: (n_apart, 2) int, pairs that must not be in one cluster, the earlier item first.
        """
        scored, wanted = self.left * self.n + self.right, apart[:, 0] * self.n + apart[:, 1]
        key, first = np.unique(np.concatenate([wanted, scored]), return_index=True)
        weight = np.concatenate([np.full(len(wanted), -np.inf), self.weight])[first]
        return ScoredPairs(self.n, key // self.n, key % self.n, weight)

    def within(self, groups: Groups) -> ScoredPairs:
        """Pairs of groups of items that must stay together; those that constraints forbid are forbidden."""
        return self.contracted(groups.number).keep_apart(groups)

    def keep_apart(self, groups: Groups) -> ScoredPairs:
        """The same pairs of groups, with those forbidden that must be apart or lead to the left from a start."""
        found = self.forbid(groups.apart)
        return found.forbid(found._before(groups.starts)) if groups.starts.any() else found

    def _before(self, starts: np.ndarray) -> np.ndarray:
        """(n_found, 2) int, the pairs of an item and a later one that starts a cluster, as far as they might be joined.

        These are the pairs that have a score, and those within a component of the other pairs that gain.
        """
        scored = starts[self.right]
        labels = self.components((self.weight > 0) & ~scored)
        order = np.argsort(labels, kind="stable")  # by component, items ascending
        begin = np.searchsorted(labels[order], labels[order])
        place = np.flatnonzero(starts[order])
        counts = place - begin[place]
        earlier = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        inside = np.stack([order[np.repeat(begin[place], counts) + earlier], np.repeat(order[place], counts)], axis=1)
        return np.concatenate([np.stack([self.left[scored], self.right[scored]], axis=1), inside])

    def components(self, chosen: np.ndarray, joined: np.ndarray | None = None) -> np.ndarray:
        """(n,) int, labels of the connected components over some of the pairs.

        Args:
            chosen: (n_pairs,) bool, the pairs that connect their items.
            joined: (n,) int, for each item another one that is connected to it whatever the pairs say.
        """
        ends = (self.left[chosen], self.right[chosen])
        if joined is not None:
            ends = (np.concatenate([ends[0], joined]), np.concatenate([ends[1], np.arange(self.n)]))
        graph = sparse.coo_matrix((np.ones(len(ends[0]), dtype=bool), ends), shape=(self.n, self.n))
        labels: np.ndarray = connected_components(graph, directed=False)[1]
        return labels

    def joinable(self) -> Iterator[tuple[np.ndarray, np.ndarray, ScoredPairs]]:
        """The parts that can be clustered separately: connected components over the pairs of positive weight.

        A best clustering needs no cluster across components: no pair across them weighs more than 0, so cutting such
        a cluster between components never lowers the objective. For the same reason no merger across them gains.

        Yields:
            For each component of two items or more: its items, ascending; the indices of its pairs; and these pairs,
            with items numbered from 0 within the component.
        """
        return self.parts(self.components(self.weight > 0))

    def parts(self, labels: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray, ScoredPairs]]:
        """Split items by their labels, numbered from 0.

        Yields:
            As `joinable`, for each label of two items or more.
        """
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


def regions(pairs: ScoredPairs, groups: Groups) -> Iterator[tuple[np.ndarray, ScoredPairs, Groups | None]]:
    """The parts that can be clustered separately under constraints, those of the fewest pairs first.

    They are the connected components over the pairs of positive weight and those that must be together, of two items or
    more. All components that no constraint concerns make up one part.

    Yields:
        The items of the part, ascending; the pairs within it, of items numbered from 0 within the part; the constraints
        within it, or None if there are none.
    """
    first = np.unique(groups.number, return_index=True)[1]
    labels = pairs.components(pairs.weight > 0, first[groups.number])
    one, other = labels[first][groups.apart].T
    apart = groups.apart[one == other]
    of_pair = one[one == other]
    concerned = np.zeros(int(labels.max(initial=-1)) + 1, dtype=bool)
    concerned[labels[first[groups.number] != np.arange(pairs.n)]] = True
    concerned[of_pair] = True
    concerned[labels[first[groups.starts]]] = True
    number = np.where(concerned, np.cumsum(concerned), 0)  # 0 for all components without constraints
    order = np.argsort(number[of_pair], kind="stable")
    apart, of_pair = apart[order], number[of_pair][order]
    for items, _, part in sorted(pairs.parts(number[labels]), key=lambda found: len(found[2])):
        which = int(number[labels[items[0]]])
        lo, hi = np.searchsorted(of_pair, [which, which + 1])
        yield items, part, groups.part(items, apart[lo:hi]) if which else None


def roots(parent: np.ndarray) -> np.ndarray:
    """(n,) int, the root of each node in a forest given by parents; a root is its own parent."""
    while True:
        further = parent[parent]
        if np.array_equal(further, parent):
            return parent
        parent = further
