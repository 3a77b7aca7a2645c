"""Classes of distances."""

from __future__ import annotations

import numpy as np

CLASSES = 16
_NEAR = 5  # distances that have a class of their own


def class_of(distance: np.ndarray) -> np.ndarray:
    """The class of each distance: its own up to 4, then by powers of two."""
    doubled = np.floor(np.log2(np.maximum(distance, 1))).astype(np.int64) + 3
    return np.minimum(np.where(distance < _NEAR, np.maximum(distance, 0), doubled), CLASSES - 1)
