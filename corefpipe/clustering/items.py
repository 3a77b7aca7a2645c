"""`ItemSets`: sets of vectors or of records that are to be clustered, and the links between their items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from scipy import sparse

from corefpipe.clustering.grouping import group_bounds, group_members, set_numbers
from corefpipe.clustering.item_links import links_of_pairs, with_constants
from corefpipe.clustering.item_values import record_columns, vector_array
from corefpipe.clustering.link_checks import NO_ARRAY
from corefpipe.clustering.links import Links
from corefpipe.exceptions import LinksError, SettingError
from corefpipe.utils.text import with_article

MOST_PAIRS = 30_000_000
"""Most links of a call without blocking: more do not fit into memory with their features."""


class PairComparison(Protocol):
    """Computes features of pairs of items, such as `Comparison`."""

    def compare(self, items: ItemSets, left: np.ndarray, right: np.ndarray) -> sparse.csr_matrix:
        """Features of pairs.

        Args:
            items: the item sets.
            left: (n_pairs,) int, one item of each pair, numbered through all sets.
            right: (n_pairs,) int, the other one.

        Returns:
            (n_pairs, n_features) CSR float32.
        """


class CandidatePairs(Protocol):
    """Chooses the pairs of items that are compared, such as `Blocking`."""

    def pairs(self, items: ItemSets, number: int) -> np.ndarray:
        """(n_pairs, 2) int, the candidate pairs i < j of set `number`, sorted; items numbered within the set."""


@dataclass(slots=True, frozen=True, eq=False)
class ItemSets:
    """Sets of items, each set to be clustered by itself: vectors of numbers, or records, which are rows of a table.

    As a sequence it consists of sets, as `Links` does: `len(items)` is their number, `items[i]` is set i as ItemSets of
    one set, and `items[1:3]`, `items[[4, 0]]` or `items[mask]` are several. `n_items` is the number of items.
    `ItemSets.vectors` and `ItemSets.records` make and check them.

    >>> from corefpipe.clustering import ItemSets
    >>> people = ItemSets.records([[{"name": "Ann Lee"}, {"name": "A. Lee"}]])
    >>> people.fields, people.sizes
    (('name',), array([2]))
    >>> ItemSets.vectors([[[0.0, 1.0], [1.0, 0.0], [5.0, 5.0]]]).n_items
    3

    Attributes:
        sets: (n_sets + 1,) int64, where the items of each set begin.
        array: (n_items, n_dimensions) float64, the vectors; None for records.
        columns: field -> (n_items,) object array of its values: str, float, frozenset of str, or None where missing;
            empty for vectors.
    """

    sets: np.ndarray
    array: np.ndarray | None
    columns: dict[str, np.ndarray]

    @classmethod
    def vectors(cls, arrays: Sequence[np.ndarray]) -> ItemSets:
        """Sets of vectors.

        Args:
            arrays: for each set an (n_items, n_dimensions) array of numbers, with the same number of dimensions.

        Raises:
            LinksError: no sets or no items; arrays of another shape; nan or infinite numbers.
        """
        parts = [vector_array(array, number) for number, array in enumerate(_listed(arrays, "an array"))]
        widths = {part.shape[1] for part in parts if len(part)}
        if not widths:
            raise LinksError("none of the sets has items", cure="Give at least one set with an item")
        if len(widths) > 1:
            first = next(part.shape[1] for part in parts if len(part))
            number = next(i for i, part in enumerate(parts) if len(part) and part.shape[1] != first)
            raise LinksError(
                f"the vectors of set {number} have {parts[number].shape[1]} dimensions, those before {first}",
                cure="All vectors need the same number of dimensions",
            )
        width = widths.pop()
        return cls(_bounds(parts), np.concatenate([part.reshape(len(part), width) for part in parts]), {})

    @classmethod
    def records(cls, tables: Sequence[Any]) -> ItemSets:
        """Sets of records.

        A value is a string, a number, a date, a set or list of strings, or None if it is missing; an empty string, or
        one of spaces only, counts as missing.

        Args:
            tables: for each set a sequence of dicts from field to value, all with the same fields; or a `Table`; or a
                DataFrame of pandas, in which nan, NaT and NA are missing.

        Raises:
            LinksError: no sets, no items or no fields; records of other fields; nan, infinite numbers, or values of
                other types.
        """
        parts = _listed(tables, "a table or a list of records")
        columns = record_columns(parts)
        return cls(_bounds(parts), None, columns)

    @property
    def n_items(self) -> int:
        """Number of items in all sets."""
        return int(self.sets[-1])

    @property
    def sizes(self) -> np.ndarray:
        """(n_sets,) int64, number of items of each set."""
        return np.diff(self.sets)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the records; none for vectors."""
        return tuple(self.columns)

    def __len__(self) -> int:
        return len(self.sets) - 1

    def __array__(self, *args: Any, **kwargs: Any) -> np.ndarray:
        raise LinksError("item sets cannot become an array", cure=NO_ARRAY)

    def __getitem__(self, which: int | slice | Sequence[int] | np.ndarray) -> ItemSets:
        """One set by its number, or several by a slice, a sequence of numbers or a boolean mask.

        Raises:
            IndexError: a number or mask outside the range of sets.
            TypeError: any other key.
        """
        chosen = set_numbers(which, len(self))
        if len(chosen) and (np.diff(chosen) == 1).all():  # a run, which needs no copy
            rows: slice | np.ndarray = slice(self.sets[chosen[0]], self.sets[chosen[-1] + 1])
            sizes = self.sizes[chosen]
        else:
            rows, sizes = group_members(self.sets, chosen)
        return self._rows(rows, sizes)

    def _rows(self, rows: slice | np.ndarray, sizes: np.ndarray) -> ItemSets:
        """Some items, in sets of these sizes."""
        array = None if self.array is None else self.array[rows]
        return ItemSets(group_bounds(sizes), array, {field: values[rows] for field, values in self.columns.items()})

    def __iter__(self) -> Iterator[ItemSets]:
        """The sets one by one, each as ItemSets of one set."""
        return (self[number] for number in range(len(self)))

    def column(self, field: str) -> np.ndarray:
        """(n_items,) object, the values of a field, None where missing.

        Raises:
            LinksError: there is no such field; the error lists those that there are.
        """
        if field not in self.columns:
            there = f"The records have {', '.join(self.fields)}" if self.columns else "The items are vectors"
            raise LinksError(f"there is no field {field!r}", cure=there)
        return self.columns[field]

    def take(self, rows: np.ndarray, number: int = 0) -> ItemSets:
        """Some items of set `number`, by (n_chosen,) int numbers within it, as ItemSets of one set."""
        return self[number]._rows(np.asarray(rows, dtype=np.int64), np.array([len(rows)]))

    def links(
        self, features: PairComparison, window: int | None = None, blocking: CandidatePairs | None = None
    ) -> Links:
        """The candidate links of all sets with their features.

        The columns are those of `features`, then two constants: a link between items has its features and the first
        constant, a link to the dummy the second one only. A linear model needs the first: without it, pairs that
        share nothing score 0 whatever the weights.

        Args:
            features: computes the features of pairs.
            window: link only to so many items before; None is all of them.
            blocking: chooses the pairs; None is all pairs within the window.

        Raises:
            LinksError: without blocking, more than `MOST_PAIRS` links; or what `features` or `blocking` raises.
            SettingError: the window is no whole number above 0.
        """
        if window is not None and (isinstance(window, bool) or not isinstance(window, int | np.integer) or window < 1):
            raise SettingError(f"window is {window!r}", cure="It must be a whole number, 1 or more, or None")
        links = self._candidates(window, blocking)
        item, antecedent = links.ends()
        between = antecedent >= 0
        compared = features.compare(self, antecedent[between], item[between])
        return links.with_features(with_constants(compared, between))

    def _candidates(self, window: int | None, blocking: CandidatePairs | None) -> Links:
        """The links without features."""
        if blocking is not None:
            chosen = [blocking.pairs(self, number) for number in range(len(self))]
            if window is not None:
                chosen = [pairs[pairs[:, 1] - pairs[:, 0] <= window] for pairs in chosen]
            return links_of_pairs(self.sizes, chosen)
        most = self.sizes - 1 if window is None else np.minimum(self.sizes - 1, window)
        n_pairs = (most * self.sizes - most * (most + 1) // 2).clip(0)
        if n_pairs.sum() > MOST_PAIRS:
            number = int(n_pairs.argmax())
            raise LinksError(
                f"the {self.sizes[number]} items of set {number} make {n_pairs[number]} pairs, too many to compare all",
                cure="Give `blocking`, such as Blocking.guess(items), or a smaller `window`",
            )
        return Links.windows(self.sizes.tolist(), window)

    @classmethod
    def stack(cls, parts: Sequence[ItemSets]) -> ItemSets:
        """The sets of several ItemSets, in order, as one.

        Raises:
            LinksError: nothing to stack, or vectors or records that do not fit together.
        """
        if not parts:
            raise LinksError("no item sets", cure="Give at least one")
        first = parts[0]
        shape = None if first.array is None else first.array.shape[1]
        for part in parts[1:]:
            if (None if part.array is None else part.array.shape[1]) != shape or set(part.fields) != set(first.fields):
                raise LinksError(
                    f"item sets of {_kind(part)} after item sets of {_kind(first)}", cure="All must be of one kind"
                )
        sizes = np.concatenate([part.sizes for part in parts])
        array = None if first.array is None else np.concatenate([p.array for p in parts if p.array is not None])
        columns = {field: np.concatenate([part.columns[field] for part in parts]) for field in first.columns}
        return cls(group_bounds(sizes), array, columns)

    @classmethod
    def of(cls, given: ItemSets | Sequence[ItemSets]) -> ItemSets:
        """ItemSets from ItemSets, or from a sequence of them, which is what scikit-learn's tools split them into.

        Raises:
            LinksError: the argument is neither.
        """
        if isinstance(given, ItemSets):
            return given
        if isinstance(given, list | tuple) and all(isinstance(part, ItemSets) for part in given):
            return cls.stack(given)
        raise LinksError(
            f"expected ItemSets, got {type(given).__name__}", cure="Make them by ItemSets.vectors or ItemSets.records"
        )


def _listed(given: Iterable[Any], what: str) -> list[Any]:
    """The sets as a list."""
    # A table or data frame is one set, not several.
    if isinstance(given, str | dict) or hasattr(given, "columns") or not isinstance(given, Iterable):
        raise LinksError(f"the sets are {with_article(type(given).__name__)}", cure=f"Give a list with {what} per set")
    found = list(given)
    if not found:
        raise LinksError("no item sets", cure=f"Give a list with {what} per set")
    return found


def _kind(items: ItemSets) -> str:
    if items.array is not None:
        return f"vectors of {items.array.shape[1]} dimensions"
    return f"records of {', '.join(items.fields)}"


def _bounds(parts: Sequence[Any]) -> np.ndarray:
    return group_bounds(np.array([len(part) for part in parts]))
