"""Counts of common words: attributes whose values are words separated by spaces, such as the content words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.table import MentionTable

_BITS = 63


def words_within(pairs: MentionPairs, inner: str, outer: str, of_ante: bool = False) -> np.ndarray:
    """(n_pairs,) number of words of an attribute of one mention that are among the words of an attribute of the other.

    Args:
        pairs: the pairs.
        inner: attribute of the anaphor.
        outer: attribute of the antecedent.
        of_ante: the reverse: `inner` of the antecedent, `outer` of the anaphor.
    """

    def make() -> np.ndarray:
        table = pairs.table
        small, large = (pairs.ante, pairs.ana) if of_ante else (pairs.ana, pairs.ante)
        parts, whole = _word_index(table, inner), _word_index(table, outer)
        found = np.zeros(len(pairs), dtype=np.int64)
        part, within = table[inner].codes.take(small), table[outer].codes.take(large)
        rows = np.flatnonzero(parts.bits.take(part) & whole.bits.take(within))
        of, words = parts.words_of(part.take(rows))
        hits = whole.holds(within.take(rows.take(of)), words)
        found[rows] = np.bincount(of[hits], minlength=len(rows))
        return found

    return pairs.once(("words_within", inner, outer, of_ante), make)


def word_counts(table: MentionTable, name: str) -> np.ndarray:
    """(n_mentions,) number of distinct words in the value of an attribute."""
    return np.diff(_word_index(table, name).starts)[table[name].codes]


class _WordIndex:
    """The distinct words of each value of an attribute.

    Args:
        values: the values.
        numbers: word -> its number; new words are added.

    Attributes:
        starts: (n_values + 1,) index of the first word of each value.
        bits: (n_values,) int64, one bit per word: values without a common bit have no common word.
    """

    def __init__(self, values: Sequence[str], numbers: dict[str, int]):
        sets = [sorted({numbers.setdefault(word, len(numbers)) for word in value.split()}) for value in values]
        self.starts = np.cumsum([0, *map(len, sets)])
        self._words = np.array([word for words in sets for word in words], dtype=np.int64)
        of = np.repeat(np.arange(len(sets)), np.diff(self.starts))
        self._keys = (of << 32) | self._words
        self.bits = np.zeros(len(sets), dtype=np.int64)
        np.bitwise_or.at(self.bits, of, np.left_shift(1, self._words % _BITS))

    def words_of(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(index into `values`, word) for each word of each value."""
        counts = np.diff(self.starts)[values]
        of = np.repeat(np.arange(len(values)), counts)
        shift = self.starts[values] - np.concatenate([[0], np.cumsum(counts)[:-1]])[: len(values)]
        return of, self._words[np.arange(len(of)) + shift[of]]

    def holds(self, values: np.ndarray, words: np.ndarray) -> np.ndarray:
        """(n,) bool: whether the word is one of the value's."""
        if not len(self._keys):
            return np.zeros(len(values), dtype=bool)
        wanted = (values << 32) | words
        return self._keys[np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)] == wanted


def _word_index(table: MentionTable, name: str) -> _WordIndex:
    indices, numbers = table.once(_no_indices)
    if name not in indices:
        indices[name] = _WordIndex(table[name].names, numbers)
    return indices[name]


def _no_indices(table: MentionTable) -> tuple[dict[str, _WordIndex], dict[str, int]]:
    return {}, {}
