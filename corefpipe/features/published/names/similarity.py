"""Similarities of strings: edit distances, common parts, TF-IDF. Functions of two lists of strings, pair by pair."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from rapidfuzz.distance import Jaro, LCSseq, Levenshtein, Prefix
from rapidfuzz.process import cpdist

from corefpipe.features.published.names.token_matches import Tokens, match_tokens

_CHUNK = 2048  # pairs of strings compared at once
_CLOSE = 0.9  # Jaro-Winkler similarity above which tokens are close (Cohen, Ravikumar & Fienberg 2003)


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


def abbreviation(name: str) -> str:
    """The initials of the capitalised words, or else of all words; a name that is one word in capitals is kept.

    "George W. Bush" gives "GWB" (Daumé & Marcu 2005, section 7.3.3), "IBM" and "I.B.M." give "IBM".
    """
    bare = name.replace(".", "")
    if bare.isupper() and bare.isalnum() and len(bare) > 1:
        return bare
    words = [word for word in name.split() if word[0].isalnum()]
    return "".join(word[0] for word in words if word[0].isupper()) or "".join(word[0] for word in words)


class WordCounts:
    """Document frequencies of words in a collection of strings.

    Args:
        counts: word -> number of strings that contain it; words in only one string may be omitted.
        total: number of strings.
    """

    def __init__(self, counts: Mapping[str, int] | None = None, total: int = 1):
        self.counts = dict(counts or {})
        self.total = total

    @classmethod
    def of(cls, strings: Sequence[str]) -> WordCounts:
        """The counts of a collection."""
        counts = Counter(word for string in strings for word in set(words_of(string)))
        return cls({word: count for word, count in counts.items() if count > 1}, max(len(strings), 1))

    def rarity(self, words: Sequence[str]) -> np.ndarray:
        """(n,) inverse document frequencies log(N / df), with df = 1 for unknown words."""
        return np.log(self.total / np.array([self.counts.get(word, 1) for word in words], dtype=np.float64))


def words_of(string: str) -> list[str]:
    """The words of a string for TF-IDF: runs of letters, runs of digits, in lower case."""
    return re.findall(r"[^\W\d_]+|\d+", string.lower())


def tfidf_cosine(ones: Sequence[str], others: Sequence[str], counts: WordCounts) -> np.ndarray:
    """(n,) cosines of the TF-IDF vectors of pairs of strings, log(tf + 1) log(N / df) (Cohen et al. 2003, section 2.2).

    Args:
        ones: the first string of each pair.
        others: the second string of each pair.
        counts: document frequencies of the collection.
    """
    return _weighted(ones, others, counts, lambda tokens, a, b: (a == b).astype(np.float64))


def soft_tfidf(ones: Sequence[str], others: Sequence[str], counts: WordCounts) -> np.ndarray:
    """(n,) SoftTFIDF of pairs of strings (Cohen, Ravikumar & Fienberg 2003, section 2.3); arguments: see tfidf_cosine.

    The sum, over the words w of the first string that have a close one in the second, v the closest, of
    V(w) V(v) D(w, v): V as in tfidf_cosine, D the Jaro-Winkler similarity, close meaning D > 0.9. It is not symmetric.
    """

    def closeness(words: list[str], one: np.ndarray, other: np.ndarray) -> np.ndarray:
        alike = jaro_winkler([words[i] for i in one.tolist()], [words[i] for i in other.tolist()])
        return np.where(alike > _CLOSE, alike, 0.0)

    return _weighted(ones, others, counts, closeness)


def _weighted(
    ones: Sequence[str],
    others: Sequence[str],
    counts: WordCounts,
    closeness: Callable[[list[str], np.ndarray, np.ndarray], np.ndarray],
) -> np.ndarray:
    """(n,) sum over the words of the first string of: weight, weight of the closest word in the second, closeness."""
    strings = list(dict.fromkeys([*ones, *others]))
    number = {string: i for i, string in enumerate(strings)}
    bags = [Counter(words_of(string)) for string in strings]
    tokens = Tokens.of([list(bag) for bag in bags])
    weights = np.log1p([count for bag in bags for count in bag.values()]) * counts.rarity(tokens.kinds)[tokens.codes]
    of = np.repeat(np.arange(len(strings)), tokens.size)
    norm = np.sqrt(np.bincount(of, weights**2, minlength=len(strings)))
    weights = np.divide(weights, norm[of], out=np.zeros(len(weights)), where=norm[of] > 0)
    one, other = (
        np.array([number[s] for s in ones], dtype=np.int64),
        np.array([number[s] for s in others], dtype=np.int64),
    )
    close = match_tokens(tokens, one, other, lambda a, b: closeness(tokens.kinds, a, b))
    # The closest match of each word comes first, of equals the leftmost one.
    order = np.lexsort((close.other, -close.value, close.one, close.pair))
    pair, at_one, at_other, value = (column[order] for column in close)
    best = np.ones(len(pair), dtype=bool)
    best[1:] = (pair[1:] != pair[:-1]) | (at_one[1:] != at_one[:-1])
    terms = weights[tokens.start[one][pair] + at_one] * weights[tokens.start[other][pair] + at_other] * value
    return np.bincount(pair[best], terms[best], minlength=len(one))


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
