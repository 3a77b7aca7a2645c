"""K-medoids by PAM (Kaufman & Rousseeuw 1990, chapter 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.partitioners.base import Partitioner
from corefpipe.clustering.registry import register_partitioner
from corefpipe.clustering.settings import Count

_GAIN = 1e-12
"""Changes of the cost count as equal up to this share of the largest sum of an item's distances: rounding errors."""


@register_partitioner("k-medoids")
@dataclass(slots=True, frozen=True)
class KMedoids(Partitioner):
    """K-medoids: K items, the medoids, such that the sum of the distances of all items to the closest one is low.

    BUILD chooses medoids one after the other, each lowering the cost most. SWAP then exchanges a medoid for another
    item, of all such pairs the one that lowers the cost most, until none does. Time is n² per medoid and per swap: the
    changes of all pairs are summed at once, as in FastPAM (Schubert & Rousseeuw 2021). Of equally good
    medoids the one closest to all items is chosen, so that the order of items does not matter.

    >>> from corefpipe.clustering.partitioners import KMedoids
    >>> KMedoids().partition_vectors(values[:, None], 2)
    array([0, 0, 1, 1], dtype=int32)

    Args:
        swaps: largest number of swaps.
    """

    swaps: Count = 1000

    def split(self, items: np.ndarray, n_clusters: int, random_state: int = 0) -> np.ndarray:
        """(n,) int, the medoid of each item, by its rank among the medoids."""
        return nearest(items, self.medoids(items, n_clusters))

    def medoids(self, distances: np.ndarray, n_clusters: int) -> np.ndarray:
        """(K,) int, the items that are medoids."""
        medoids = build(distances, n_clusters)
        total = distances.sum(axis=1)
        for _ in range(self.swaps):
            change = swap_changes(distances, medoids)
            if not change.min() < -_GAIN * total.max():
                break
            gone, item = divmod(_lowest(change.ravel(), (total - total[medoids][:, None]).ravel()), len(distances))
            medoids[gone] = item
        return np.sort(medoids)


def cost(distances: np.ndarray, medoids: np.ndarray) -> float:
    """Sum of the distances of all items to their closest medoids."""
    return float(distances[:, medoids].min(axis=1).sum())


def nearest(distances: np.ndarray, medoids: np.ndarray) -> np.ndarray:
    """(n,) int, the rank of the closest medoid of each item; a medoid is its own, also if an equal item is one."""
    found = distances[:, medoids].argmin(axis=1)
    found[medoids] = np.arange(len(medoids))
    return found


def build(distances: np.ndarray, n_clusters: int) -> np.ndarray:
    """(K,) int, medoids chosen one after the other, each lowering the cost most."""
    total = distances.sum(axis=1)
    medoids = [int(total.argmin())]
    closest = distances[:, medoids[0]]
    while len(medoids) < n_clusters:
        change = -np.maximum(closest[:, None] - distances, 0).sum(axis=0)
        change[medoids] = np.inf
        medoids.append(_lowest(change, total))
        closest = np.minimum(closest, distances[:, medoids[-1]])
    return np.array(medoids)


def swap_changes(distances: np.ndarray, medoids: np.ndarray) -> np.ndarray:
    """(K, n) the change of the cost if each medoid were exchanged for each item; inf for items that are medoids.

    With d1 and d2 the distances of an item o to the closest and the second closest medoid, c joining changes o's share
    by min(d(o, c) - d1, 0). If o's own medoid leaves, its share becomes min(d(o, c), d2) instead of min(d(o, c), d1).
    """
    to_medoids = distances[:, medoids]
    own = to_medoids.argmin(axis=1)
    first = to_medoids[np.arange(len(distances)), own][:, None]
    second = np.full_like(first, np.inf)
    if len(medoids) > 1:
        second = np.partition(to_medoids, 1, axis=1)[:, 1:2]
    joined = np.minimum(distances, first)
    left = np.minimum(distances, second) - joined
    change = np.zeros((len(medoids), len(distances)))
    order = np.argsort(own, kind="stable")
    used, begins = np.unique(own[order], return_index=True)
    change[used] = np.add.reduceat(left[order], begins, axis=0)
    change += (joined - first).sum(axis=0)
    change[:, medoids] = np.inf
    return change


def _lowest(change: np.ndarray, total: np.ndarray) -> int:
    """The place of the lowest change of the cost, and of equal ones that of the lowest total."""
    close = np.flatnonzero(change <= change.min() + _GAIN * np.abs(total).max())
    return int(close[total[close].argmin()])
