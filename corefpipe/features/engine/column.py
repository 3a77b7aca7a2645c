"""Columns of categorical values: one string per row, stored as integer codes into the distinct values."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from spacy.strings import hash_string  # type: ignore[attr-defined]


@dataclass(slots=True)
class Column:
    """The values of one attribute, one per row; rows are mentions, or tokens.

    >>> from corefpipe.features import Column
    >>> column = Column.of(["he", "she", "he"])
    >>> column.codes, column.names
    (array([0, 1, 0]), ['he', 'she'])

    Attributes:
        codes: (n_rows,) int64 into `names`; equal codes mean equal values.
        names: the distinct values.
    """

    codes: np.ndarray
    names: list[str]
    _hashes: np.ndarray | None = None

    @classmethod
    def of(cls, values: Sequence[str]) -> Column:
        """A column from one string per row."""
        names = list(dict.fromkeys(values))
        numbers = dict(zip(names, range(len(names)), strict=True))
        return cls(np.fromiter(map(numbers.__getitem__, values), np.int64, len(values)), names)

    @classmethod
    def of_codes(cls, codes: np.ndarray, names: Sequence[str]) -> Column:
        """A column from codes into `names`, which may contain unused values and the same value twice."""
        used = np.flatnonzero(np.bincount(codes, minlength=len(names)))
        several = cls.of([names[code] for code in used.tolist()])
        numbers = np.zeros(len(names), dtype=np.int64)
        numbers[used] = several.codes
        return cls(numbers[codes], several.names)

    @classmethod
    def joined(cls, columns: Sequence[Column]) -> Column:
        """The rows of several columns, one after the other."""
        first = np.cumsum([0, *(len(column.names) for column in columns)])
        codes = [column.codes + number for column, number in zip(columns, first.tolist(), strict=False)]
        names = cls.of([name for column in columns for name in column.names])
        return cls(names.codes[np.concatenate([np.zeros(0, dtype=np.int64), *codes])], names.names)

    @classmethod
    def binned(cls, numbers: np.ndarray, edges: Sequence[int]) -> Column:
        """A column with the bin of each row's number: "≤1", "≤2" ... for edges 1, 2 ..., then ">" the last edge."""
        names = [*(f"≤{edge}" for edge in edges), f">{edges[-1]}"]
        return cls.of_codes(np.searchsorted(edges, numbers), names)

    @classmethod
    def flags(cls, flags: Iterable[bool] | np.ndarray) -> Column:
        """A column of "yes" and "no" from one boolean per row."""
        codes = flags.astype(np.int64) if isinstance(flags, np.ndarray) else np.fromiter(flags, np.int64)
        return cls.of_codes(codes, ("no", "yes"))

    @property
    def hashes(self) -> np.ndarray:
        """(n_names,) uint64 hashes of the values, the same in every document and process; 0 for ""."""
        if self._hashes is None:
            self._hashes = hashes_of(self.names)
        return self._hashes

    def values(self) -> list[str]:
        """One string per row."""
        return list(map(self.names.__getitem__, self.codes.tolist()))

    def at(self, rows: np.ndarray, outside: str = "") -> Column:
        """The column of the given rows, in any order; row -1 has the value `outside`."""
        return Column.of_codes(np.append(self.codes, len(self.names))[rows], [*self.names, outside])

    def map(self, function: Callable[[str], str]) -> Column:
        """The column with a function applied to each value."""
        found = Column.of([function(name) for name in self.names])
        return Column(found.codes[self.codes], found.names)

    def where(self, chosen: np.ndarray, other: Column) -> Column:
        """These values where `chosen`, (n_rows,) bool, is true, else those of another column."""
        return Column.of_codes(np.where(chosen, self.codes, other.codes + len(self.names)), self.names + other.names)

    def earlier(self) -> np.ndarray:
        """(n_rows,) number of earlier rows with the same value."""
        order = np.argsort(self.codes, kind="stable")
        counts = np.bincount(self.codes)
        found = np.empty(len(order), dtype=np.int64)
        found[order] = np.arange(len(order)) - np.repeat(np.cumsum(counts) - counts, counts)
        return found

    def is_(self, *values: str) -> np.ndarray:
        """(n_rows,) bool: whether the value is one of these."""
        return self.in_(values)

    def in_(self, values: Container[str]) -> np.ndarray:
        """(n_rows,) bool: whether the value is in a container."""
        return np.array([name in values for name in self.names], dtype=bool)[self.codes]

    def known(self) -> np.ndarray:
        """(n_rows,) bool: whether the value is not ""."""
        return ~self.is_("")


def hashes_of(values: Sequence[str] | Mapping[str, object]) -> np.ndarray:
    """(n,) uint64 hashes of strings, the same in every process; 0 for ""."""
    return np.array([hash_string(value) if value else 0 for value in values], dtype=np.uint64)
