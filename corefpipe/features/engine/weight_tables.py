"""The weights of a model as tables, indexed by the values of the parts on a link.

Templates with few combinations of values share a dense table, so that one look-up adds the weights of many templates.
A template with many combinations has a sparse table of those with a weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from corefpipe.features.engine.link_codes import LinkCodes, Values
from corefpipe.features.engine.parts import Part
from corefpipe.features.engine.vocabulary import Vocabulary

SHARED = 1 << 17  # most combinations in a dense table of several templates: what fits the cache
ALONE = 1 << 18  # most combinations in a dense table of one template ...
_LEAST = 1 << 14  # ... which may have this many regardless of how many have a weight,
_TIMES = 32  # or this many per weight
SLOTS = 16  # slots per key of a sparse table
_MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass(slots=True)
class _Columns:
    """The columns of one template.

    Attributes:
        parts: the parts of the template, each once.
        digits: for each part, (n_columns,) number of its value.
        weights: (n_columns,) float32.
    """

    parts: tuple[Part, ...]
    digits: list[np.ndarray]
    weights: np.ndarray


@dataclass(slots=True)
class Dense:
    """A table with a weight for every combination of the values of some parts."""

    parts: tuple[Part, ...]
    weights: np.ndarray

    def add(self, total: np.ndarray, codes: LinkCodes) -> None:
        """Add the weight of each link."""
        total += codes.emitted(self.weights.take(codes.joined(self.parts)), self.parts)


@dataclass(slots=True)
class Sparse:
    """A hash table of the combinations of values that have a weight.

    Attributes:
        parts: the parts.
        hashes: for each part, (size,) uint64 hashes of its values; a key is their sum over the parts.
        keys: (n_columns + 1,) uint64, ascending; the last is the largest possible key.
        weights: (n_columns + 1,) float32, 0 for the last.
        first: index of the first key in each slot, -1 for an empty slot; the high bits of a key are its slot.
    """

    parts: tuple[Part, ...]
    hashes: list[np.ndarray]
    keys: np.ndarray
    weights: np.ndarray
    first: np.ndarray

    def add(self, total: np.ndarray, codes: LinkCodes) -> None:
        """Add the weight of each link."""
        keys = _keys(self.hashes, [codes.of(part) for part in self.parts])
        at = self.first.take(_slots(keys, len(self.first)))
        rows = np.flatnonzero(at >= 0)
        wanted, at = keys.take(rows), at.take(rows)
        behind = np.flatnonzero(self.keys.take(at) < wanted)
        while len(behind):  # few slots contain several keys
            at[behind] += 1
            behind = behind[self.keys.take(at[behind]) < wanted[behind]]
        hit = np.flatnonzero(self.keys.take(at) == wanted)
        rows = rows.take(hit)
        total[rows] += codes.emitted(self.weights.take(at.take(hit)), self.parts, rows)


def weight_tables(
    vocabulary: Vocabulary, weights: np.ndarray, first: int, last: int
) -> tuple[dict[Part, Values], list[Dense | Sparse]]:
    """The numbers of the values of all parts, and the tables.

    Args:
        vocabulary: the columns.
        weights: (n_columns,) one per column.
        first: index of the first template.
        last: index after the last template.
    """
    values, columns = _read(vocabulary, weights, first, last)
    return values, _tables(columns, {part: of_part.size for part, of_part in values.items()})


def _read(
    vocabulary: Vocabulary, weights: np.ndarray, first: int, last: int
) -> tuple[dict[Part, Values], list[_Columns]]:
    """The numbers of the values of all parts, and the columns of each template with columns."""
    templates = [(vocabulary.templates[number].parts, vocabulary.rows(number)) for number in range(first, last)]
    strings: dict[Part, list[np.ndarray]] = {}  # part -> the strings in the columns of each template with it
    for parts, rows in templates:
        for part, codes in zip(parts, vocabulary.values[rows].T, strict=False):
            strings.setdefault(part, []).append(codes)
    code_of = {string: code for code, string in enumerate(vocabulary.strings)}
    found = {
        part: _numbered(part, np.unique(np.concatenate(several)), vocabulary.strings, code_of)
        for part, several in strings.items()
    }
    columns = []
    for parts, rows in templates:
        digits = [found[part][1][codes] for part, codes in zip(parts, vocabulary.values[rows].T, strict=False)]
        known = np.all([digit >= 0 for digit in digits], axis=0)
        if known.any():
            columns.append(_Columns(parts, [digit[known] for digit in digits], weights[rows][known]))
    return {part: values for part, (values, _) in found.items()}, columns


def _numbered(
    part: Part, occurring: np.ndarray, strings: Sequence[str], code_of: dict[str, int]
) -> tuple[Values, np.ndarray]:
    """The values of a part with their numbers, and (n_strings,) number of the value that each string is, -1 for none.

    The numbers of a pair feature are its codes. Values of an attribute are numbered from 1; 0 is any without a column.

    Args:
        part: the part.
        occurring: the strings in its columns, as indices, ascending.
        strings: all strings.
        code_of: string -> its index.
    """
    numbers = np.full(len(strings), -1, dtype=np.int32)
    values: Sequence[str] = part.values
    if values:
        for number, value in enumerate(values):
            if value in code_of:
                numbers[code_of[value]] = number
    else:
        numbers[occurring] = np.arange(1, len(occurring) + 1)
        values = ["", *map(strings.__getitem__, occurring.tolist())]
    return Values(len(values), dict(zip(values, range(len(values)), strict=True))), numbers


def _tables(columns: list[_Columns], sizes: dict[Part, int]) -> list[Dense | Sparse]:
    """Tables that together contain the weights of all columns."""
    often = Counter(part for one in columns for part in one.parts)
    groups: list[tuple[dict[Part, None], list[_Columns]]] = []
    # The largest first: the smaller ones fit in beside them.
    for one in sorted(columns, key=lambda one: -_size(one.parts, sizes)):
        plain = all(part.scale is None for part in one.parts)
        for parts, group in groups:
            together = parts | dict.fromkeys(one.parts)
            if plain and _size(together, sizes) <= SHARED and all(part.scale is None for part in parts):
                parts |= together
                group.append(one)
                break
        else:
            groups.append((dict.fromkeys(one.parts), [one]))
    # Parts shared by many templates come first: they are joined only once.
    return [
        _dense(tuple(sorted(parts, key=lambda part: -often[part])), group, sizes)
        if len(group) > 1 or _size(parts, sizes) <= min(ALONE, max(_LEAST, _TIMES * len(group[0].weights)))
        else _sparse(group[0], sizes)
        for parts, group in groups
    ]


def _size(parts: Iterable[Part], sizes: dict[Part, int]) -> int:
    return prod(sizes[part] for part in parts)


def _dense(parts: tuple[Part, ...], group: list[_Columns], sizes: dict[Part, int]) -> Dense:
    weights = np.zeros([sizes[part] for part in parts], dtype=np.float32)
    for one in group:
        digits = dict(zip(one.parts, one.digits, strict=True))
        own = np.zeros([sizes[part] if part in digits else 1 for part in parts], dtype=weights.dtype)
        own[tuple(digits.get(part, 0) for part in parts)] = one.weights
        np.add(weights, own, out=weights)
    return Dense(parts, weights.ravel())


def _sparse(one: _Columns, sizes: dict[Part, int]) -> Sparse:
    hashes = [_hashes(sizes[part], place) for place, part in enumerate(one.parts)]
    keys = _keys(hashes, one.digits)
    order = np.argsort(keys)
    first = np.full(1 << (SLOTS * len(keys)).bit_length(), -1, dtype=np.int32)
    first[_slots(keys[order[::-1]], len(first))] = np.arange(len(keys), dtype=np.int32)[::-1]
    last = np.uint64(np.iinfo(np.uint64).max)
    return Sparse(one.parts, hashes, np.append(keys[order], last), np.append(one.weights[order], np.float32(0)), first)


def _hashes(size: int, place: int) -> np.ndarray:
    """(size,) uint64 hashes of the numbers of a part, different for each position among the parts (splitmix64)."""
    key = (np.arange(1, size + 1, dtype=np.uint64) + np.uint64(place << 32)) * _MIX
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        key = (key ^ (key >> np.uint64(shift))) * np.uint64(factor)
    return key


def _keys(hashes: list[np.ndarray], digits: list[np.ndarray]) -> np.ndarray:
    key = hashes[0].take(digits[0])
    for of_part, digit in zip(hashes[1:], digits[1:], strict=True):
        key = key + of_part.take(digit)
    return key


def _slots(keys: np.ndarray, size: int) -> np.ndarray:
    return (keys >> np.uint64(65 - size.bit_length())).view(np.int64)
