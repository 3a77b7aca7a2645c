"""Values of links, item by item: the best one, their sum, and probabilities from scores."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.links import Links

_ITEMS = 4096  # items whose probabilities are computed at once


def own_links(links: Links, labels: np.ndarray) -> np.ndarray:
    """(n_links,) bool, whether each link of at most one set is correct under labels (see `Links.coreferent`)."""
    return links.coreferent([labels] * links.n_sets)


def best_links(indptr: np.ndarray, value: np.ndarray) -> np.ndarray:
    """(n_items,) int64, the link of the largest value of each item; of equal ones the first."""
    if not len(value):
        return np.zeros(0, dtype=np.int64)
    best = np.maximum.reduceat(value, indptr[:-1])
    at = np.flatnonzero(value == np.repeat(best, np.diff(indptr)))
    found: np.ndarray = at[np.searchsorted(at, indptr[:-1])]
    return found


def sums(indptr: np.ndarray, value: np.ndarray) -> np.ndarray:
    """(n_items,) float64, the sum of the values of the links of each item."""
    return np.add.reduceat(value, indptr[:-1]) if len(value) else np.zeros(0)


def link_probabilities(indptr: np.ndarray, scores: np.ndarray, gamma: float) -> np.ndarray:
    """Pr[j ← i] of every link (Samdani, Chang & Roth 2014, equation 2), γ above 0.

    Args:
        indptr: (n_items + 1,) where the links of each item begin; no item without links.
        scores: (n_links,) w_ij.

    Returns:
        (n_links,) float64, summing to 1 over the links of an item.
    """
    if not len(scores):
        return np.zeros(0)
    found = np.empty(len(scores))
    for first in range(0, len(indptr) - 1, _ITEMS):  # in blocks, because each step makes an array as long as the links
        bounds = indptr[first : first + _ITEMS + 1]
        of_block = slice(bounds[0], bounds[-1])
        starts, counts = bounds[:-1] - bounds[0], np.diff(bounds)
        peak = np.maximum.reduceat(scores[of_block], starts)
        with np.errstate(over="ignore"):  # far below the peak, for a tiny γ: -inf is right
            measure = np.exp((scores[of_block] - np.repeat(peak, counts)) / gamma)
        found[of_block] = measure / np.repeat(np.add.reduceat(measure, starts), counts)
    return found
