"""Similarities of strings: edit distances, common parts. Functions of two lists of strings, pair by pair."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rapidfuzz.distance import Jaro, LCSseq, Levenshtein, Prefix
from rapidfuzz.process import cpdist

_CHUNK = 2048  # pairs of strings compared at once


def edit_distance(ones: Sequence[str], others: Sequence[str], normalised: bool = False) -> np.ndarray:
    """(n,) Levenshtein distances of pairs of strings.

    Args:
        ones: the first string of each pair.
        others: the second string of each pair.
        normalised: divide by the length of the longer one.
    """
    return _per_letter(cpdist(ones, others, scorer=Levenshtein.distance), ones, others, normalised)


def common_subsequence(ones: Sequence[str], others: Sequence[str], normalised: bool = False) -> np.ndarray:
    """(n,) lengths of the longest common subsequences of pairs of strings; arguments as for `edit_distance`."""
    return _per_letter(cpdist(ones, others, scorer=LCSseq.similarity), ones, others, normalised)


def common_substring(ones: Sequence[str], others: Sequence[str], normalised: bool = False) -> np.ndarray:
    """(n,) lengths of the longest common substrings of pairs of strings; arguments as for `edit_distance`."""
    lengths = np.zeros(len(ones), dtype=np.int64)
    sizes = np.sort([_lengths(ones), _lengths(others)], axis=0)
    order = np.lexsort(sizes)  # strings of similar length together need little padding
    for first in range(0, len(order), _CHUNK):
        rows = order[first : first + _CHUNK]
        if sizes[1, rows[-1]]:
            two = [sorted((ones[i], others[i]), key=len) for i in rows.tolist()]
            short, long = zip(*two, strict=True)
            lengths[rows] = _longest_runs(_letters(short), _letters(long))
    return _per_letter(lengths, ones, others, normalised)


def jaro_winkler(ones: Sequence[str], others: Sequence[str]) -> np.ndarray:
    """(n,) Jaro similarities of pairs of strings, increased by a common prefix: J + min(P, 4) / 10 (1 - J).

    As in Cohen, Ravikumar & Fienberg (2003, section 2.1), without Winkler's condition that J be above 0.7.
    """
    jaro = cpdist(ones, others, scorer=Jaro.similarity).astype(np.float64)
    prefix = np.minimum(cpdist(ones, others, scorer=Prefix.similarity), 4)
    return jaro + 0.1 * prefix * (1.0 - jaro)


def _per_letter(values: np.ndarray, ones: Sequence[str], others: Sequence[str], normalised: bool) -> np.ndarray:
    return values / np.maximum(np.maximum(_lengths(ones), _lengths(others)), 1) if normalised else values


def _lengths(strings: Sequence[str]) -> np.ndarray:
    return np.array([len(string) for string in strings], dtype=np.int64)


def _letters(strings: Sequence[str]) -> np.ndarray:
    """(longest, n_strings) code points, 0 after the end of a string."""
    array = np.array(strings)
    return np.ascontiguousarray(array.view(np.uint32).reshape(len(strings), -1).T)


def _longest_runs(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(n,) length of the longest run of characters that two columns share, at any shift."""
    other[other == 0] = np.iinfo(np.uint32).max  # padding of the two must not match
    run = np.zeros((len(other) + 1, one.shape[1]), dtype=np.uint8 if len(other) < 256 else np.uint16)
    longest = np.zeros_like(run)
    for letters in one:
        # A run that ends here is one longer than the run that ended one character earlier in both strings.
        run[1:] = (run[:-1] + 1) * (other == letters)
        np.maximum(longest, run, out=longest)
    return longest.max(axis=0)
