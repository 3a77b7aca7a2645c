"""Greedy merging of clusters by their linked pairs alone, for sets too large for a matrix of all pairs."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush

import numpy as np

from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.clustering.disjoint_sets import DisjointSets


def merge_linked(pairs: ScoredPairs, sizes: np.ndarray, unlinked: float, average: bool) -> np.ndarray:
    """Merge the two most similar clusters, again and again, while their similarity is above 0.

    Clusters without a linked pair between them never merge, so only linked ones are looked at: memory is linear in the
    number of pairs. Of equally similar clusters the first ones merge.

    Args:
        pairs: pairs of clusters at the start, and their similarities; -inf for those that must not merge.
        sizes: (n,) number of items of each of these clusters.
        unlinked: similarity of a pair of items in other pairs of clusters, at most 0.
        average: whether the similarity of two clusters is the mean over their pairs of items, or else the lowest one.

    Returns:
        (n,) int labels, of any numbers.
    """
    clusters = DisjointSets(pairs.n)
    for _, keep, gone in mergers_linked(pairs, sizes, unlinked, average):
        clusters.join(keep, gone)
    return clusters.roots()


def mergers_linked(
    pairs: ScoredPairs, sizes: np.ndarray, unlinked: float, average: bool, least: float = 0.0
) -> Iterator[tuple[float, int, int]]:
    """The mergers of `merge_linked`, in their order.

    Args:
        pairs, sizes, unlinked, average: see `merge_linked`.
        least: the similarity above which clusters merge.

    Yields:
        The similarity of two clusters, the number of the first one, which is that of both from then on, and the other.
    """
    size = sizes.astype(np.float64).tolist()
    # For each cluster those linked with it: the sum of the similarities of linked pairs of items, or the lowest one,
    # and the number of these pairs.
    linked: list[dict[int, tuple[float, float]]] = [{} for _ in size]
    for one, other, weight in zip(pairs.left.tolist(), pairs.right.tolist(), pairs.weight.tolist(), strict=True):
        count = size[one] * size[other]
        linked[one][other] = linked[other][one] = (weight * count if average else weight, count)

    def similarity(one: int, other: int) -> float:
        value, count = linked[one][other]
        possible = size[one] * size[other]
        if average:
            return (value + (possible - count) * unlinked) / possible
        return value if count == possible else min(value, unlinked)

    ends = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
    heap = [(-similarity(one, other), one, other) for one, other in ends]
    heap = [entry for entry in heap if entry[0] < -least]
    heapify(heap)
    while heap:
        negative, keep, gone = heappop(heap)
        # An entry is out of date if one of the two has merged since.
        if gone not in linked[keep] or similarity(keep, gone) != -negative:
            continue
        yield -negative, keep, gone
        del linked[keep][gone], linked[gone][keep]
        size[keep] += size[gone]
        for third, (value, count) in linked[gone].items():
            del linked[third][gone]
            before, number = linked[keep].get(third, (0.0 if average else np.inf, 0.0))
            found = (before + value if average else min(before, value), number + count)
            linked[keep][third] = linked[third][keep] = found
        linked[gone] = {}
        for third in linked[keep]:
            alike = similarity(keep, third)
            if alike > least:
                heappush(heap, (-alike, *sorted((keep, third))))
