"""Counts of words, and of words near words, from texts that are read once and not kept."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from corefpipe.clustering.settings import Count, check_setting
from corefpipe.exceptions import LinksError, SettingError

OFFSETS = (-2, -1, 1, 2)
"""Places of the context words of Schütze 1993, counted from the word."""

_TOKEN = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*|\d+(?:[.,:]\d+)*|([^\w\s])\1*")
_PENDING = 2**22
"""Number of pairs that are collected before equal ones are added up."""


def tokens_of(text: str) -> Iterator[str]:
    """The words of a text, in lower case, by one regular expression.

    Letters with hyphens and apostrophes between them are one word ("well-known", "don't"; ’ is read as '). Every
    number is the word "0". A run of one punctuation mark is a word ("--"). Underscores are left out.

    >>> from corefpipe.clustering.words import tokens_of
    >>> list(tokens_of("Ann's dog ran."))
    ["ann's", 'dog', 'ran', '.']
    """
    for found in _TOKEN.finditer(text.lower().replace("’", "'")):
        token = found[0]
        yield "0" if token[0].isdigit() else token


@dataclass(slots=True, frozen=True, eq=False)
class WordCounts:
    """How often words occur, and how often at which distance from each other.

    >>> from corefpipe.clustering.words import count_words
    >>> counts = count_words([["a", "dog", "ran"], ["a", "cat", "ran"]])
    >>> counts.words, counts.n_tokens
    (('a', 'ran', 'cat', 'dog'), 6)

    Attributes:
        words: the vocabulary, the most frequent word first, equally frequent ones in alphabetical order.
        frequency: (n_words,) int64, occurrences of each word.
        after: distance d, from 1 -> (n_words, n_words) CSR int64: how often the word of the column stands d words after
            that of the row. Words outside the vocabulary take a place and are not counted.
        n_tokens: number of tokens that were read, those outside the vocabulary included.
    """

    words: tuple[str, ...]
    frequency: np.ndarray
    after: dict[int, sparse.csr_matrix]
    n_tokens: int

    def __len__(self) -> int:
        return len(self.words)

    @property
    def bigrams(self) -> sparse.csr_matrix:
        """(n_words, n_words) CSR: how often the word of the column follows that of the row."""
        return self.after[1]

    def contexts(self, n_contexts: int | None = None, offsets: Sequence[int] = OFFSETS) -> sparse.csr_matrix:
        """Counts of the context words of each word, by their places.

        Args:
            n_contexts: number of words, the most frequent ones, that count as contexts; None for all.
            offsets: places of the contexts, such as -1 for the word before.

        Returns:
            (n_words, n_offsets x n_contexts) CSR int64, the columns of the first place first.

        Raises:
            SettingError: a place that was not counted (see `reach` of `count_words`).
        """
        for offset in offsets:
            if abs(offset) not in self.after:
                raise SettingError(
                    f"words at the place {offset} were not counted", cure=f"Count with reach={max(abs(offset), 1)}"
                )
        parts = [self.after[offset] if offset > 0 else self.after[-offset].T.tocsr() for offset in offsets]
        return sparse.hstack([part[:, :n_contexts] for part in parts], format="csr")


def count_words(
    texts: Iterable[Iterable[str]],
    *,
    min_count: int = 1,
    max_words: int | None = None,
    reach: int = 1,
    max_tokens: int | None = None,
) -> WordCounts:
    """Count words and pairs of words. Memory grows with the number of different pairs, not with the texts.

    >>> from corefpipe.clustering.words import count_words
    >>> count_words([["a", "dog", "ran"], ["a", "cat", "ran"]]).frequency
    array([2, 2, 1, 1])

    Args:
        texts: the tokens of each text (see `tokens_of`); no pair reaches from one text into another.
        min_count: words that occur less often are not in the vocabulary.
        max_words: largest size of the vocabulary, the most frequent words; None for all.
        reach: largest distance of two words that are counted as a pair; 2 for Schütze's contexts.
        max_tokens: number of tokens after which reading stops; None reads all.

    Raises:
        LinksError: there are no words, or none of `min_count`.
        SettingError: a number below 1.
    """
    given = {"min_count": min_count, "max_words": max_words, "reach": reach, "max_tokens": max_tokens}
    for name, value in given.items():
        if value is not None:
            check_setting(name, value, Count)
    number: defaultdict[str, int] = defaultdict()
    number.default_factory = number.__len__
    pairs = {distance: _Pairs() for distance in range(1, reach + 1)}
    frequency = np.zeros(0, dtype=np.int64)
    n_tokens = 0
    for text in texts:
        ids = np.array([number[token] for token in text], dtype=np.int64)
        if max_tokens is not None:
            ids = ids[: max_tokens - n_tokens]
        n_tokens += len(ids)
        counted = np.bincount(ids, minlength=len(number))
        counted[: len(frequency)] += frequency
        frequency = counted
        for distance, found in pairs.items():
            found.add(ids[:-distance], ids[distance:])
        if n_tokens == max_tokens:
            break
    kept = _vocabulary(list(number), frequency, min_count, max_words)
    new = np.full(len(frequency), -1, dtype=np.int64)
    new[kept] = np.arange(len(kept))
    names = list(number)
    return WordCounts(
        tuple(names[i] for i in kept.tolist()),
        frequency[kept],
        {distance: found.matrix(new, len(kept)) for distance, found in pairs.items()},
        n_tokens,
    )


def _vocabulary(names: Sequence[str], frequency: np.ndarray, min_count: int, max_words: int | None) -> np.ndarray:
    """Numbers of the words to keep, the most frequent first, equally frequent ones in alphabetical order."""
    if not frequency.sum():
        raise LinksError("there are no words", cure="Give texts with at least one word")
    kept = np.flatnonzero(frequency >= min_count)
    if not len(kept):
        most = int(frequency.max())
        raise LinksError(
            f"no word occurs {min_count} times; the most frequent one occurs {most} times",
            cure="Give more text, or count rarer words too",
            settings={"min_count": str(most)},
        )
    order = sorted(kept.tolist(), key=lambda i: (-frequency[i], names[i]))
    return np.array(order[:max_words], dtype=np.int64)


class _Pairs:
    """Pairs of numbers with their counts, as sorted keys; equal ones are added up now and then."""

    def __init__(self) -> None:
        self._keys: list[np.ndarray] = []
        self._counts: list[np.ndarray] = []
        self._pending = 0

    def add(self, first: np.ndarray, second: np.ndarray) -> None:
        """Count pairs of numbers below 2^31."""
        keys, counts = np.unique((first << 32) | second, return_counts=True)
        self._keys.append(keys)
        self._counts.append(counts)
        self._pending += len(keys)
        if self._pending > _PENDING:
            self._add_up()

    def _add_up(self) -> None:
        keys, where = np.unique(np.concatenate(self._keys), return_inverse=True)
        counts = np.bincount(where.ravel(), weights=np.concatenate(self._counts), minlength=len(keys))
        self._keys, self._counts, self._pending = [keys], [counts.astype(np.int64)], 0

    def matrix(self, new: np.ndarray, size: int) -> sparse.csr_matrix:
        """(size, size) CSR int64 of the counts, with new numbers; -1 leaves a number out."""
        if not self._keys:
            return sparse.csr_matrix((size, size), dtype=np.int64)
        self._add_up()
        (keys,), (counts,) = self._keys, self._counts
        row, column = new[keys >> 32], new[keys & 0xFFFFFFFF]
        kept = (row >= 0) & (column >= 0)
        return sparse.csr_matrix((counts[kept], (row[kept], column[kept])), (size, size), dtype=np.int64)
