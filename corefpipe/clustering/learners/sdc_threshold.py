"""The distance at which a partitioner stops: that of the best F1 of pairs in the training sets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.clustering.decoders.partitioner import square
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.clustering.partitioners.base import Partitioner

_CANDIDATES = 24
"""Number of quantiles of each kind of distance between which thresholds are tried."""


def best_threshold(parts: Sequence[tuple[ScoredPairs, slice]], same: np.ndarray, partitioner: Partitioner) -> float:
    """The threshold whose clusters have the best F1 of pairs; of several in a row, the one in the middle.

    Args:
        parts: the pairs of each set with their distances as weights, and where they are in `same`.
        same: (n_pairs,) bool, whether pairs are truly in one cluster.
        partitioner: one that has thresholds.
    """
    tried = _candidates(parts, same)
    squares = [square(part) for part, _ in parts]
    scores = np.zeros(len(tried))
    for number, threshold in enumerate(tried.tolist()):
        right = joined = 0
        for (part, rows), (distances, lowest) in zip(parts, squares, strict=True):
            found = partitioner.partition(distances, threshold=max(threshold - lowest, 0.0))
            together = part.together(found)
            right += int((together & same[rows]).sum())
            joined += int(together.sum())
        scores[number] = 2 * right / max(joined + int(same.sum()), 1)
    best = np.flatnonzero(scores == scores.max())
    run = best[best - best[0] == np.arange(len(best))]
    return float(tried[run[(len(run) - 1) // 2]])


def _candidates(parts: Sequence[tuple[ScoredPairs, slice]], same: np.ndarray) -> np.ndarray:
    """(n,) float64, ascending: between quantiles of the distances of true pairs, others, and closest pairs."""
    distance = np.concatenate([part.weight for part, _ in parts])
    closest = []
    for part, _ in parts:
        least = np.full(part.n, np.inf)
        np.minimum.at(least, part.left, part.weight)
        np.minimum.at(least, part.right, part.weight)
        closest.append(least[np.isfinite(least)])
    kinds = [distance[same], distance[~same], np.concatenate(closest)]
    levels = np.linspace(0, 1, _CANDIDATES)
    values = np.unique(np.concatenate([np.quantile(kind, levels) for kind in kinds if len(kind)]))
    margin = max(float(values[-1] - values[0]), 1e-6)
    return np.concatenate([[values[0]], (values[:-1] + values[1:]) / 2, [values[-1] + margin]])
