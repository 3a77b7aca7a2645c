"""Counts of he, she, it and they as references to nouns and names in raw text (Bergsma 2005; Bergsma & Lin 2006).

The table gives gender, number and animacy of words that are in no list. `eval/lexicon/pronoun_counts.py` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from corefpipe.lexicon.lists import lexicon_folder

PRONOUNS = ("he", "she", "it", "they")
GENDERS = ("male", "female", "neuter", "plural")
SCALE = 10  # the file contains tenths of a count, as integers
ENOUGH = 2.0  # counts from which on a full name is looked up as a whole

# Chosen on OntoGUM dev and LitBank dev, see eval/lexicon/README.md. He and she occur near things by chance more often
# than it near persons, so a smaller share indicates a thing.
RATIO = (0.5, 0.5, 0.35, 0.5)
LEAST = 3.0


class PronounCounts:
    """Counts of the pronouns that refer to words, weighted by the reliability of the construction.

    Nouns are counted by form, so that "child" and "children" differ. Names are counted whole and by first and last
    word, a last word not after a title: "mr. darcy" counts for "mr. darcy" and "mr.".

    Args:
        nouns: noun, in lower case -> its row.
        names: name, in lower case, words separated by spaces -> its row.
        counts: (rows, 4) of he, she, it, they.
    """

    def __init__(self, nouns: Mapping[str, int], names: Mapping[str, int], counts: np.ndarray):
        self._nouns, self._names = nouns, names
        # The last row, at index -1, is for unknown words.
        self._counts = np.vstack([counts, np.zeros((1, len(PRONOUNS)))]).astype(np.float32)
        self._enough = (self._counts.sum(axis=1) >= ENOUGH).tolist()

    @classmethod
    def load(cls, file: Path) -> PronounCounts:
        """Read an array file with `nouns` and `names`, one per line, as bytes, and `counts` in tenths."""
        with np.load(file, allow_pickle=False) as arrays:
            nouns, names = (arrays[kind].tobytes().decode("utf-8").split("\n") for kind in ("nouns", "names"))
            rows = {noun: row for row, noun in enumerate(nouns)}
            return cls(rows, {name: row for row, name in enumerate(names, len(nouns))}, arrays["counts"] / SCALE)

    @classmethod
    def empty(cls) -> PronounCounts:
        """A table without words, for languages that have none."""
        return cls({}, {}, np.zeros((0, len(PRONOUNS))))

    def __len__(self) -> int:
        return len(self._counts) - 1

    def of(self, words: Sequence[str], named: bool | Sequence[bool] = False) -> np.ndarray:
        """The counts of words.

        Args:
            words: forms of nouns, or names, in lower case.
            named: which of them are names. A name of several words with few counts of its own gets those of its first
                word, else of its last. An unknown noun is looked up among the names, and vice versa.

        Returns:
            (n, 4) of he, she, it, they; zeros for unknown words.
        """
        flags = [named] * len(words) if isinstance(named, bool) else named
        rows = [self._name(word) if name else self._noun(word) for word, name in zip(words, flags, strict=True)]
        return self._counts[np.array(rows, dtype=np.intp)]

    def _noun(self, word: str) -> int:
        row = self._nouns.get(word, -1)
        return self._names.get(word, -1) if row < 0 else row

    def _name(self, name: str) -> int:
        own = self._names.get(name, -1)
        first, *more = name.split() or [""]
        if not more:
            return self._noun(name) if own < 0 else own
        if self._enough[own]:
            return own
        parts = (self._names.get(part, -1) for part in (first, more[-1]))
        return next((row for row in parts if row >= 0), own)

    def by_last_word(self, name: str) -> bool:
        """Whether the counts of a name of several words are those of its last word: of the surname "Curtis"."""
        first, *more = name.split() or [""]
        whole, begun = self._names.get(name, -1), self._names.get(first, -1)
        return bool(more) and begun < 0 and not self._enough[whole] and self._name(name) != whole

    def gender(
        self,
        words: Sequence[str],
        named: bool | Sequence[bool] = False,
        ratio: float | Sequence[float] = RATIO,
        least: float = LEAST,
    ) -> list[str]:
        """Male, female, neuter or plural, "" if the counts are not conclusive.

        Args:
            words: as for `of`.
            named: as for `of`.
            ratio: smallest share of the most frequent pronoun in all counts; one number, or one per pronoun.
            least: smallest sum of counts of a word.
        """
        counts = self.of(words, named)
        total, best = counts.sum(axis=1), counts.argmax(axis=1)
        share = np.broadcast_to(np.asarray(ratio), len(PRONOUNS))[best]
        sure = (total > 0) & (total >= least) & (counts.max(axis=1) >= share * total)
        return [GENDERS[i] if known else "" for i, known in zip(best.tolist(), sure.tolist(), strict=True)]

    def animacy(self, words: Sequence[str], named: bool | Sequence[bool] = False) -> np.ndarray:
        """(n,) share of he and she among he, she and it; NaN without counts.

        It is about 0.5 for things (see RATIO), and 0.75 or more for persons.
        """
        counts = self.of(words, named)
        singular = counts[:, :3].sum(axis=1)
        share = np.full(len(counts), np.nan, dtype=np.float32)
        return np.divide(counts[:, :2].sum(axis=1), singular, out=share, where=singular > 0)


def load_counts(language: str = "en") -> PronounCounts:
    """The packaged table, read once per process; an empty one for a language without it."""
    return _load(lexicon_folder(language) / "pronoun_counts.npz")


@cache
def _load(file: Path) -> PronounCounts:
    return PronounCounts.load(file) if file.is_file() else PronounCounts.empty()
