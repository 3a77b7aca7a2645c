"""Matches between the tokens of two strings, for many pairs of strings at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

CELLS = 1 << 20  # pairs of tokens compared at once
TABLE = 1 << 23  # most pairs of distinct tokens for which a lookup table is used, of a byte and a number each


class Tokens(NamedTuple):
    """The tokens of some strings.

    Attributes:
        kinds: the distinct tokens.
        codes: (n_tokens,) codes into `kinds`, of all strings one after the other.
        start: (n_strings,) index in `codes` of the first token of each string.
        size: (n_strings,) number of tokens.
    """

    kinds: list[Any]
    codes: np.ndarray
    start: np.ndarray
    size: np.ndarray

    @classmethod
    def of(cls, strings: Sequence[Sequence[Hashable]]) -> Tokens:
        """From one list of tokens per string."""
        numbers: dict[Hashable, int] = {}
        codes = [numbers.setdefault(token, len(numbers)) for tokens in strings for token in tokens]
        size = np.array([len(tokens) for tokens in strings], dtype=np.int64)
        return cls(list(numbers), np.array(codes, dtype=np.int64), np.cumsum(size) - size, size)


class Matches(NamedTuple):
    """Matching tokens of pairs of strings, sorted by pair, then by position.

    Attributes:
        pair: (n,) index of the pair of strings, ascending.
        one: (n,) position of the token in the first string.
        other: (n,) position of the token in the second string.
        value: (n,) result of the comparison, not 0.
    """

    pair: np.ndarray
    one: np.ndarray
    other: np.ndarray
    value: np.ndarray


def match_tokens(
    tokens: Tokens, ones: np.ndarray, others: np.ndarray, compare: Callable[[np.ndarray, np.ndarray], np.ndarray]
) -> Matches:
    """Compare all tokens of one string with all tokens of another, for pairs of strings.

    Args:
        tokens: the tokens of all strings.
        ones: (n_pairs,) index of the first string of each pair.
        others: (n_pairs,) index of the second string of each pair.
        compare: (codes of tokens, codes of tokens) -> one number per pair of tokens, 0 for no match; called once per
            chunk with the distinct pairs of tokens in it.
    """
    found = []
    for first, last in _chunks(tokens.size[ones] * tokens.size[others]):
        one, other = ones[first:last], others[first:last]
        cells = tokens.size[one] * tokens.size[other]
        pair = np.repeat(np.arange(last - first), cells)
        cell = np.arange(len(pair)) - np.repeat(np.cumsum(cells) - cells, cells)
        at_one, at_other = np.divmod(cell, tokens.size[other][pair])
        codes_one = tokens.codes[tokens.start[one][pair] + at_one]
        codes_other = tokens.codes[tokens.start[other][pair] + at_other]
        met, inverse = _distinct(codes_one * len(tokens.kinds) + codes_other, len(tokens.kinds) ** 2)
        value = compare(met // len(tokens.kinds), met % len(tokens.kinds))[inverse]
        some = np.flatnonzero(value)
        found.append((pair[some] + first, at_one[some], at_other[some], value[some]))
    if not found:
        return Matches(*np.zeros((4, 0), dtype=np.int64))
    return Matches(*(np.concatenate(column) for column in zip(*found, strict=True)))


def align(matches: Matches, n_pairs: int) -> Matches:
    """Align tokens one to one: take the best match of each pair of strings, until no matching tokens are left.

    Args:
        matches: the matches; the smallest value is the best, of equals the leftmost.
        n_pairs: number of pairs of strings.
    """
    order = np.lexsort((matches.other, matches.one, matches.value, matches.pair))
    left = np.stack(matches)[:, order]
    kept = [left[:, :0]]
    while left.shape[1]:
        pair = left[0]
        first = np.flatnonzero(np.append(True, pair[1:] != pair[:-1]))
        best = left[:, first]
        kept.append(best)
        taken = np.full((2, n_pairs), -1, dtype=np.int64)
        taken[:, best[0]] = best[1:3]
        left = left[:, (left[1:3] != taken[:, pair]).all(axis=0)]
    return Matches(*np.concatenate(kept, axis=1))


def _distinct(keys: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """np.unique with the inverse, of keys below `size`: by a lookup table unless it would be too large."""
    if size > TABLE:
        return np.unique(keys, return_inverse=True)
    seen = np.zeros(size, dtype=bool)
    seen[keys] = True
    found = np.flatnonzero(seen)
    number = np.empty(size, dtype=np.int32)
    number[found] = np.arange(len(found))
    return found, number[keys]


def _chunks(sizes: np.ndarray) -> Iterator[tuple[int, int]]:
    """(first, last) of chunks of pairs of strings with about CELLS pairs of tokens each."""
    total = np.cumsum(sizes)
    first = 0
    while first < len(sizes):
        done = total[first - 1] if first else 0
        last = max(int(np.searchsorted(total, done + CELLS, side="right")), first + 1)
        yield first, last
        first = last
