"""TF-IDF and SoftTFIDF: similarities of strings by their weighted words (Cohen, Ravikumar & Fienberg 2003)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from rapidfuzz.distance import Jaro
from rapidfuzz.process import cpdist
from scipy import sparse

from corefpipe.clustering.comparing.similarity import jaro_winkler
from corefpipe.clustering.comparing.token_matches import Tokens, match_tokens

_CLOSE = 0.9  # Jaro-Winkler similarity above which words are close (Cohen, Ravikumar & Fienberg 2003)


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


class WeightedWords:
    """The words of some strings with their weights V(w) = log(tf + 1) log(N / df), of norm 1 for each string.

    Args:
        strings: the strings.
        counts: document frequencies of the collection.
    """

    def __init__(self, strings: Sequence[str], counts: WordCounts):
        bags = [Counter(words_of(string)) for string in strings]
        self.tokens = tokens = Tokens.of([list(bag) for bag in bags])
        frequency = np.log1p([count for bag in bags for count in bag.values()])
        weights = frequency * counts.rarity(tokens.kinds)[tokens.codes]
        of = np.repeat(np.arange(len(strings)), tokens.size)
        norm = np.sqrt(np.bincount(of, weights**2, minlength=len(strings)))
        self.weights = np.divide(weights, norm[of], out=np.zeros(len(weights)), where=norm[of] > 0)

    def cosine(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n,) cosines of pairs of strings, by their numbers."""
        tokens = self.tokens
        vectors = sparse.csr_matrix(
            (self.weights, tokens.codes, np.append(tokens.start, len(tokens.codes))),
            shape=(len(tokens.start), len(tokens.kinds)),
        )
        return np.asarray(vectors[one].multiply(vectors[other]).sum(axis=1)).ravel()

    def soft(self, one: np.ndarray, other: np.ndarray, above: float = _CLOSE) -> np.ndarray:
        """(n,) SoftTFIDF of pairs of strings, by their numbers, with words close above this (see `soft_tfidf`)."""
        kinds = self.tokens.kinds

        def closeness(a: np.ndarray, b: np.ndarray) -> np.ndarray:
            alike = np.zeros(len(a))
            ones, others = [kinds[i] for i in a.tolist()], [kinds[i] for i in b.tolist()]
            # J + 0.4 (1 - J), the most for a given J, is above only if J is above (above - 0.4) / 0.6; most J are not.
            least = max((above - 0.4) / 0.6 - 1e-6, 0)
            likely = np.flatnonzero(cpdist(ones, others, scorer=Jaro.similarity, score_cutoff=least))
            alike[likely] = jaro_winkler([ones[i] for i in likely.tolist()], [others[i] for i in likely.tolist()])
            return np.where(alike > above, alike, 0.0)

        tokens = self.tokens
        close = match_tokens(tokens, one, other, closeness)
        # The closest match of each word comes first, of equals the leftmost one.
        order = np.lexsort((close.other, -close.value, close.one, close.pair))
        pair, at_one, at_other, value = (column[order] for column in close)
        best = np.ones(len(pair), dtype=bool)
        best[1:] = (pair[1:] != pair[:-1]) | (at_one[1:] != at_one[:-1])
        of_one, of_other = tokens.start[one][pair] + at_one, tokens.start[other][pair] + at_other
        terms = self.weights[of_one] * self.weights[of_other] * value
        return np.bincount(pair[best], terms[best], minlength=len(one))


def tfidf_cosine(ones: Sequence[str], others: Sequence[str], counts: WordCounts) -> np.ndarray:
    """(n,) cosines of the TF-IDF vectors of pairs of strings, log(tf + 1) log(N / df) (Cohen et al. 2003, section 2.2).

    Args:
        ones: the first string of each pair.
        others: the second string of each pair.
        counts: document frequencies of the collection.
    """
    return WeightedWords.cosine(*_numbered(ones, others, counts))


def soft_tfidf(ones: Sequence[str], others: Sequence[str], counts: WordCounts) -> np.ndarray:
    """(n,) SoftTFIDF of pairs of strings (Cohen, Ravikumar & Fienberg 2003, section 2.3); arguments: see tfidf_cosine.

    The sum, over the words w of the first string that have a close one in the second, v the closest, of
    V(w) V(v) D(w, v): V as in tfidf_cosine, D the Jaro-Winkler similarity, close meaning D > 0.9. It is not symmetric.
    """
    return WeightedWords.soft(*_numbered(ones, others, counts))


def _numbered(
    ones: Sequence[str], others: Sequence[str], counts: WordCounts
) -> tuple[WeightedWords, np.ndarray, np.ndarray]:
    """The words of the distinct strings, and the numbers of these strings in both lists."""
    strings = list(dict.fromkeys([*ones, *others]))
    number = {string: i for i, string in enumerate(strings)}
    one, other = (np.array([number[string] for string in side], dtype=np.int64) for side in (ones, others))
    return WeightedWords(strings, counts), one, other
