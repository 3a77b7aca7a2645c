"""Centre and scale vectors by those of training."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Self

import numpy as np

from corefpipe.errors import CorefpipeWarning, LinksError

_CONSTANT = 1e-12
"""Standard deviation, as a share of the largest value, below which a dimension counts as constant: rounding errors."""


@dataclass(slots=True, frozen=True, eq=False)
class Scaling:
    """Centre and deviation of the dimensions that are kept.

    Attributes:
        kept: (n_kept,) int, the dimensions.
        centre: (n_kept,) float64.
        deviation: (n_kept,) float64.
    """

    kept: np.ndarray
    centre: np.ndarray
    deviation: np.ndarray

    @classmethod
    def none(cls, width: int) -> Self:
        """All dimensions as they are."""
        return cls(np.arange(width), np.zeros(width), np.ones(width))

    @classmethod
    def of(cls, vectors: np.ndarray) -> Self:
        """Mean 0 and variance 1 in each dimension, as Daumé & Marcu 2005 (section 5); constant ones are left out.

        Args:
            vectors: (n, width) of training.

        Raises:
            LinksError: all dimensions are constant.

        Warns:
            CorefpipeWarning: a dimension is constant.
        """
        deviation = vectors.std(axis=0)
        varies = deviation > _CONSTANT * np.abs(vectors).max(axis=0)
        if not varies.any():
            what = "the training data are one item" if len(vectors) == 1 else "no dimension varies in training"
            raise LinksError(f"{what}, so nothing can be scaled", cure="Give more items, or scale=False")
        for number in np.flatnonzero(~varies).tolist():
            warnings.warn(
                f"dimension {number} is {vectors[0, number]:g} for all items of training, so it is left out. Drop it, "
                "or give scale=False to keep it",
                CorefpipeWarning,
                stacklevel=5,
            )
        return cls(np.flatnonzero(varies), vectors.mean(axis=0)[varies], deviation[varies])

    def applied(self, vectors: np.ndarray) -> np.ndarray:
        """(n, n_kept) scaled vectors."""
        found: np.ndarray = (vectors[:, self.kept] - self.centre) / self.deviation
        return found
