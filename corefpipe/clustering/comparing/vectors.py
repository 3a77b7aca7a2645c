"""Comparators of vectors."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.comparing.base import VectorComparator
from corefpipe.clustering.registry import register_comparator


@register_comparator("absolute")
class Absolute(VectorComparator):
    """|x - y| of each dimension of two vectors."""

    @classmethod
    def names(cls, dimensions: int) -> list[str]:
        """The names of its columns for vectors of so many dimensions."""
        return [f"|x-y| {number}" for number in range(dimensions)]

    @classmethod
    def features(cls, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs, n_dimensions) float, from two arrays of that shape."""
        return np.abs(one - other)


@register_comparator("squared")
class Squared(Absolute):
    """(x - y)² of each dimension of two vectors."""

    @classmethod
    def names(cls, dimensions: int) -> list[str]:
        """The names of its columns for vectors of so many dimensions."""
        return [f"(x-y)² {number}" for number in range(dimensions)]

    @classmethod
    def features(cls, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs, n_dimensions) float, from two arrays of that shape."""
        return (one - other) ** 2


@register_comparator("cosine")
class Cosine(VectorComparator):
    """Cosine of two vectors; 0 with a vector of zeros."""

    @classmethod
    def names(cls, dimensions: int) -> list[str]:
        """The name of its column."""
        return ["cosine"]

    @classmethod
    def features(cls, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs, 1) float, from two (n_pairs, n_dimensions) arrays."""
        size = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
        product = np.einsum("ij,ij->i", one, other)
        return np.divide(product, size, out=np.zeros(len(one)), where=size > 0)[:, None]
