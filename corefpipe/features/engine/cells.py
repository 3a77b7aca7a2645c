"""Cells: groups of pairs with the same values of all parts of a template.

A document has few cells and many pairs, so keys, columns and weights are computed once per cell and distributed to the
pairs by one look-up. A template with a part that rarely has a value is computed only on the pairs where it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from spacy.strings import hash_string  # type: ignore[attr-defined]

from corefpipe.features.engine.pairs import ChosenPairs, ComparesCandidatesError, MentionPairs
from corefpipe.features.engine.parts import Coded, Part
from corefpipe.features.engine.templates import Template

_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
LARGE = 1 << 31  # most cells whose numbers are multiplied further without renumbering, which avoids an overflow
DENSE = 1 << 16  # number of cells up to which a lookup table is always used ...
TIMES = 4  # ... or this many times the number of pairs
_NO_KEYS = np.zeros(0, dtype=np.uint64)
SELDOM = 0.3  # a part with values on a smaller share of the pairs limits where a template is computed


@dataclass(slots=True)
class Cells:
    """The cells of a template over a block of pairs.

    Attributes:
        n_pairs: number of pairs in the block.
        where: (n,) rows of the pairs that the template was computed on, or a slice for all; it has no value on others.
        codes: (n,) int64 cell of each of those pairs.
        size: number of cells.
        used: (n_used,) the cells with pairs in which all parts have a value.
        keys: (n_used,) uint64, the same for the same template and values in every document.
        parts: for each part, (n_used,) code of its value.
        names: for each part, the values of its codes.
        numbers: (n,) float32 emitted instead of 1, or None.
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
            values: (n_used,) one per used cell.
            elsewhere: the value where the template has none.
        """
        if isinstance(self.where, slice):
            return self.spread_where(values, elsewhere)
        found = np.full(self.n_pairs, elsewhere, dtype=values.dtype)
        found[self.where] = self.spread_where(values, elsewhere)
        return found

    def spread_where(self, values: np.ndarray, elsewhere: float) -> np.ndarray:
        """(n,) the same for the pairs in `where` only."""
        table = np.full(self.size, elsewhere, dtype=values.dtype)
        table[self.used] = values
        return table[self.codes]

    def counts(self) -> np.ndarray:
        """(n_used,) number of pairs in each used cell."""
        return np.bincount(self.codes, minlength=self.size)[self.used]


class Block:
    """Some pairs of one document; parts, and prefixes shared by templates, are computed once."""

    def __init__(self, pairs: MentionPairs):
        self.pairs = pairs
        self._n_pairs = len(pairs.ante)
        self._parts: dict[Part, tuple[Coded, np.ndarray | None]] = {}
        self._prefixes: dict[tuple[Part, ...], tuple[np.ndarray, int]] = {}

    def cells(self, template: Template) -> Cells:
        """The cells of a template."""
        parts = [self._part(part) for part in template.parts]
        names = [part.names for part, _ in parts]
        # The part with values on the fewest pairs, if that is few enough.
        rows = min((rows for _, rows in parts if rows is not None), key=len, default=None)
        if rows is not None and not len(rows):
            return Cells(self._n_pairs, rows, rows, 0, rows, _NO_KEYS, [rows for _ in names], names, None)
        if rows is None:
            coded = [part for part, _ in parts]
            codes, size = self._codes(template.parts)
            most = max(DENSE, TIMES * self._n_pairs)
        else:
            coded = [part.on_rows(rows) for part, _ in parts]
            codes, size = _join(coded)
            most = TIMES * len(rows)
        codes, size, used, values = _occurring(codes, size, coded, most)
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
        """The values of a part over the pairs of this block."""
        return self._part(part)[0]

    def _part(self, part: Part) -> tuple[Coded, np.ndarray | None]:
        """The values of a part, and the rows of the pairs where it has one if those are few, else None."""
        if part not in self._parts:
            coded = self._coded(part)
            rows = np.flatnonzero((coded.hashes != 0)[coded.codes])
            self._parts[part] = coded, rows if len(rows) < SELDOM * len(coded.codes) else None
        return self._parts[part]

    def _coded(self, part: Part) -> Coded:
        """The values of a part over the pairs of this block, computed."""
        return part.code(self.pairs)

    def _codes(self, parts: tuple[Part, ...]) -> tuple[np.ndarray, int]:
        """The codes of the parts as one mixed-radix number per pair, and the number of possible numbers."""
        last = self.part(parts[-1])
        if len(parts) == 1:
            return last.codes, len(last.names)
        prefix = parts[:-1]
        if prefix not in self._prefixes:  # the types of both mentions come again and again
            self._prefixes[prefix] = _compact(*self._codes(prefix))
        codes, size = self._prefixes[prefix]
        return codes * len(last.names) + last.codes, size * len(last.names)


class ChosenBlock(Block):
    """Some of the candidate links of one document; what compares candidates is computed on all of them.

    Args:
        candidates: links of some anaphors, all of each, in one or more blocks.
        rows: those of each block to look at, ascending.
    """

    def __init__(self, candidates: Sequence[MentionPairs], rows: Sequence[np.ndarray]):
        self._candidates = list(zip(candidates, rows, strict=True))
        ante = np.concatenate([pairs.ante[chosen] for pairs, chosen in self._candidates])
        ana = np.concatenate([pairs.ana[chosen] for pairs, chosen in self._candidates])
        super().__init__(ChosenPairs(candidates[0].table, ante, ana))

    def _coded(self, part: Part) -> Coded:
        try:
            return part.code(self.pairs)
        except ComparesCandidatesError:
            return Coded.joined([part.code(pairs).on_rows(rows) for pairs, rows in self._candidates])


def _join(parts: Sequence[Coded]) -> tuple[np.ndarray, int]:
    """The codes of parts over the same pairs as one mixed-radix number per pair, and the number of possible numbers."""
    codes, size = parts[0].codes, len(parts[0].names)
    for part in parts[1:]:
        codes, size = _compact(codes, size)
        codes, size = codes * len(part.names) + part.codes, size * len(part.names)
    return codes, size


def _compact(codes: np.ndarray, size: int) -> tuple[np.ndarray, int]:
    """Renumber the codes that occur if there could be so many that combining them further would overflow."""
    return (np.unique(codes, return_inverse=True)[1], size) if size > LARGE else (codes, size)


def _occurring(
    codes: np.ndarray, size: int, parts: Sequence[Coded], most: int
) -> tuple[np.ndarray, int, np.ndarray, Sequence[np.ndarray]]:
    """The cells with pairs: (cell of each pair, number of cells, those with pairs, for each part their values' codes).

    Args:
        codes: (n_pairs,) mixed-radix number of the values of the parts.
        size: number of possible numbers.
        parts: the values of each part over the pairs.
        most: if more numbers are possible, those that occur are renumbered, which sorts them.
    """
    if size <= most:
        used = np.flatnonzero(np.bincount(codes, minlength=size))
        radices = [len(part.names) for part in parts]
        return codes, size, used, np.unravel_index(used, radices) if size else [used] * len(parts)
    _, first, renumbered = np.unique(codes, return_index=True, return_inverse=True)
    return renumbered, len(first), np.arange(len(first)), [part.codes[first] for part in parts]


def combine_hashes(template: Template, hashes: Sequence[np.ndarray]) -> np.ndarray:
    """(n,) uint64 keys of combinations of values of a template; 0 where a part has no value.

    Args:
        template: the template.
        hashes: for each part, (n,) uint64 hash of its value.
    """
    key = np.full(len(hashes[0]), _seed(template.name), dtype=np.uint64)
    for values in hashes:
        key = (key ^ values) * _MIX
        key ^= key >> _SHIFT
    key[np.any([values == 0 for values in hashes], axis=0)] = 0
    return key


@cache
def _seed(name: str) -> int:
    # Not the hash of the name itself: a template "head" with value "last" would be like "last" with value "head".
    return hash_string(f"template {name}")


def _product(numbers: list[np.ndarray | None]) -> np.ndarray | None:
    found = [values for values in numbers if values is not None]
    return np.prod(found, axis=0) if len(found) > 1 else found[0] if found else None
