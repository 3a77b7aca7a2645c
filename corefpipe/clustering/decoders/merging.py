"""Greedy merging of clusters: by a matrix of similarities, or pair by pair within constraints."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from math import inf

import numpy as np

from corefpipe.clustering.decoders.scored_pairs import roots
from corefpipe.clustering.disjoint_sets import DisjointSets
from corefpipe.clustering.groups import Groups


def merge_most_similar(
    similarity: np.ndarray, combine: Callable[[int, int], None], deadline: float = inf, n_clusters: int | None = None
) -> np.ndarray:
    """Merge the two most similar clusters, again and again, while their similarity is above 0.

    Ties are broken by a fixed rule, so that equal input always gives equal labels. Time is about n².

    Args:
        similarity: (n, n) symmetric similarities of the items; -inf for pairs that must not merge. It is overwritten.
        combine: is called with two clusters to merge, and overwrites the row of the first one with the similarities of
            the merged cluster.
        deadline: in seconds of `time.monotonic`; it ends the merging.
        n_clusters: merge until so many clusters are left instead, as far as any may merge.

    Returns:
        (n,) int labels, of any numbers.
    """
    parent = np.arange(len(similarity))
    np.fill_diagonal(similarity, -np.inf)
    partner = similarity.argmax(axis=1)
    best = similarity[parent, partner]
    least, left = (0.0, 1) if n_clusters is None else (-inf, n_clusters)
    for _ in range(len(similarity) - left):
        keep = int(best.argmax())
        if not best[keep] > least or time.monotonic() > deadline:
            break
        gone = int(partner[keep])  # later than `keep`: of a row's and a column's equal maxima the row comes first
        parent[gone] = keep
        combine(keep, gone)
        row = similarity[keep]
        similarity[:, keep] = row
        similarity[gone] = similarity[:, gone] = best[gone] = -np.inf
        # A row's largest similarity is another one if it was with one of the two, or is now the one with both.
        larger = row > best
        partner[larger] = keep
        best[larger] = row[larger]
        lost = (partner == gone) | ((partner == keep) & ~larger)
        lost[keep] = True
        lost = np.flatnonzero(lost)
        rows = similarity[lost]
        partner[lost] = rows.argmax(axis=1)
        best[lost] = rows[np.arange(len(lost)), partner[lost]]
    return roots(parent)


def merge_in_order(groups: Groups, pairs: Iterable[tuple[int, int]], n_clusters: int = 1) -> np.ndarray:
    """Merge the clusters of the two items of each pair in turn, unless constraints forbid it.

    Args:
        groups: the clusters at the start, which of them must be apart, and which must come first in a cluster.
        pairs: pairs of items, in the order of merging.
        n_clusters: the merging ends when so many clusters are left.

    Returns:
        (n_items,) int labels, of any numbers.
    """
    clusters, rivals = DisjointSets(groups.n_groups), [set(others) for others in groups.rivals()]
    number = groups.number.tolist()
    # Of each cluster the first group, and the last one that must be the first: -1 for none.
    first = list(range(groups.n_groups))
    starting = np.where(groups.starts, first, -1).tolist()
    surplus = groups.n_groups - n_clusters
    for one, other in pairs:
        if surplus <= 0:
            break
        keep, gone = clusters.root(number[one]), clusters.root(number[other])
        if keep == gone or gone in rivals[keep]:
            continue
        if max(starting[keep], starting[gone]) > min(first[keep], first[gone]):
            continue
        if len(rivals[keep]) < len(rivals[gone]):
            keep, gone = gone, keep
        clusters.join(keep, gone)
        surplus -= 1
        first[keep], starting[keep] = min(first[keep], first[gone]), max(starting[keep], starting[gone])
        rivals[keep] |= rivals[gone]
        for rival in rivals[gone]:
            rivals[rival].discard(gone)
            rivals[rival].add(keep)
    return clusters.roots()[groups.number]
