"""Base classes of comparators."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from corefpipe.clustering.comparing.forms import FormName


class Comparator(ABC):
    """Similarity of two values of a field, such as two strings or two dates.

    It is made once per field with its distinct values, so that what depends on one value only is computed once.
    Similarities are between 0 and 1, symmetric, and 1 for equal values, for which `similarity` is not called.

    >>> from corefpipe.clustering.registry import COMPARATORS
    >>> sorted(COMPARATORS)[:4]
    ['abbreviation', 'absolute', 'cosine', 'days']

    Args:
        values: (n_values,) the distinct values, in the comparator's form.
        counts: (n_values,) int, number of items of each value.

    Attributes:
        form: how values are read, a key of `FORMS`; two values of the same form are equal, and one that cannot be read
            has the similarity 0 to all.
    """

    form: ClassVar[FormName] = "text"

    def __init__(self, values: Sequence[Any], counts: np.ndarray):
        self.values = values

    @abstractmethod
    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values, by their numbers."""


class PairwiseComparator(Comparator):
    """A comparator that is a function of two lists of values."""

    @staticmethod
    @abstractmethod
    def function(ones: Sequence[Any], others: Sequence[Any]) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values."""

    def similarity(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) float, the similarities of pairs of values, by their numbers."""
        values = self.values
        return self.function([values[i] for i in one.tolist()], [values[i] for i in other.tolist()])


class VectorComparator(ABC):
    """Features of two vectors. It is symmetric.

    >>> from corefpipe.clustering.registry import COMPARATORS
    >>> from corefpipe.clustering.comparing import VectorComparator
    >>> [name for name, one in COMPARATORS.items() if issubclass(one.kind, VectorComparator)]
    ['absolute', 'cosine', 'squared']
    """

    @classmethod
    @abstractmethod
    def names(cls, dimensions: int) -> list[str]:
        """The names of its columns for vectors of so many dimensions."""

    @classmethod
    @abstractmethod
    def features(cls, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs, n_columns) float, from two (n_pairs, n_dimensions) arrays."""
