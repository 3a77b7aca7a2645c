"""Losses of clusterings in percent, for the structural SVM of Finley & Joachims 2005 (section 6)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.scoring.contingency import from_labels
from corefpipe.scoring.distances import mitre_loss


def pairwise_weights(same: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """How much Δ_P = 100 W/T grows if a pair is put into one cluster instead of two.

    W of the T pairs of a set are clustered differently from the true clusters. For a co-membership e from 0 to 1, Δ_P
    is the sum over pairs of these weights times e - C(i, j).

    Args:
        same: (n_pairs,) bool, C(i, j): whether a pair truly is in one cluster; set after set.
        counts: (n_sets,) int, T of each set.

    Returns:
        (n_pairs,) float64: -100/T if the pair truly is in one cluster, else 100/T.
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
