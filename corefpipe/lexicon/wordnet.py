"""Nouns and adjectives of WordNet 3.0 (Fellbaum 1998) as arrays, with the relations that coreference features need.

Words are turned into ids once; all methods take arrays of ids. -1 is an unknown word, for which no relation holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

import numpy as np
from scipy import sparse

from corefpipe.exceptions import SettingError, require_one_of
from corefpipe.lexicon.lists import lexicon_folder
from corefpipe.lexicon.semantic_classes import SEMANTIC_CLASSES
from corefpipe.lexicon.sorted_words import SortedWords
from corefpipe.lexicon.tables import any_in_row, cells, pattern, shared, slices, starts_of, table_of

Pos = Literal["noun", "adjective"]
Senses = Literal["first", "any"]

# Hypernyms of nearly every noun, which are not counted as common ones (Bengtson & Roth 2008, section 3.2).
TOP = frozenset(
    """
    entity.n.01 abstraction.n.06 physical_entity.n.01 object.n.01 whole.n.02 artifact.n.01 group.n.01
    """.split()
)
# The lexicographer files in order: adjectives, adverbs, nouns, verbs; only those of nouns are named here.
SUPERSENSES = (
    *("", "", "", "Tops", "act", "animal", "artifact", "attribute", "body", "cognition", "communication", "event"),
    *("feeling", "food", "group", "location", "motive", "object", "person", "phenomenon", "plant", "possession"),
    *("process", "quantity", "relation", "shape", "state", "substance", "time"),
)
GENDERS = ("", "male", "female")

# Rules of detachment of WordNet's Morphy: replace the first ending by the second, if the result is a word.
_ENDINGS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "noun": (
        *(("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh")),
        *(("men", "man"), ("ies", "y")),
    ),
    "adjective": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
}
_MOST_UPS = 20_000  # words whose hypernyms are kept
_ARRAYS = (
    *("nouns", "adjectives", "noun_exceptions", "adjective_exceptions", "sense_counts", "senses"),
    *("above_counts", "above", "antonyms", "supersense", "gender"),
)


class WordNet:
    """The WordNet of one language.

    Words are compared element by element: `a` and `b` are (n,) arrays of ids, and so are the results. Hypernyms include
    instance hypernyms; the head of a similar-to cluster counts as the hypernym of its adjectives.

    Args:
        arrays: as written by `eval/lexicon/wordnet.py`. `nouns`, `adjectives`: the words, one per line, as bytes (see
            `SortedWords`); ids are numbered over both. `noun_exceptions`, `adjective_exceptions`: lines of inflected
            form, tab, word. `sense_counts` (words,), `senses`: synsets of every word, most frequent first.
            `above_counts` (synsets,), `above`: the synsets directly above. `antonyms` (pairs, 4): word, synset, word,
            synset, in both directions. `supersense`, `gender` (synsets,): positions in SUPERSENSES and GENDERS.
    """

    def __init__(self, arrays: Mapping[str, np.ndarray]):
        nouns, adjectives = SortedWords(arrays["nouns"]), SortedWords(arrays["adjectives"])
        self._words = {"noun": (nouns, 0), "adjective": (adjectives, len(nouns))}  # with the id of the first
        self._exceptions = {
            pos: dict(line.split("\t") for line in _lines(arrays[f"{pos}_exceptions"])) for pos in _ENDINGS
        }
        self._size = len(nouns) + len(adjectives)
        self._sense_starts = starts_of(arrays["sense_counts"])
        self._senses = arrays["senses"]
        self._above_starts = starts_of(arrays["above_counts"])
        self._above = arrays["above"]
        self._antonyms = arrays["antonyms"].astype(np.int64)
        self._supersense = arrays["supersense"]
        self._gender = arrays["gender"]
        self._synsets = len(arrays["above_counts"])
        self._ups: dict[tuple[int, int], tuple[frozenset[int], frozenset[int]]] = {}
        self._under: dict[tuple[tuple[str, ...], Senses], np.ndarray] = {}
        self._may_be: dict[str, np.ndarray] = {}
        self._kept: dict[frozenset[str], sparse.csr_matrix] = {}

    @classmethod
    def load(cls, file: Path) -> WordNet:
        """Read an array file."""
        with np.load(file, allow_pickle=False) as arrays:
            return cls({name: arrays[name] for name in _ARRAYS})

    @classmethod
    def empty(cls) -> WordNet:
        """A table without words, for languages that have none."""
        nothing = {name: np.zeros(0, dtype=np.uint8) for name in _ARRAYS}
        return cls(nothing | {"antonyms": np.zeros((0, 4), dtype=np.int32)})

    def __len__(self) -> int:
        """Number of nouns and adjectives."""
        return self._size

    def ids(self, words: Sequence[str], pos: Pos = "noun") -> np.ndarray:
        """(n,) int32 ids of words and phrases: as written, in lower case, or of the base form; -1 for unknown ones.

        Base forms come from WordNet's exception list, then from its rules of detachment ("boxes": "box").

        Raises:
            SettingError: an unknown part of speech.
        """
        require_one_of("part of speech", pos, _ENDINGS)
        found = {word: self._id(word, pos) for word in set(words)}
        return np.fromiter((found[word] for word in words), dtype=np.int32, count=len(words))

    def synonyms(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Whether some senses of the two words are the same synset; true for a known word and itself."""
        return any_in_row(shared(self._of_words[self._rows(a)], self._of_words[self._rows(b)]))

    def antonyms(self, a: np.ndarray, b: np.ndarray, indirect: bool = False) -> np.ndarray:
        """Whether some senses of the two words are antonyms.

        Args:
            a: ids of words.
            b: ids of words.
            indirect: also words whose synset, or cluster's head, contains another word with an antonym: "adult male"
                and "woman", "gigantic" and "small".
        """
        if indirect:
            return any_in_row(shared(self._opposites[self._rows(a)], self._with_heads[self._rows(b)]))
        known = np.unique(self._antonyms[:, 0] * self._size + self._antonyms[:, 2])
        a, b = np.asarray(a, dtype=np.int64), np.asarray(b, dtype=np.int64)
        return np.isin(a * self._size + b, known) & (a >= 0) & (b >= 0)

    def antonym_pairs(self, words: Iterable[str], pos: Pos = "adjective") -> set[tuple[str, str]]:
        """The pairs of antonyms among some words, in both orders."""
        of_id: dict[int, list[str]] = {}
        some = list(words)
        for word, number in zip(some, self.ids(some, pos).tolist(), strict=True):
            if number >= 0:
                of_id.setdefault(number, []).append(word)
        known = np.fromiter(of_id, dtype=np.int64, count=len(of_id))
        both = np.isin(self._antonyms[:, 0], known) & np.isin(self._antonyms[:, 2], known)
        return {
            (a, b) for one, other in self._antonyms[both][:, [0, 2]].tolist() for a in of_id[one] for b in of_id[other]
        }

    def hypernyms(self, a: np.ndarray, b: np.ndarray, drop: Iterable[str] = TOP) -> np.ndarray:
        """Whether some senses of both words have a common hypernym (Bengtson & Roth 2008, section 3.2).

        Args:
            a: ids of words.
            b: ids of words.
            drop: names of synsets that are not counted.

        Raises:
            SettingError: no such synset.
        """
        table = self._ancestors_without(frozenset(drop))
        return any_in_row(shared(table[self._rows(a)], table[self._rows(b)]))

    def ancestor(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Whether some sense of one word is a hypernym of some sense of the other. A synset is not its own hypernym."""
        a, b = self._rows(a), self._rows(b)
        return any_in_row(shared(self._of_words[a], self._ancestors[b])) | any_in_row(
            shared(self._ancestors[a], self._of_words[b])
        )

    def kinship(self, a: np.ndarray, b: np.ndarray, senses: int) -> np.ndarray:
        """(n,) int: bit 1 if two words mean the same, bit 2 if the second is a hypernym of the first: "parrot", "bird".

        For few pairs: unlike `synonyms` and `ancestor`, it needs no table of all words.

        Args:
            a: ids of words.
            b: ids of words.
            senses: number of the most frequent senses of each that are read.
        """
        found = np.zeros(len(a), dtype=np.int64)
        for row, (one, other) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
            if one >= 0 and other >= 0:
                own, above = self._up(one, senses)
                theirs, _ = self._up(other, senses)
                found[row] = (not theirs.isdisjoint(own)) + 2 * (not theirs.isdisjoint(above))
        return found

    def _up(self, word: int, senses: int) -> tuple[frozenset[int], frozenset[int]]:
        """The synsets of a word's first senses, and all above them."""
        key = word, senses
        if key not in self._ups:
            if len(self._ups) >= _MOST_UPS:
                self._ups.clear()
            first, last = self._sense_starts[word : word + 2].tolist()
            own = self._senses[first : min(last, first + senses)].tolist()
            above: set[int] = set()
            waiting = list(own)
            while waiting:
                at = waiting.pop()
                start, end = self._above_starts[at : at + 2].tolist()
                more = set(self._above[start:end].tolist()) - above
                above |= more
                waiting += more
            self._ups[key] = frozenset(own), frozenset(above)
        return self._ups[key]

    def distance(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Links between the first senses if one is a hypernym of the other, else inf (Ng & Cardie 2002, WNDIST).

        float64; 0 if both have the same first sense.
        """
        a, b = self._first[self._rows(a)], self._first[self._rows(b)]
        links = np.maximum(cells(self._closure, a, b), cells(self._closure, b, a)).astype(float)
        return np.where(links > 0, links - 1, np.inf)

    def sense(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """The smallest sense number with which one is a hypernym of the other, else inf (Ng & Cardie 2002, WNSENSE).

        float64: the number of senses of either word to read, from 1. A common synset counts, too.
        """
        a, b = self._rows(a), self._rows(b)
        best = np.full(len(a), np.inf)
        for left, right in (
            (self._of_words[a], self._of_words[b]),
            (self._of_words[a], self._ancestors[b]),
            (self._ancestors[a], self._of_words[b]),
        ):
            met = shared(left, right)
            number = np.maximum(met.data, shared(right, left).data)
            np.minimum.at(best, np.repeat(np.arange(len(a)), np.diff(met.indptr)), number)
        return best

    def under(self, ids: np.ndarray, roots: Sequence[str], senses: Senses = "first") -> np.ndarray:
        """Whether a word's first sense, or any sense, is one of the synsets or a hyponym of one.

        Args:
            ids: ids of words.
            roots: names of synsets (word, "n" or "a", number of the sense), such as "person.n.01".
            senses: first or any.

        Raises:
            SettingError: no such synset, or neither first nor any.
        """
        require_one_of("senses", senses, ("first", "any"))
        key = (tuple(roots), senses)
        if key not in self._under:
            self._under[key] = self._words_under(*key)
        return self._under[key][self._rows(ids)]

    def supersense(self, ids: np.ndarray) -> np.ndarray:
        """(n,) strings: the lexicographer file of a noun's first sense, such as "person" for "noun.person"; else "".

        The unique beginners, which WordNet keeps in "noun.Tops", get the name of the file that they begin, if any.
        """
        return np.array(SUPERSENSES)[np.append(self._supersense, 0)[self._first[self._rows(ids)]]]

    def may_be(self, ids: np.ndarray, supersense: str) -> np.ndarray:
        """(n,) bool: whether any sense of a noun has a supersense: a "star" may be a "person"."""
        if supersense not in self._may_be:
            word = np.repeat(np.arange(self._size), np.diff(self._sense_starts))
            met = self._supersense[self._senses] == SUPERSENSES.index(supersense)
            self._may_be[supersense] = np.bincount(word[met], minlength=self._size + 1) > 0
        return self._may_be[supersense][self._rows(ids)]

    def gender(self, ids: np.ndarray) -> np.ndarray:
        """(n,) strings: male or female by the glosses of a noun's first sense and its hypernyms, else ""."""
        return np.array(GENDERS)[np.append(self._gender, 0)[self._first[self._rows(ids)]]]

    def semantic_class(self, ids: np.ndarray) -> np.ndarray:
        """(n,) strings: the class of the first sense (Soon et al. 2001; see SEMANTIC_CLASSES), "" if none fits."""
        found = np.zeros(len(ids), dtype="<U12")
        for name, roots in SEMANTIC_CLASSES.items():
            found[(found == "") & self.under(ids, roots)] = name
        return found

    def _id(self, word: str, pos: Pos) -> int:
        word = word.lower().replace("_", " ")
        if (found := self._known_id(word, pos)) >= 0:
            return found
        if word in self._exceptions[pos]:
            return self._known_id(self._exceptions[pos][word], pos)
        for ending, other in _ENDINGS[pos]:
            if word.endswith(ending) and not word.endswith("ss"):
                base = word.removesuffix(ending) + other
                if len(base) > 1 and (found := self._known_id(base, pos)) >= 0:
                    return found
        return -1

    def _known_id(self, word: str, pos: Pos) -> int:
        """The id of a word as it is listed, -1 for others."""
        words, first = self._words[pos]
        number = words.find(word)
        return first + number if number >= 0 else -1

    def _rows(self, ids: np.ndarray) -> np.ndarray:
        """Rows of the matrices; the last one, which is empty, for unknown words."""
        ids = np.asarray(ids, dtype=np.int32)
        return np.where(ids < 0, self._size, ids)

    def _synset(self, name: str) -> int:
        match = re.fullmatch(r"(.+)\.([na])\.(\d+)", name.replace("_", " "))
        row = self._known_id(match[1], "noun" if match[2] == "n" else "adjective") if match else -1
        at = self._sense_starts[row] + int(match[3]) - 1 if match and row >= 0 else -1
        if at < 0 or not self._sense_starts[row] <= at < self._sense_starts[row + 1]:
            raise SettingError(f"unknown synset {name!r}", cure="A synset's name is like 'person.n.01'")
        return self._senses[at]

    def _named(self, names: Iterable[str]) -> list[int]:
        return [self._synset(name) for name in names] if self._size else []

    @cached_property
    def _first(self) -> np.ndarray:
        """(words + 1,) the first synset; for the unknown word, one after the last synset."""
        return np.append(self._senses[self._sense_starts[:-1]], np.int32(self._synsets))

    @cached_property
    def _of_words(self) -> sparse.csr_matrix:
        """(words + 1, synsets): number of the sense."""
        word = np.repeat(np.arange(self._size), np.diff(self._sense_starts))
        number = np.arange(len(word)) - self._sense_starts[word] + 1
        return table_of(word, self._senses, number, (self._size + 1, self._synsets))

    @cached_property
    def _closure(self) -> sparse.csr_matrix:
        """(synsets + 1, synsets + 1): number of links from the row up to the column, plus 1."""
        low = high = np.arange(self._synsets)
        levels = [(low, high)]
        while len(low):
            at, of = slices(self._above_starts, high)
            low, high = low[of], self._above[at]
            levels.append((low, high))
        links = np.repeat(np.arange(1, len(levels) + 1), [len(low) for low, _ in levels])
        low, high = (np.concatenate(part) for part in zip(*levels, strict=True))
        return table_of(low, high, links, (self._synsets + 1, self._synsets + 1))

    @cached_property
    def _ancestors(self) -> sparse.csr_matrix:
        """(words + 1, synsets): the first sense that is a hyponym of the synset, without the senses themselves."""
        senses, closure = self._of_words, self._closure
        at, of = slices(closure.indptr, senses.indices)
        proper = closure.data[at] > 1
        at, of = at[proper], of[proper]
        word = np.repeat(np.arange(self._size + 1), np.diff(senses.indptr))
        return table_of(word[of], closure.indices[at], senses.data[of], senses.shape)

    def _ancestors_without(self, drop: frozenset[str]) -> sparse.csr_matrix:
        if drop not in self._kept:
            table = self._ancestors
            kept = ~np.isin(table.indices, self._named(drop))
            indptr = np.append(0, np.cumsum(kept))[table.indptr]
            self._kept[drop] = sparse.csr_matrix((table.data[kept], table.indices[kept], indptr), table.shape)
        return self._kept[drop]

    @cached_property
    def _with_heads(self) -> sparse.csr_matrix:
        """(words + 1, synsets): a word's synsets, and the heads of an adjective's."""
        heads = self._ancestors.copy()
        heads.data[: heads.indptr[self._words["adjective"][1]]] = 0
        heads.eliminate_zeros()
        return (self._of_words + heads).tocsr()

    @cached_property
    def _opposites(self) -> sparse.csr_matrix:
        """(words + 1, synsets): synsets with a word that is an antonym of one in a word's synsets or their heads."""
        _, one, _, other = self._antonyms.T
        pairs = table_of(one, other, np.ones(len(one), np.int64), (self._synsets, self._synsets))
        return pattern(self._with_heads) @ pairs

    def _words_under(self, roots: tuple[str, ...], senses: Senses) -> np.ndarray:
        """(words + 1,) bool."""
        closure = self._closure
        met = np.append(0, np.cumsum(np.isin(closure.indices, self._named(roots))))
        synsets = np.diff(met[closure.indptr]) > 0
        if senses == "first":
            return synsets[self._first]
        word = np.repeat(np.arange(self._size), np.diff(self._sense_starts))
        return np.bincount(word[synsets[self._senses]], minlength=self._size + 1) > 0


def load_wordnet(language: str = "en") -> WordNet:
    """The packaged WordNet, read once per process; an empty one for a language without it."""
    return _load(language)


@lru_cache(maxsize=8)
def _load(language: str) -> WordNet:
    file = lexicon_folder(language) / "wordnet.npz"
    return WordNet.load(file) if file.is_file() else WordNet.empty()


def _lines(text: np.ndarray) -> list[str]:
    return text.tobytes().decode("ascii").split("\n") if len(text) else []
