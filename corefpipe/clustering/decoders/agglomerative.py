"""Decoder for agglomerative clustering by average, complete or single linkage."""

# Types are no strings here: classes of other modules inherit the settings, and their ranges with them.

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice
from typing import Literal, get_args

import numpy as np

from corefpipe.clustering.decoders.base import Partition
from corefpipe.clustering.decoders.cutting import linkage_mergers
from corefpipe.clustering.decoders.forest import by_weight, joined_above
from corefpipe.clustering.decoders.merging import merge_in_order, merge_most_similar
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs, regions, roots
from corefpipe.clustering.decoders.sparse_merging import merge_linked, mergers_linked
from corefpipe.clustering.groups import Groups
from corefpipe.clustering.labels import first_items
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder
from corefpipe.clustering.settings import Threshold

Linkage = Literal["average", "complete", "single"]
LINKAGES: tuple[str, ...] = get_args(Linkage)
DENSE = 2000
"""Most items of a matrix of pairs, of 32 MB; larger components are merged by their links alone."""
_MERGED = 1e305
"""Similarity of items that are in one cluster from the start: above all scores, so that they merge first."""


@register_decoder("agglomerative", summary="average, complete or single linkage")
@dataclass(slots=True, frozen=True)
class AgglomerativeDecoder(Partition):
    """Merges the two most similar clusters, again and again, while their similarity is above the threshold.

    The similarity of two clusters is the mean (average), the lowest (complete) or the highest (single) score of the
    pairs between them. A pair without a score counts as `unlinked`, or as the threshold if that is lower, so that it
    never favours a merger. The dummies' scores are ignored. Memory is linear in the number of links: a connected
    component over the links above the threshold becomes a matrix only if it has at most 2,000 items. Where the clusters
    break constraints, the most similar clusters that may be in one cluster merge instead.

    A given number of clusters is a cut of the tree of mergers, whatever the threshold. Clusters between which no chain
    of scored pairs leads merge last, in the order of their items.

    >>> from corefpipe.clustering.decoders import AgglomerativeDecoder
    >>> AgglomerativeDecoder(unlinked=-5.0).decode(links, scores).labels
    array([0, 0, 1, 1], dtype=int32)

    Args:
        linkage: average, complete or single.
        threshold: mergers need a similarity above it.
        unlinked: the similarity of a pair without a link. 0 suits links of a window, where such a pair is far apart; a
            negative number suits blocking, which leaves out the pairs that have little in common.
    """

    honours_constraints = True
    cuts = True
    linkage: Linkage = "average"
    threshold: Threshold = 0.0
    unlinked: Threshold = 0.0

    def partition(self, links: Links, scores: np.ndarray, groups: Groups | None = None) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        pairs = ScoredPairs.of(links, scores)
        if self.linkage == "single":
            return joined_above(pairs, self.threshold, groups)
        # No mean and no lowest score is above the threshold if no score is.
        shifted = replace(pairs, weight=pairs.weight - self.threshold)
        if groups is None:
            return self._merged(shifted)
        labels = np.arange(pairs.n)
        for items, part, own in regions(shifted, groups):
            found = self._merged(part)
            if own is not None and not own.met(found):
                found = self._merged_within(part, own)
            labels[items] = items[first_items(found)]
        return labels

    def cut(self, links: Links, scores: np.ndarray, n_clusters: int, groups: Groups) -> np.ndarray:
        """(n_items,) int labels of one item set (see `Decoder.cut`)."""
        pairs = ScoredPairs.of(links, scores)
        if self.linkage == "single":
            mergers = by_weight(pairs, groups)
        elif not groups.free:
            return self._cut_within(pairs, n_clusters, groups)
        else:
            mergers = self._mergers(pairs, n_clusters)
        return merge_in_order(groups, chain(mergers, combinations(range(pairs.n), 2)), n_clusters)

    def _mergers(self, pairs: ScoredPairs, n_clusters: int) -> Iterator[tuple[int, int]]:
        """The mergers of the components over scored pairs, the most similar ones first: pairs of items."""
        shifted = replace(pairs, weight=pairs.weight - self.threshold)
        labels, most = np.arange(pairs.n), pairs.n - n_clusters
        above = self._in_order(shifted.joinable(), labels, -np.inf, 0.0, most)
        yield from above
        if pairs.n - len(above) > n_clusters:
            labels = merge_in_order(Groups.single(pairs.n), above)
            every = shifted.components(np.ones(len(shifted), dtype=bool))
            yield from self._in_order(shifted.parts(every), labels, -_MERGED, np.inf, most)

    def _in_order(
        self,
        parts: Iterable[tuple[np.ndarray, np.ndarray, ScoredPairs]],
        labels: np.ndarray,
        low: float,
        high: float,
        most: int,
    ) -> list[tuple[int, int]]:
        """The mergers within parts (see `ScoredPairs.parts`) of distances between two values, in ascending order.

        Args:
            labels: (n,) int, the clusters at the start.
            low, high: distances are above the one and below the other.
            most: number of mergers after which there are few enough clusters, whatever the parts.
        """
        distance, ends = [np.zeros(0)], [np.zeros((0, 2), dtype=np.int64)]
        for items, _, part in parts:
            found, own = self._tree_of(part, labels[items], high, most)
            chosen = (found > low) & (found < high)
            distance.append(found[chosen])
            ends.append(items[own[chosen]])
        order = np.argsort(np.concatenate(distance), kind="stable")
        return list(map(tuple, np.concatenate(ends)[order].tolist()))

    def _tree_of(self, pairs: ScoredPairs, labels: np.ndarray, high: float, most: int) -> tuple[np.ndarray, np.ndarray]:
        """(n_mergers,) distances of mergers, ascending, and (n_mergers, 2) an item of both clusters.

        Args:
            pairs: of a component.
            labels: (n,) int, the clusters at the start; their mergers come first.
            high, most: further mergers may be left out, those of a distance of `high` or more and those after so many:
                the last ones of a large component take by far the longest.
        """
        if pairs.n > DENSE:
            average = self.linkage == "average"
            mergers = islice(mergers_linked(pairs, np.ones(pairs.n), self._unscored, average, -high), most)
            table = np.array(list(mergers), dtype=np.float64).reshape(-1, 3)
            return -table[:, 0], table[:, 1:].astype(np.int64)
        matrix = self._matrix(pairs)
        matrix[labels[:, None] == labels] = _MERGED
        merged = _linkage(matrix, self.linkage)
        return merged[:, 2], linkage_mergers(merged)

    def _cut_within(self, pairs: ScoredPairs, n_clusters: int, groups: Groups) -> np.ndarray:
        """Labels after the mergers that constraints allow, until a number of clusters is left."""
        shifted = replace(pairs, weight=pairs.weight - self.threshold)
        sizes = np.bincount(groups.number, minlength=groups.n_groups).astype(np.float64)
        matrix = self._matrix(self._between(shifted, groups.number, sizes).forbid(groups.apart))
        for start in np.flatnonzero(groups.starts).tolist():
            matrix[:start, start] = matrix[start, :start] = -np.inf
        labels = merge_most_similar(matrix, self._combiner(matrix, sizes), n_clusters=n_clusters)
        return labels[groups.number]

    def _merged(self, pairs: ScoredPairs) -> np.ndarray:
        """Labels after all mergers above 0, from weights less the threshold."""
        labels = np.arange(pairs.n)
        for items, _, part in pairs.joinable():
            labels[items] = items[self._tree(part)]
        return labels

    @property
    def _unscored(self) -> float:
        """The similarity of a pair without a score, less the threshold."""
        return min(self.unlinked - self.threshold, 0.0)

    def _tree(self, pairs: ScoredPairs) -> np.ndarray:
        """Labels after all mergers above 0, from weights less the threshold."""
        if pairs.n > DENSE:
            return merge_linked(pairs, np.ones(pairs.n), self._unscored, self.linkage == "average")
        merged = _linkage(self._matrix(pairs), self.linkage)
        merged = merged[merged[:, 2] < 0, :2].astype(np.int64)  # distances ascend
        parent = np.arange(pairs.n + len(merged))
        parent[merged] = pairs.n + np.arange(len(merged))[:, None]
        return np.unique(roots(parent)[: pairs.n], return_inverse=True)[1]

    def _matrix(self, pairs: ScoredPairs) -> np.ndarray:
        """(n, n) similarities less the threshold."""
        matrix = np.full((pairs.n, pairs.n), self._unscored)
        matrix[pairs.left, pairs.right] = matrix[pairs.right, pairs.left] = pairs.weight
        return matrix

    def _merged_within(self, pairs: ScoredPairs, groups: Groups) -> np.ndarray:
        """Labels after all mergers above 0 that constraints allow, from weights less the threshold."""
        sizes = np.bincount(groups.number, minlength=groups.n_groups).astype(np.float64)
        similar = self._between(pairs, groups.number, sizes).keep_apart(groups)
        labels = np.arange(groups.n_groups)
        for items, _, part in similar.joinable():
            if part.n > DENSE:
                labels[items] = items[merge_linked(part, sizes[items], self._unscored, self.linkage == "average")]
                continue
            matrix = self._matrix(part)
            labels[items] = items[merge_most_similar(matrix, self._combiner(matrix, sizes[items]))]
        return labels[groups.number]

    def _between(self, pairs: ScoredPairs, number: np.ndarray, sizes: np.ndarray) -> ScoredPairs:
        """The similarities of the groups between which there are scored pairs."""
        counts = replace(pairs, weight=np.ones(len(pairs))).contracted(number)
        between = sizes[counts.left] * sizes[counts.right]
        unscored = between - counts.weight
        if self.linkage == "complete":
            lowest = pairs.contracted(number, _lowest).weight
            return replace(counts, weight=np.where(unscored > 0, np.minimum(lowest, self._unscored), lowest))
        sums = pairs.contracted(number).weight + unscored * self._unscored
        return replace(counts, weight=sums / between)

    def _combiner(self, matrix: np.ndarray, sizes: np.ndarray) -> Callable[[int, int], None]:
        """A function that merges one cluster into another, in the rows of the matrix (see `merge_most_similar`)."""

        def lowest(keep: int, gone: int) -> None:
            np.minimum(matrix[keep], matrix[gone], out=matrix[keep])

        def mean(keep: int, gone: int) -> None:
            size = sizes[keep] + sizes[gone]
            matrix[keep] = (sizes[keep] * matrix[keep] + sizes[gone] * matrix[gone]) / size
            sizes[keep] = size

        return lowest if self.linkage == "complete" else mean


def _linkage(similarity: np.ndarray, linkage: Linkage) -> np.ndarray:
    """(n - 1, 4) float, all mergers in ascending order of distance, which is the similarity negated (see SciPy's)."""
    # Imported here, because it takes longer than loading a model.
    from scipy.cluster import hierarchy
    from scipy.spatial.distance import squareform

    distance = -similarity
    np.fill_diagonal(distance, 0)
    merged: np.ndarray = hierarchy.linkage(squareform(distance, checks=False), linkage)
    return merged


def _lowest(number: np.ndarray, weight: np.ndarray, n: int) -> np.ndarray:
    """(n,) float, the lowest weight of each number."""
    found = np.full(n, np.inf)
    np.minimum.at(found, number, weight)
    return found
