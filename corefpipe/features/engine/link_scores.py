"""Scores of links without a matrix: each link's values index the tables of weights."""

from __future__ import annotations

from itertools import repeat

import numpy as np

from corefpipe.features.engine.pairs import Pairs
from corefpipe.features.engine.parts import Part
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.engine.vocabulary import Vocabulary
from corefpipe.features.engine.weight_tables import weight_tables

_ALL = slice(None)


class Scorer:
    """Scores by some of the templates of a vocabulary.

    Args:
        vocabulary: the columns.
        weights: (n_columns,) one a column.
        first: number of the first template.
        last: number after that of the last one.
    """

    def __init__(self, vocabulary: Vocabulary, weights: np.ndarray, first: int, last: int):
        self._made_of = vocabulary, weights.copy()
        self.values, self.tables = weight_tables(vocabulary, weights, first, last)

    def is_of(self, vocabulary: Vocabulary, weights: np.ndarray) -> bool:
        """Whether it was made of these."""
        return self._made_of[0] is vocabulary and np.array_equal(self._made_of[1], weights)


class TableScorer:
    """Scores of links of one document.

    Args:
        scorer: the weights.
        table: the mentions.
    """

    def __init__(self, scorer: Scorer, table: MentionTable):
        self._scorer = scorer
        self._table = table
        self._of_mentions: dict[Part, np.ndarray] = {}

    def scores(self, pairs: Pairs) -> np.ndarray:
        """(n_pairs,) float64."""
        total = np.zeros(len(pairs))
        if len(pairs):
            codes = Codes(self, pairs)
            for table in self._scorer.tables:
                table.add(total, codes)
        return total

    def numbers(self, part: Part) -> np.ndarray:
        """(n_mentions,) number of the value of an attribute, 0 where none of the weights is for it."""
        if part not in self._of_mentions:
            column, known = self._table[part.attribute], self._scorer.values[part].numbers
            values = ["yes" if name in part.wanted else "" for name in column.names] if part.wanted else column.names
            numbers = np.fromiter(map(known.get, values, repeat(0)), np.intp, len(values))
            self._of_mentions[part] = numbers[column.codes]
        return self._of_mentions[part]

    def size(self, part: Part) -> int:
        """How many numbers a part's values have."""
        return self._scorer.values[part].size


class Codes:
    """The values of parts on some links, as numbers."""

    def __init__(self, scorer: TableScorer, pairs: Pairs):
        self._scorer = scorer
        self._pairs = pairs
        self._known: dict[tuple[Part, ...], np.ndarray] = {}
        self._emitted: dict[Part, np.ndarray] = {}

    def of(self, part: Part) -> np.ndarray:
        """(n_pairs,) number of the value."""
        if (part,) not in self._known:
            if part.side:
                rows = self._pairs.ana if part.side == "ana" else self._pairs.ante
                self._known[part,] = self._scorer.numbers(part).take(rows)
            else:
                coded = part.code(self._pairs)
                self._known[part,] = coded.codes
                if coded.numbers is not None:
                    self._emitted[part] = coded.numbers
        return self._known[part,]

    def joined(self, parts: tuple[Part, ...]) -> np.ndarray:
        """(n_pairs,) the numbers of several parts as one, the last part's counting fastest."""
        if len(parts) == 1:
            return self.of(parts[0])
        if parts in self._known:
            return self._known[parts]
        found = self.joined(parts[:-1]) * self._scorer.size(parts[-1]) + self.of(parts[-1])
        if len(parts) == 2:  # the types of both mentions come again and again
            self._known[parts] = found
        return found

    def emitted(self, found: np.ndarray, parts: tuple[Part, ...], rows: slice | np.ndarray = _ALL) -> np.ndarray:
        """Weights, of some of the links, times what the parts emit instead of 1."""
        for part in parts:
            found = found * self._emitted[part][rows].astype(np.float64) if part.scale is not None else found
        return found
