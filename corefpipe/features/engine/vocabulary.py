"""The vocabulary: the columns of the feature matrix. A column is a template with one value per part."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count

import numpy as np

from corefpipe.features.engine.cells import Cells, combine_hashes
from corefpipe.features.engine.column import hashes_of
from corefpipe.features.engine.templates import Template


class Vocabulary:
    """A bijection between columns and features, in the order of the templates.

    Args:
        templates: those of the feature set.
        template: (n_columns,) index of the template of each column, ascending.
        values: (n_columns, most parts of a template) indices into `strings`.
        strings: the distinct values.
    """

    def __init__(self, templates: Sequence[Template], template: np.ndarray, values: np.ndarray, strings: list[str]):
        _check(templates, template, values, strings)
        self.templates = tuple(templates)
        self.template = template
        self.values = values
        self.strings = strings
        self._bounds = np.searchsorted(template, np.arange(len(self.templates) + 1)).tolist()

    def __len__(self) -> int:
        return len(self.template)

    @property
    def keys(self) -> np.ndarray:
        """(n_columns,) uint64 key of each column, as in `Cells`."""
        keys = np.zeros(len(self), dtype=np.uint64)
        hashes = hashes_of(self.strings)
        for number, rows in self._rows():
            parts = self.values[rows, : len(self.templates[number].parts)]
            keys[rows] = combine_hashes(self.templates[number], list(hashes[parts].T))
        return keys

    @cached_property
    def _sorted(self) -> tuple[np.ndarray, np.ndarray]:
        """The keys sorted within each template, and the column of each; only matrices of features need them."""
        keys = self.keys
        order = np.lexsort((keys, self.template))
        return keys[order], order

    def columns(self, number: int, keys: np.ndarray) -> np.ndarray:
        """(n,) int32 column of each key of a template, -1 for an unknown key.

        Args:
            number: index of the template.
            keys: (n,) uint64 keys, as in `Cells`.
        """
        sorted_keys, order = self._sorted
        own = sorted_keys[self.rows(number)]
        if not len(own):
            return np.full(len(keys), -1, dtype=np.int32)
        at = np.minimum(np.searchsorted(own, keys), len(own) - 1)
        columns = order[at + self._bounds[number]]
        return np.where(own[at] == keys, columns, -1).astype(np.int32)

    def names(self) -> list[str]:
        """Names of the columns; duplicates get a number."""
        names: dict[str, None] = {}
        for number, rows in self._rows():
            template = self.templates[number]
            for codes in self.values[rows, : len(template.parts)].tolist():
                name = template.column([self.strings[code] for code in codes])
                alike = (f"{name} ({times})" for times in count(2))
                names[name if name not in names else next(n for n in alike if n not in names)] = None
        return list(names)

    def rows(self, number: int) -> slice:
        """The columns of a template."""
        return slice(self._bounds[number], self._bounds[number + 1])

    def _rows(self) -> Iterator[tuple[int, slice]]:
        """(index of the template, slice of its columns) for all templates."""
        for number in range(len(self.templates)):
            yield number, self.rows(number)

    def made_of(self, features: Collection[str]) -> np.ndarray:
        """(n_columns,) bool: whether a column comes from these features of the set only, alone or conjoined."""
        kept = [set(template.features) <= set(features) for template in self.templates]
        return np.array(kept, dtype=bool)[self.template]

    def only(self, columns: np.ndarray) -> Vocabulary:
        """The vocabulary of some columns, ascending, renumbered."""
        return Vocabulary(self.templates, self.template[columns], self.values[columns], self.strings)

    def of_templates(self, templates: Sequence[Template], old: Sequence[Template]) -> Vocabulary:
        """The same columns where there are more templates, in the same order.

        Args:
            templates: all of them.
            old: those that the columns are numbered by.
        """
        numbers = {template: number for number, template in enumerate(templates)}
        place = np.array([numbers[template] for template in old], dtype=np.int64)
        return Vocabulary(templates, place[self.template], self.values, self.strings)

    def joined(self, other: Vocabulary) -> tuple[Vocabulary, np.ndarray]:
        """The columns of both, which are of different templates of one feature set.

        Returns:
            The vocabulary, and (n_columns,) which column each of its columns was, those of `other` numbered on.
        """
        template = np.concatenate([self.template, other.template])
        order = np.argsort(template, kind="stable")
        values = np.concatenate([self.values, other.values + len(self.strings)])[order]
        strings = [*self.strings, *other.strings]
        distinct = {string: number for number, string in enumerate(dict.fromkeys(strings))}
        numbers = np.array([distinct[string] for string in strings], dtype=self.values.dtype)
        return Vocabulary(self.templates, template[order], numbers[values], list(distinct)), order

    def to_arrays(self) -> dict[str, np.ndarray]:
        """The arrays that a model file stores; unused strings are dropped."""
        used, values = np.unique(self.values, return_inverse=True)
        text = json.dumps([self.strings[code] for code in used.tolist()], ensure_ascii=False)
        return {
            "template": self.template.astype(np.int32),
            "values": np.ascontiguousarray(values.reshape(self.values.shape).T.astype(np.int32)),
            "strings": np.frombuffer(text.encode("utf8"), dtype=np.uint8),
        }

    @classmethod
    def from_arrays(cls, templates: Sequence[Template], arrays: Mapping[str, np.ndarray]) -> Vocabulary:
        """Restore a vocabulary from the arrays of `to_arrays`.

        Raises:
            ValueError: arrays that do not fit each other or the templates.
        """
        strings = json.loads(arrays["strings"].tobytes().decode("utf8"))
        if not isinstance(strings, list) or not all(isinstance(value, str) for value in strings):
            raise ValueError("strings that are none")
        return cls(templates, arrays["template"].astype(np.int64), arrays["values"].T, strings)


def _check(templates: Sequence[Template], template: np.ndarray, values: np.ndarray, strings: list[str]) -> None:
    """Raise ValueError for arrays that do not fit each other."""
    if values.ndim != 2 or template.shape != values.shape[:1]:
        raise ValueError(f"{template.shape} columns, values of {values.shape}")
    if not len(template):
        return
    if (np.diff(template) < 0).any() or template[0] < 0 or template[-1] >= len(templates):
        raise ValueError(f"columns that are not of {len(templates)} templates one after the other")
    if values.shape[1] < max(len(templates[number].parts) for number in np.unique(template).tolist()):
        raise ValueError(f"{values.shape[1]} values a column are too few")
    if values.min() < 0 or values.max() >= len(strings):
        raise ValueError(f"values outside the {len(strings)} strings")


class Counter:
    """Counts the features of a corpus, block by block, for its vocabulary."""

    def __init__(self, templates: Sequence[Template]):
        self.templates = tuple(templates)
        self._seen: list[list[tuple[np.ndarray, Cells]]] = [[] for _ in templates]

    def add(self, number: int, cells: Cells) -> None:
        """Add the cells of one template over one block."""
        counts = cells.counts()
        cells.codes = cells.used[:0]  # the codes of pairs are not needed any more
        cells.numbers = None
        self._seen[number].append((counts, cells))

    def vocabulary(self, min_count: int = 1) -> Vocabulary:
        """The vocabulary of the features that occurred on at least `min_count` links."""
        strings: dict[str, int] = {"": 0}
        width = max((len(template.parts) for template in self.templates), default=1)
        rows = [self._values(seen, min_count, width, strings) for seen in self._seen]
        template = np.repeat(np.arange(len(rows)), [len(values) for values in rows])
        values = np.concatenate(rows) if rows else np.zeros((0, width), dtype=np.int32)
        # Sorted by value, so that the order does not depend on that of the documents, and compresses well.
        in_order = sorted(strings)
        rank = np.empty(len(strings), dtype=np.int32)
        rank[[strings[string] for string in in_order]] = np.arange(len(strings), dtype=np.int32)
        values = rank[values]
        order = np.lexsort((*values.T[::-1], template))
        return Vocabulary(self.templates, template[order], values[order], in_order)

    @staticmethod
    def _values(
        seen: list[tuple[np.ndarray, Cells]], min_count: int, width: int, strings: dict[str, int]
    ) -> np.ndarray:
        """(n_kept, width) indices of the values of the features of one template that are kept."""
        if not seen:
            return np.zeros((0, width), dtype=np.int32)
        keys = np.concatenate([cells.keys for _, cells in seen])
        unique, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        totals = np.bincount(inverse, weights=np.concatenate([counts for counts, _ in seen]), minlength=len(unique))
        first = first[totals >= min_count]
        values = np.zeros((len(first), width), dtype=np.int32)
        bounds = np.cumsum([0] + [len(cells.keys) for _, cells in seen])
        block = np.searchsorted(bounds, first, side="right") - 1
        for number in np.unique(block).tolist():
            cells, rows = seen[number][1], np.flatnonzero(block == number)
            at = first[rows] - bounds[number]
            for part, (codes, names) in enumerate(zip(cells.parts, cells.names, strict=True)):
                used, compact = np.unique(codes[at], return_inverse=True)
                numbers = [strings.setdefault(names[code], len(strings)) for code in used.tolist()]
                values[rows, part] = np.array(numbers, dtype=np.int32)[compact]
        return values
