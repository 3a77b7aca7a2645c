"""Relations between two tokens of names: equal, nickname, initial, abbreviation, one letter apart ...

The relations of LMR (Li, Morie & Roth 2004; Li & Roth 2005, Table 1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cpdist

from corefpipe.clustering.comparing.abbreviations import VOWELS, is_abbreviation, looks_short
from corefpipe.lexicon import Lexicon

# From the most to the least reliable: two tokens have the first relation that holds, and tokens are aligned in order.
RELATIONS = (
    "honorific equal",
    "honorific equivalence",
    "honorific mismatch",
    "equality",
    "case-insensitive equal",
    "nickname",
    "symbol map",
    "initial",
    "abbreviation",
    "edit distance",
    "substring",
    "prefix equality",
    "prefix edit distance",
)

Token = tuple[str, bool]  # the token as written; whether it is an honorific


class TokenRelations:
    """The relations between pairs of tokens.

    Args:
        tokens: the distinct tokens.
        lexicon: titles, nicknames, symbols.
    """

    def __init__(self, tokens: Sequence[Token], lexicon: Lexicon):
        self.lexicon = lexicon
        words = [word for word, _ in tokens]
        self.lower = [word.lower() for word in words]
        self.bare = [word.rstrip(".") or word for word in self.lower]
        prefixes = [prefix_of(word) for word in self.bare]
        classes = [
            lexicon.title_class[word] if title else "" for word, (_, title) in zip(self.lower, tokens, strict=True)
        ]
        self.exact_code = _codes([word.rstrip(".") or word for word in words])
        self.bare_code = _codes(self.bare)
        self.prefix_code = _codes(prefixes)
        self.prefixes = prefixes
        self.title = _codes(classes)
        self.is_title = np.array([title for _, title in tokens], dtype=bool)
        self.size = np.array([len(word) for word in self.bare], dtype=np.int64)
        # Numbers, initials and honorifics are equal or not: similar ones mean nothing.
        words_proper = [len(word) > 1 and not any(map(str.isdigit, word)) for word in self.bare]
        self.is_word = np.array(words_proper, dtype=bool) & ~self.is_title
        self.is_initial = np.array([len(word.rstrip(".")) == 1 and word.isupper() for word in words], dtype=bool)
        self.first = _codes([word[0] for word in self.bare])
        self.is_short = np.array([looks_short(word) for word in self.lower], dtype=bool)
        self.has_nickname = np.array([w in lexicon.nicknames or w in lexicon.full_names for w in self.bare], dtype=bool)
        self.is_listed = np.array([word in lexicon.symbols for word in self.lower], dtype=bool) & ~self.is_title
        self.is_symbol = np.array([not any(map(str.isalpha, word)) for word in self.lower], dtype=bool)

    def between(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n,) number of the first relation that holds between two tokens, from 1; 0 for none."""
        found = np.zeros(len(one), dtype=np.int64)
        for number, test in enumerate(self._tests(), 1):
            rest = np.flatnonzero(found == 0)
            found[rest[test(one[rest], other[rest])]] = number
        return found

    def _tests(self) -> tuple[Callable[[np.ndarray, np.ndarray], np.ndarray], ...]:
        """One test per relation, in the order of RELATIONS."""
        return (
            lambda a, b: self._titles(a, b) & (self.bare_code[a] == self.bare_code[b]),
            lambda a, b: self._titles(a, b) & (self.title[a] == self.title[b]),
            self._titles,
            lambda a, b: self.exact_code[a] == self.exact_code[b],
            lambda a, b: self.bare_code[a] == self.bare_code[b],
            self._nickname,
            self._symbol,
            self._initial,
            self._abbreviation,
            self._one_letter,
            self._substring,
            lambda a, b: self._words(a, b) & (self.prefix_code[a] == self.prefix_code[b]),
            self._prefix_one_letter,
        )

    def _titles(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return self.is_title[a] & self.is_title[b]

    def _words(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return self.is_word[a] & self.is_word[b]

    def _nickname(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return _where(self.has_nickname[a] & self.has_nickname[b], a, b, self.bare, self.lexicon.are_nicknames)

    def _symbol(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return (self.is_symbol[a] | self.is_symbol[b]) & self._listed(a, b)

    def _listed(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        symbols = self.lexicon.symbols
        return _where(self.is_listed[a] & self.is_listed[b], a, b, self.lower, lambda x, y: y in symbols[x])

    def _initial(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        one = (self.is_initial[a] & self.is_word[b]) | (self.is_initial[b] & self.is_word[a])
        return one & (self.first[a] == self.first[b])

    def _abbreviation(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        asked = self._words(a, b) & (self.is_short[a] | self.is_short[b]) & (self.first[a] == self.first[b])
        return self._listed(a, b) | _where(asked, a, b, self.lower, is_abbreviation)

    def _one_letter(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        asked = self._words(a, b) & (np.abs(self.size[a] - self.size[b]) <= 1)
        return _one_apart(asked, a, b, self.bare)

    def _substring(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        asked = self._words(a, b) & (self.size[a] != self.size[b])
        return _where(asked, a, b, self.bare, lambda x, y: x in y or y in x)

    def _prefix_one_letter(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return _one_apart(self._words(a, b), a, b, self.prefixes)


def prefix_of(word: str) -> str:
    """The word up to its first vowel that is not its first letter: "Je" for "Jerry", "Ale" for "Alec"."""
    vowels = [i for i, letter in enumerate(word) if letter in VOWELS and i]
    return word[: vowels[0] + 1] if vowels else word


def _codes(values: Sequence[str]) -> np.ndarray:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.int64)


def _where(
    asked: np.ndarray, a: np.ndarray, b: np.ndarray, words: list[str], test: Callable[[str, str], bool]
) -> np.ndarray:
    """(n,) bool: the result of a test of two words where `asked`, False elsewhere."""
    rows = np.flatnonzero(asked)
    found = np.zeros(len(a), dtype=bool)
    found[rows] = [test(words[x], words[y]) for x, y in zip(a[rows].tolist(), b[rows].tolist(), strict=True)]
    return found


def _one_apart(asked: np.ndarray, a: np.ndarray, b: np.ndarray, words: list[str]) -> np.ndarray:
    """(n,) bool: whether the edit distance is 1 where `asked`, False elsewhere."""
    rows = np.flatnonzero(asked)
    ones, others = ([words[i] for i in codes[rows].tolist()] for codes in (a, b))
    found = np.zeros(len(a), dtype=bool)
    found[rows] = cpdist(ones, others, scorer=Levenshtein.distance, score_cutoff=1) == 1
    return found
