"""Centre and scale vectors by those of training."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Self

import numpy as np

from corefpipe.clustering.items import ItemSets
from corefpipe.exceptions import CorefpipeWarning, LinksError

_CONSTANT = 1e-12
"""Standard deviation, as a share of the largest value, below which a dimension counts as constant: rounding errors."""

_LARGEST = 1e50
"""Absolute value above which fourth powers, which the models compute, could overflow."""


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

    def applied(self, items: ItemSets) -> np.ndarray:
        """(n, n_kept) scaled vectors of item sets.

        Raises:
            LinksError: one is too large to compute with.
        """
        assert items.array is not None
        with np.errstate(over="ignore"):
            found: np.ndarray = (items.array[:, self.kept] - self.centre) / self.deviation
        check_size(items, found, "after scaling by training")
        return found


def check_size(items: ItemSets, vectors: np.ndarray, when: str) -> None:
    """Raise an error for vectors whose powers could overflow.

    Args:
        items: the item sets, which say where a vector belongs.
        vectors: (n_items, width) their vectors.
        when: what was done with them, for the message.

    Raises:
        LinksError: a vector has a number above 1e50.
    """
    large = np.flatnonzero((np.abs(vectors) > _LARGEST).any(axis=1))
    if len(large):
        number = int(np.searchsorted(items.sets, large[0], side="right")) - 1
        value = vectors[large[0], np.abs(vectors[large[0]]).argmax()]
        raise LinksError(
            f"item {large[0] - items.sets[number]} of set {number} has {value:g} in a dimension {when}",
            cure=f"Give numbers up to {_LARGEST:g}: choose a larger unit, or leave the item out",
        )
