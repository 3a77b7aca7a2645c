"""`Comparison`: the features of pairs of items from comparators of their fields or vectors."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from corefpipe.clustering.comparing.base import Comparator, VectorComparator
from corefpipe.clustering.comparing.compared_field import ComparedField
from corefpipe.clustering.comparing.forms import as_written
from corefpipe.clustering.comparing.guess import guess_comparators
from corefpipe.clustering.items import ItemSets
from corefpipe.clustering.registry import COMPARATORS
from corefpipe.exceptions import CorefpipeWarning, LinksError, SettingError

_BLOCK = 100_000  # pairs compared at once
_LARGEST = 1e18  # number in a vector: squares of differences are finite in single precision
_MISSING = ("one missing", "both missing")


@dataclass(slots=True, frozen=True)
class Comparison:
    """Which comparators are applied to which fields of two records, or to two vectors.

    >>> from corefpipe.clustering import Comparison
    >>> comparison = Comparison({"name": ["edit", "jaro_winkler"], "born": ["years"]})
    >>> comparison = Comparison(["absolute", "cosine"])

    Each comparator of a field is one column, a similarity from 0 to 1. Each field has two more columns: 1 where its
    value is missing in one of the two records, and 1 where it is missing in both; its similarities are 0 then. Nothing
    is learned here, so the same records give the same features; only the weights of words (`tfidf`, `soft_tfidf`)
    depend on all records that are compared together.

    Args:
        fields: field -> names of comparators, for records; or names of comparators, for vectors.
        dimensions: number of dimensions, for vectors; None takes that of the vectors compared, in a `Clusterer` that of
            the vectors of training.

    Raises:
        SettingError: no field, no comparator, one that is not registered or stands twice, or one for the other kind of
            items; fewer dimensions than 1.
    """

    fields: Mapping[str, Sequence[str]] | Sequence[str]
    dimensions: int | None = None

    def __post_init__(self) -> None:
        if isinstance(self.fields, str) or not isinstance(self.fields, Mapping | Sequence):
            raise SettingError(
                f"fields is {self.fields!r}", cure='Give {"field": ["comparator", …]}, or a list for vectors'
            )
        if not self.fields:
            raise SettingError("nothing is compared", cure="Give at least one field with a comparator")
        if isinstance(self.fields, Mapping):
            for field, names in self.fields.items():
                _check_names(names, Comparator, f"field {field!r}")
            if self.dimensions is not None:
                raise SettingError("records have no dimensions", cure="Leave `dimensions` out")
            return
        _check_names(self.fields, VectorComparator, "vectors")
        if self.dimensions is not None and (not isinstance(self.dimensions, int) or self.dimensions < 1):
            raise SettingError(
                f"dimensions is {self.dimensions!r}", cure="Give that of the vectors, or None to take theirs"
            )

    def fitted(self, items: ItemSets) -> Comparison:
        """The same comparison, for vectors with the dimensions of these if it has none of its own."""
        if isinstance(self.fields, Mapping) or self.dimensions is not None or items.array is None:
            return self
        return replace(self, dimensions=items.array.shape[1])

    @property
    def names(self) -> list[str]:
        """The names of the columns, such as "name: edit".

        Raises:
            SettingError: the dimensions of the vectors are not known yet.
        """
        if isinstance(self.fields, Mapping):
            return [f"{field}: {name}" for field, names in self.fields.items() for name in (*names, *_MISSING)]
        if self.dimensions is None:
            raise SettingError(
                "the dimensions of the vectors are not known", cure="Give `dimensions`, or use `fitted(items)`"
            )
        return [column for name in self.fields for column in COMPARATORS[name].kind.names(self.dimensions)]

    def compare(self, items: ItemSets, left: np.ndarray, right: np.ndarray) -> sparse.csr_matrix:
        """Features of pairs of items.

        Args:
            items: the item sets.
            left: (n_pairs,) int, one item of each pair, numbered through all sets.
            right: (n_pairs,) int, the other one.

        Returns:
            (n_pairs, n_features) CSR float32, a column for each of `names`.

        Raises:
            LinksError: see `check`; numbers of items that there are not.
        """
        self.check(items)
        left, right = (_item_numbers(side, items.n_items) for side in (left, right))
        if len(left) != len(right):
            raise LinksError(f"{len(left)} left and {len(right)} right items of pairs", cure="Give two per pair")
        parts = self._prepared(items)
        found = [sparse.csr_matrix((0, len(self.fitted(items).names)), dtype=np.float32)]
        for first in range(0, len(left), _BLOCK):
            rows = slice(first, first + _BLOCK)
            dense = np.concatenate([part.features(left[rows], right[rows]) for part in parts], axis=1)
            found.append(sparse.csr_matrix(dense, dtype=np.float32))
        return sparse.vstack(found, format="csr", dtype=np.float32)

    def check(self, items: ItemSets) -> None:
        """Check that items can be compared.

        Raises:
            LinksError: records for a comparison of vectors, or the other way round; a missing field; vectors of another
                number of dimensions, or with numbers too large to compare.
        """
        if isinstance(self.fields, Mapping):
            if items.array is not None:
                raise LinksError(
                    f"vectors for a comparison of records of {', '.join(self.fields)}",
                    cure="Give records with these fields, or compare vectors, in learning as in clustering",
                )
            for field in self.fields:
                items.column(field)
        elif items.array is None:
            size = "" if self.dimensions is None else f" of {self.dimensions} dimensions"
            raise LinksError(
                f"records for a comparison of vectors{size}",
                cure="Give such vectors, or a comparison from field to comparators, in learning as in clustering",
            )
        elif self.dimensions not in (None, items.array.shape[1]):
            raise LinksError(
                f"vectors of {items.array.shape[1]} dimensions for a comparison of {self.dimensions}",
                cure="Give vectors of that many dimensions",
            )
        else:
            _check_sizes(items)

    def _prepared(self, items: ItemSets) -> list[Any]:
        if isinstance(self.fields, Mapping):
            return [_compared_field(items, field, names) for field, names in self.fields.items()]
        assert items.array is not None
        return [_ComparedVectors(items.array, COMPARATORS[name].kind) for name in self.fields]

    @classmethod
    def guess(cls, items: ItemSets) -> Comparison:
        """A comparison that fits the values: numbers, dates, categories, names or longer texts.

        A field without any value is left out, with a `CorefpipeWarning`. Vectors get |x - y| of each dimension and the
        cosine.

        Raises:
            LinksError: no field has a value.
        """
        if items.array is not None:
            return cls(["absolute", "cosine"], items.array.shape[1])
        return cls(guess_comparators(items))

    def to_table(self) -> dict[str, Any]:
        """The settings as plain values, for files."""
        if isinstance(self.fields, Mapping):
            return {"fields": {field: list(names) for field, names in self.fields.items()}}
        known = {} if self.dimensions is None else {"dimensions": self.dimensions}
        return {"fields": list(self.fields)} | known

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Comparison:
        """The comparison that `to_table` wrote.

        Raises:
            SettingError: see the class; or a table that is no such one.
        """
        if "fields" not in table:
            raise SettingError("the comparison has no fields", cure="Write it by Comparison.to_table")
        return cls(table["fields"], table.get("dimensions"))


@dataclass(slots=True, frozen=True)
class _ComparedVectors:
    """Vectors with a comparator."""

    array: np.ndarray
    kind: type[VectorComparator]

    def features(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """(n_pairs, n_columns) float."""
        return self.kind.features(self.array[left], self.array[right])


def _compared_field(items: ItemSets, field: str, names: Sequence[str]) -> ComparedField:
    """A field with its comparators; with a warning for those that cannot read any of its values."""
    column = items.column(field)
    found = ComparedField(column, [COMPARATORS[name].kind for name in names])
    if found.unread:
        useless = ", ".join(name for name in names if COMPARATORS[name].kind.form in found.unread)
        example = as_written(next(value for value in column.tolist() if value is not None))
        warnings.warn(
            f"{useless} can read no value of the field {field!r}, such as {example[:40]!r}: similarities are 0",
            CorefpipeWarning,
            stacklevel=4,
        )
    return found


def _item_numbers(given: Any, n_items: int) -> np.ndarray:
    """(n,) int64 numbers of items."""
    found = np.asarray(given)
    if found.ndim != 1 or (len(found) and found.dtype.kind not in "iu"):
        raise LinksError(
            f"the items of pairs are an array of shape {found.shape} and type {found.dtype}",
            cure="Give two flat arrays of whole numbers",
        )
    if len(found) and not 0 <= found.min() <= found.max() < n_items:
        wrong = found.min() if found.min() < 0 else found.max()
        raise LinksError(f"there is no item {wrong} among {n_items}", cure="Items of all sets are numbered from 0")
    return found.astype(np.int64, copy=False)


def _check_sizes(items: ItemSets) -> None:
    """Raise LinksError for a number in a vector whose squares are not finite."""
    assert items.array is not None
    wrong = np.argwhere(np.abs(items.array) > _LARGEST)
    if len(wrong):
        row, column = wrong[0].tolist()
        number = int(np.searchsorted(items.sets, row, side="right")) - 1
        raise LinksError(
            f"item {row - items.sets[number]} of set {number} has {items.array[row, column]:g} in dimension {column}",
            cure=f"At most {_LARGEST:g} in size: choose a larger unit, or scale the vectors",
        )


def _check_names(names: Sequence[str], base: type, where: str) -> None:
    if isinstance(names, str) or not isinstance(names, Sequence) or not names:
        raise SettingError(f"the comparators of {where} are {names!r}", cure="Give a list of names")
    for name in names:
        if not issubclass(COMPARATORS[name].kind, base):
            kind = "records" if base is VectorComparator else "vectors"
            fitting = ", ".join(other for other in COMPARATORS if issubclass(COMPARATORS[other].kind, base))
            raise SettingError(f"{name!r} compares {kind}; it stands with {where}", cure=f"Valid are {fitting}")
        if list(names).count(name) > 1:
            raise SettingError(f"{name!r} stands twice with {where}", cure="Name it once")
