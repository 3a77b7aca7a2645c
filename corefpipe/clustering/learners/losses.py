"""Losses of clusterings (Finley & Joachims 2005, section 6), in percent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.scoring.contingency import from_labels
from corefpipe.scoring.distances import mitre_loss


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


def muc_losses(true: Sequence[np.ndarray], found: Sequence[np.ndarray]) -> np.ndarray:
    """(n_sets,) float64 Δ_M of the clusterings of each item set (see `corefpipe.scoring.distances.mitre_loss`).

    Args:
        true: for each set (n_items,) labels.
        found: for each set (n_items,) labels.
    """
    losses: np.ndarray = mitre_loss(from_labels([""] * len(true), true, found))[:, 0]
    return losses
