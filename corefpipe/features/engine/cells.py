"""Cells: a template on a block of pairs. Pairs that have the same values of all its parts share a cell.

A document has few cells and many pairs, so that keys, columns and weights are found once a cell and spread to the
pairs by one look-up. A template with a part that is silent nearly everywhere is computed on the other pairs alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from spacy.strings import hash_string  # type: ignore[attr-defined]

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.parts import Coded, Part
from corefpipe.features.engine.templates import Template

_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
LARGE = 1 << 31  # cells that numbers of them may be multiplied for without an overflow
DENSE = 1 << 16  # cells that a table may always have
TIMES = 4  # ... and, with more pairs, for each of them
_NO_KEYS = np.zeros(0, dtype=np.uint64)
SELDOM = 0.3  # share of the pairs; a part that speaks on fewer says on which a template is computed


@dataclass(slots=True)
class Cells:
    """A template on a block.

    Attributes:
        n_pairs: number of pairs in the block.
        where: the (n,) rows of the pairs that it was computed on, or a slice, all; it is silent on the others.
        codes: (n,) int64, the cell of each of them.
        size: number of cells.
        used: (n_used,) the cells in which a pair lies and in which no part is silent.
        keys: (n_used,) uint64, the same for the same template and values in every document.
        parts: of each part, (n_used,) code of its value.
        names: of each part, what the codes mean.
        numbers: (n,) float32 what is emitted instead of 1, or None.
    """

    n_pairs: int
    where: slice | np.ndarray
    codes: np.ndarray
    size: int
    used: np.ndarray
    keys: np.ndarray
    parts: Sequence[np.ndarray]
    names: Sequence[Sequence[str]]
    numbers: np.ndarray | None

    def spread(self, values: np.ndarray, elsewhere: float) -> np.ndarray:
        """(n_pairs,) the value of each pair's cell.

        Args:
            values: (n_used,) one a used cell.
            elsewhere: the value where the template is silent.
        """
        if isinstance(self.where, slice):
            return self.spread_where(values, elsewhere)
        found = np.full(self.n_pairs, elsewhere, dtype=values.dtype)
        found[self.where] = self.spread_where(values, elsewhere)
        return found

    def spread_where(self, values: np.ndarray, elsewhere: float) -> np.ndarray:
        """(n,) the same of the pairs in `where` alone."""
        table = np.full(self.size, elsewhere, dtype=values.dtype)
        table[self.used] = values
        return table[self.codes]

    def counts(self) -> np.ndarray:
        """(n_used,) number of pairs in each used cell."""
        return np.bincount(self.codes, minlength=self.size)[self.used]


class Block:
    """Some pairs of one document; parts and what templates share are computed once."""

    def __init__(self, pairs: MentionPairs):
        self.pairs = pairs
        self._n_pairs = len(pairs.ante)
        self._parts: dict[Part, tuple[Coded, np.ndarray | None]] = {}
        self._prefixes: dict[tuple[Part, ...], tuple[np.ndarray, int]] = {}

    def cells(self, template: Template) -> Cells:
        """The cells of a template."""
        parts = [self._part(part) for part in template.parts]
        coded, names = [part for part, _ in parts], [part.names for part, _ in parts]
        # Of the parts that speak seldom the one that does so most seldom.
        rows = min((rows for _, rows in parts if rows is not None), key=len, default=None)
        if rows is None:
            codes, size = self._codes(template.parts)
            dense = max(DENSE, TIMES * self._n_pairs)
        elif len(rows):
            coded = [_on_rows(part, rows) for part in coded]
            codes, size = _join(coded)
            dense = TIMES * len(rows)
        else:
            return Cells(self._n_pairs, rows, rows, 0, rows, _NO_KEYS, [rows for _ in names], names, None)
        if size <= dense:
            used = np.flatnonzero(np.bincount(codes, minlength=size))
            values = np.unravel_index(used, [len(part) for part in names]) if size else [used] * len(names)
        else:
            _, first, codes = np.unique(codes, return_index=True, return_inverse=True)
            size, used = len(first), np.arange(len(first))
            values = [part.codes[first] for part in coded]
        keys = combine_hashes(template, [part.hashes[value] for part, value in zip(coded, values, strict=True)])
        speak = keys != 0
        return Cells(
            self._n_pairs,
            slice(None) if rows is None else rows,
            codes,
            size,
            used[speak],
            keys[speak],
            [value[speak] for value in values],
            names,
            _product([part.numbers for part in coded]),
        )

    def part(self, part: Part) -> Coded:
        """A part on the pairs of this block."""
        return self._part(part)[0]

    def _part(self, part: Part) -> tuple[Coded, np.ndarray | None]:
        """A part, and the rows of the pairs on which it speaks where those are few, else None."""
        if part not in self._parts:
            coded = part.code(self.pairs)
            rows = np.flatnonzero((coded.hashes != 0)[coded.codes])
            self._parts[part] = coded, rows if len(rows) < SELDOM * len(coded.codes) else None
        return self._parts[part]

    def _codes(self, parts: tuple[Part, ...]) -> tuple[np.ndarray, int]:
        """Codes of the parts as one mixed-radix number a pair, and how many such numbers there may be."""
        last = self.part(parts[-1])
        if len(parts) == 1:
            return last.codes, len(last.names)
        prefix = parts[:-1]
        if prefix not in self._prefixes:  # the types of both mentions come again and again
            self._prefixes[prefix] = _compact(*self._codes(prefix))
        codes, size = self._prefixes[prefix]
        return codes * len(last.names) + last.codes, size * len(last.names)


def _join(parts: Sequence[Coded]) -> tuple[np.ndarray, int]:
    """Codes of parts on the same pairs as one mixed-radix number a pair, and how many such numbers there may be."""
    codes, size = parts[0].codes, len(parts[0].names)
    for part in parts[1:]:
        codes, size = _compact(codes, size)
        codes, size = codes * len(part.names) + part.codes, size * len(part.names)
    return codes, size


def _compact(codes: np.ndarray, size: int) -> tuple[np.ndarray, int]:
    """Of many parts of many values what does not occur is left out before it overflows."""
    return (np.unique(codes, return_inverse=True)[1], size) if size > LARGE else (codes, size)


def _on_rows(part: Coded, rows: np.ndarray) -> Coded:
    return Coded(part.codes[rows], part.names, part.hashes, None if part.numbers is None else part.numbers[rows])


def combine_hashes(template: Template, hashes: Sequence[np.ndarray]) -> np.ndarray:
    """(n,) uint64 keys of a template's values; 0 where one of them is silent.

    Args:
        template: whose parts they are.
        hashes: of each part, (n,) uint64 hash of its value.
    """
    key = np.full(len(hashes[0]), _seed(template.name), dtype=np.uint64)
    for values in hashes:
        key = (key ^ values) * _MIX
        key ^= key >> _SHIFT
    key[np.any([values == 0 for values in hashes], axis=0)] = 0
    return key


@cache
def _seed(name: str) -> int:
    # Not the name's own hash: a template "head" with a value "last" would be "last" with a value "head".
    return hash_string(f"template {name}")


def _product(numbers: list[np.ndarray | None]) -> np.ndarray | None:
    found = [values for values in numbers if values is not None]
    return np.prod(found, axis=0) if len(found) > 1 else found[0] if found else None
