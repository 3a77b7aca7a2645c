"""Losses of clusterings (Finley & Joachims 2005, section 6), in percent."""

from __future__ import annotations

import numpy as np


def pairwise_weights(same: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """What each pair adds to Δ_P = 100 W/T when both are put in one cluster, rather than in two.

    W counts the pairs disagreed on of the T pairs of a set. For co-membership e, 0 or 1 or between, Δ_P is the sum of
    these weights times e - C(i, j).

    Args:
        same: (n_pairs,) bool, C(i, j), the pairs of each set behind those of another.
        counts: (n_sets,) int, T of each set.

    Returns:
        (n_pairs,) float64: 100/T, or -100/T where they truly are one cluster's.
    """
    return np.where(same, -1, 1) * np.repeat(100 / np.maximum(counts, 1), counts)


def mitre_loss(true: np.ndarray, found: np.ndarray) -> float:
    """Δ_M of two clusterings of one item set: 100 (1 - F), F of the MUC score (Vilain et al. 1995).

    The paper prints 100 · 2(1 - R)(1 - P)/((1 - R) + (1 - P)). That is 0 for all items in one cluster, where R is 1,
    yet its Table 1 has a loss of 51.0 for them: for the numbers of items and clusters it gives, 1 - F is 50.8 percent.

    Args:
        true: (n_items,) labels.
        found: (n_items,) labels.

    Returns:
        from 0 to 100; 0 where neither clustering has a cluster of two items.
    """
    keys, key = np.unique(true, return_inverse=True)
    responses, response = np.unique(found, return_inverse=True)
    shared = len(np.unique(key * len(responses) + response))
    expected, given = len(key) - len(keys), len(key) - len(responses)
    # R = (n - shared) / expected, P = (n - shared) / given.
    return 100 * (1 - 2 * (len(key) - shared) / (expected + given)) if expected + given else 0.0
