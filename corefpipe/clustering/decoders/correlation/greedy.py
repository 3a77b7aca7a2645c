"""Greedy correlation clustering (Finley & Joachims 2005, section 5.1, C_G)."""

from __future__ import annotations

import time
from heapq import heapify, heappop, heappush
from math import inf

import numpy as np

from corefpipe.clustering.decoders.merging import merge_most_similar
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs, roots

DENSE = 4096
"""Number of items up to which a component is stored as a matrix, of 8 bytes per pair."""


def greedy(pairs: ScoredPairs, deadline: float = inf) -> np.ndarray:
    """Start with every item apart and merge the two clusters whose merger gains most, until none gains.

    A merger that joins a forbidden pair gains -inf, so that none does. Components of positive pairs are
    clustered one by one (see `ScoredPairs.joinable`). Time for a component of n items is about n² up to `DENSE` items
    and above that m log² m for its m pairs. Ties are broken by a fixed rule, so that equal pairs always give equal
    labels.

    Args:
        pairs: the scored pairs.
        deadline: in seconds of `time.monotonic`; it ends the merging.

    Returns:
        (n,) int labels, of any numbers.
    """
    labels = np.arange(pairs.n)
    for items, _, part in pairs.joinable():
        if time.monotonic() > deadline:
            break
        labels[items] = items[(_merge_dense if part.n <= DENSE else _merge_sparse)(part, deadline)]
    return labels


def matrix(pairs: ScoredPairs) -> np.ndarray:
    """(n, n) symmetric weights, 0 for pairs without a score and on the diagonal."""
    weights = np.zeros((pairs.n, pairs.n))
    weights[pairs.left, pairs.right] = pairs.weight
    weights[pairs.right, pairs.left] = pairs.weight
    return weights


def _merge_dense(pairs: ScoredPairs, deadline: float) -> np.ndarray:
    """Labels from a matrix of gains."""
    if pairs.n == 2:
        return np.zeros(2, dtype=np.int64)
    gains = matrix(pairs)

    def add(keep: int, gone: int) -> None:
        gains[keep] += gains[gone]

    return merge_most_similar(gains, add, deadline)


def _merge_sparse(pairs: ScoredPairs, deadline: float) -> np.ndarray:
    """Labels from a queue of the mergers that gain; the smaller row is added to the larger."""
    parent = np.arange(pairs.n)
    gains: list[dict[int, float]] = [{} for _ in range(pairs.n)]
    for a, b, weight in zip(pairs.left.tolist(), pairs.right.tolist(), pairs.weight.tolist(), strict=True):
        gains[a][b] = gains[b][a] = weight
    gaining = pairs.weight > 0
    queue = list(
        zip((-pairs.weight[gaining]).tolist(), pairs.left[gaining].tolist(), pairs.right[gaining].tolist(), strict=True)
    )
    heapify(queue)
    while queue and time.monotonic() <= deadline:
        loss, keep, gone = heappop(queue)
        if gains[keep].get(gone) != -loss:  # one of the two has merged since
            continue
        if len(gains[keep]) < len(gains[gone]):
            keep, gone = gone, keep
        parent[gone] = keep
        row, old = gains[keep], gains[gone]
        gains[gone] = {}
        del row[gone], old[keep]
        for other, weight in old.items():
            del gains[other][gone]
            row[other] = gains[other][keep] = gain = row.get(other, 0.0) + weight
            if gain > 0:
                heappush(queue, (-gain, min(keep, other), max(keep, other)))
    return roots(parent)
