"""The values of parts on links as numbers, by which tables of weights are indexed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import repeat

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.parts import Part
from corefpipe.features.engine.table import MentionTable

_ALL = slice(None)


@dataclass(slots=True)
class Values:
    """The values of a part that have a number.

    Attributes:
        size: number of numbers.
        numbers: value -> its number; of an attribute, 0 stands for all values without a column.
    """

    size: int
    numbers: dict[str, int]


class MentionCodes:
    """The values of attributes of the mentions of one document, as numbers.

    Args:
        values: the numbers of the values of each part.
        table: the mentions.
    """

    def __init__(self, values: Mapping[Part, Values], table: MentionTable):
        self._values = values
        self._table = table
        self._known: dict[Part, np.ndarray] = {}

    def of(self, part: Part) -> np.ndarray:
        """(n_mentions,) number of the value of an attribute, 0 for a value without weights."""
        if part not in self._known:
            column, known = self._table[part.attribute], self._values[part].numbers
            values = ["yes" if name in part.wanted else "" for name in column.names] if part.wanted else column.names
            # The smallest type, since there are many mentions; links are given indices.
            kind = np.min_scalar_type(self._values[part].size)
            numbers = np.fromiter(map(known.get, values, repeat(0)), kind, len(values))
            self._known[part] = numbers[column.codes]
        return self._known[part]

    def size(self, part: Part) -> int:
        """Number of numbers that the values of a part have."""
        return self._values[part].size


class LinkCodes:
    """The values of parts on some links, as numbers.

    Args:
        mentions: the values of attributes of mentions.
        pairs: the links.
    """

    def __init__(self, mentions: MentionCodes, pairs: MentionPairs):
        self._mentions = mentions
        self._pairs = pairs
        self._known: dict[tuple[Part, ...], np.ndarray] = {}
        self._emitted: dict[Part, np.ndarray] = {}

    def of(self, part: Part) -> np.ndarray:
        """(n_pairs,) number of the value of a part, in the smallest type: a block has the numbers of 100 parts."""
        if (part,) not in self._known:
            if part.side:
                rows = self._pairs.ana if part.side == "ana" else self._pairs.ante
                self._known[part,] = self._mentions.of(part).take(rows)
            else:
                coded = part.code(self._pairs)
                self._known[part,] = coded.codes.astype(np.min_scalar_type(self._mentions.size(part)))
                if coded.numbers is not None:
                    self._emitted[part] = coded.numbers
        return self._known[part,]

    def joined(self, parts: tuple[Part, ...]) -> np.ndarray:
        """(n_pairs,) intp, the numbers of several parts as one; the last part is its lowest digit (mixed radix)."""
        if len(parts) == 1:
            return self.of(parts[0]).astype(np.intp)
        if parts in self._known:
            return self._known[parts]
        found = self.joined(parts[:-1]) * self._mentions.size(parts[-1])
        found += self.of(parts[-1])
        if len(parts) == 2:  # many templates share the types of both mentions
            self._known[parts] = found
        return found

    def emitted(self, found: np.ndarray, parts: tuple[Part, ...], rows: slice | np.ndarray = _ALL) -> np.ndarray:
        """Weights of the links in `rows`, multiplied by the raw numbers that the parts emit instead of 1."""
        for part in parts:
            found = found * self._emitted[part][rows].astype(np.float64) if part.scale is not None else found
        return found
