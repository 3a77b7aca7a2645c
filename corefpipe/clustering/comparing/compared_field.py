"""The features of pairs of records from one field."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np

from corefpipe.clustering.comparing.base import Comparator
from corefpipe.clustering.comparing.forms import FORMS


class Coded(NamedTuple):
    """The distinct values of some items in one form.

    Attributes:
        values: (n_values,) the distinct values.
        codes: (n_items,) int64 index of the value of each item, -1 if it is missing or cannot be read.
    """

    values: list[Any]
    codes: np.ndarray

    @classmethod
    def of(cls, column: np.ndarray, read: Callable[[Any], Hashable | None]) -> Coded:
        """Read each distinct value of a column once."""
        raw: dict[Any, int] = {None: 0}
        of_item = np.array([raw.setdefault(value, len(raw)) for value in column.tolist()], dtype=np.int64)
        numbers: dict[Hashable, int] = {}
        read_codes = np.full(len(raw), -1, dtype=np.int64)
        for value, code in raw.items():
            form = None if value is None else read(value)
            if form is not None:
                read_codes[code] = numbers.setdefault(form, len(numbers))
        return cls(list(numbers), read_codes[of_item])


class ComparedField:
    """A field of records with its comparators.

    Args:
        column: (n_items,) object, the values, None where missing.
        kinds: the comparators.
    """

    def __init__(self, column: np.ndarray, kinds: Sequence[type[Comparator]]):
        self.missing = np.array([value is None for value in column.tolist()], dtype=bool)
        forms = {kind.form: Coded.of(column, FORMS[kind.form]) for kind in kinds}
        self.codes = {form: coded.codes for form, coded in forms.items()}
        self.comparators = []
        for kind in kinds:
            values, codes = forms[kind.form]
            self.comparators.append(kind(values, np.bincount(codes[codes >= 0], minlength=len(values))))

    @property
    def unread(self) -> list[str]:
        """The forms in which no value can be read, although there are values."""
        return [] if self.missing.all() else [form for form, codes in self.codes.items() if (codes < 0).all()]

    def features(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """(n_pairs, n_comparators + 2) float32: the similarities; one value is missing; both are."""
        found = np.zeros((len(left), len(self.comparators) + 2), dtype=np.float32)
        pairs = {form: _Distinct.of(codes[left], codes[right]) for form, codes in self.codes.items()}
        for column, comparator in enumerate(self.comparators):
            own = pairs[comparator.form]
            found[own.rows, column] = comparator.similarity(own.one, own.other)[own.inverse]
            found[own.equal, column] = 1
        lacking = self.missing[left].astype(np.int8) + self.missing[right]
        found[:, -2], found[:, -1] = lacking == 1, lacking == 2
        return found


class _Distinct(NamedTuple):
    """The distinct pairs of different values of some pairs of items.

    Attributes:
        one: (n_distinct,) code of the lower value.
        other: (n_distinct,) code of the higher value.
        rows: (n,) the pairs of items with different values.
        inverse: (n,) for each of these the index of its pair of values.
        equal: (n_equal,) the pairs of items with equal values.
    """

    one: np.ndarray
    other: np.ndarray
    rows: np.ndarray
    inverse: np.ndarray
    equal: np.ndarray

    @classmethod
    def of(cls, one: np.ndarray, other: np.ndarray) -> _Distinct:
        """From the codes of the values of both items of each pair; -1 where there is none."""
        read = (one >= 0) & (other >= 0)
        rows = np.flatnonzero(read & (one != other))
        low, high = np.minimum(one[rows], other[rows]), np.maximum(one[rows], other[rows])
        size = int(high.max(initial=0)) + 1
        key, inverse = np.unique(low * size + high, return_inverse=True)
        return cls(key // size, key % size, rows, inverse, np.flatnonzero(read & (one == other)))
