"""Labels of clusters, which are compared as partitions and never as numbers."""

from __future__ import annotations

import numpy as np


def by_first_item(labels: np.ndarray) -> np.ndarray:
    """The same partition with clusters numbered from 0 by their first items, int32."""
    _, first, number = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int32)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[number]
