"""Local search for correlation clustering."""

from __future__ import annotations

import time
from math import inf

import numpy as np
from scipy import sparse

from corefpipe.clustering.decoders.correlation.greedy import greedy
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.clustering.labels import by_first_item

TOLERANCE = 1e-9
"""Gains below this share of the largest weight count as rounding errors; else moves could cycle for ever."""


def local(pairs: ScoredPairs, labels: np.ndarray | None = None, deadline: float = inf) -> np.ndarray:
    """Move single items and merge clusters until neither gains; the result is never worse than the start.

    An item moves to the cluster, or to one of its own, that gains most; a move takes time linear in the item's pairs,
    and only items paired with moved ones are examined again. Clusters merge as in `greedy`. Bringing a forbidden pair
    together gains -inf, so that no move or merger does.

    Args:
        pairs: the scored pairs.
        labels: (n,) int, the clustering to start from; the greedy one by default.
        deadline: in seconds of `time.monotonic`; it ends the search.

    Returns:
        (n,) int labels, of any numbers.
    """
    start = greedy(pairs, deadline) if labels is None else labels
    if time.monotonic() > deadline:
        return start
    found = np.arange(pairs.n)
    for items, _, part in pairs.joinable():
        found[items] = items[_improve(part, by_first_item(start[items]), deadline)]
    return found


def _improve(pairs: ScoredPairs, labels: np.ndarray, deadline: float) -> np.ndarray:
    ends = (np.concatenate([pairs.left, pairs.right]), np.concatenate([pairs.right, pairs.left]))
    graph = sparse.csr_matrix((np.tile(pairs.weight, 2), ends), shape=(pairs.n, pairs.n))
    clusters = 0
    while clusters != (now := int(labels.max()) + 1) and time.monotonic() <= deadline:
        labels = by_first_item(_moved(graph, labels, deadline))
        labels = by_first_item(greedy(pairs.contracted(labels), deadline)[labels])
        clusters = now
    return labels


def _moved(graph: sparse.csr_matrix, labels: np.ndarray, deadline: float) -> np.ndarray:
    """Labels in which no move of one item gains, from labels numbered from 0 without gaps."""
    n = len(labels)
    labels = labels.copy()
    sizes = np.bincount(labels, minlength=n)
    unused = np.flatnonzero(sizes == 0)[::-1].tolist()
    least = TOLERANCE * np.abs(graph.data[np.isfinite(graph.data)]).max()
    ties = np.zeros(n)  # between the current item and each cluster; reset to 0 after each item
    waiting = np.ones(n, dtype=bool)
    while waiting.any():
        for item in np.flatnonzero(waiting).tolist():
            if time.monotonic() > deadline:
                return labels
            waiting[item] = False
            row = slice(graph.indptr[item], graph.indptr[item + 1])
            others = graph.indices[row]
            theirs = labels[others]
            np.add.at(ties, theirs, graph.data[row])
            own = labels[item]
            best = theirs[ties[theirs].argmax()]
            stay, gain = ties[own], ties[best]
            ties[theirs] = 0
            if not max(gain, 0) - stay > least:
                continue
            if gain <= 0:
                best = unused.pop()
            labels[item] = best
            sizes[best] += 1
            sizes[own] -= 1
            if not sizes[own]:
                unused.append(own)
            waiting[others] = True
    return labels
