"""Greedy clustering by scores and Δ_M, which is no sum over pairs (Finley & Joachims 2005, sections 5.1 and 7.3)."""

from __future__ import annotations

import numpy as np


def greedy_with_muc(weights: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Start with every item apart and merge the two clusters that raise Σ w_ij + Δ_M most, until no two raise it.

    Merging two clusters adds one link to the response; as many of them are right as true clusters have items in both.
    So Δ_M of every merger follows from a table of these numbers (see `corefpipe.scoring.distances.mitre_loss`). Time
    is about n³: meant for sets of some hundred items.

    Args:
        weights: (n, n) symmetric w_ij, in the units of the loss, which is in percent; it is overwritten.
        labels: (n,) int true labels, of any numbers.

    Returns:
        (n,) int labels, of any numbers.
    """
    n = len(labels)
    found = np.arange(n)
    if n < 2:
        return found
    cluster = np.unique(labels, return_inverse=True)[1]
    has = (cluster[:, None] == np.arange(cluster.max() + 1)).astype(np.float64)
    shared = has @ has.T
    np.fill_diagonal(weights, -np.inf)
    links, right = n - has.shape[1], 0.0  # of key and response together; right ones
    for _ in range(n - 1):
        loss = 100 * (1 - 2 * right / links) if links else 0.0
        links += 1
        after = weights + 100 * (1 - 2 * (right + shared) / links)
        keep, gone = divmod(int(after.argmax()), n)
        if not after[keep, gone] > loss:
            break
        right += shared[keep, gone]
        found[found == gone] = keep
        row = weights[keep] + weights[gone]
        weights[keep] = weights[:, keep] = row
        weights[gone] = weights[:, gone] = -np.inf
        has[keep] = np.maximum(has[keep], has[gone])
        shared[keep] = shared[:, keep] = has @ has[keep]
    return found
