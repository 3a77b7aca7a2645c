"""Features of the words of two mentions: the same, a part of each other, an acronym."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import sparse

from corefpipe.features.pairs import Pairs
from corefpipe.features.registry import boolean, categorical
from corefpipe.features.table import MentionTable


@boolean()
def exact_match(pairs: Pairs) -> np.ndarray:
    """The same words but for articles (Soon et al. 2001, STR_MATCH), pronouns by their word."""
    core, word = pairs.codes("core"), pairs.codes("head")
    silent = ~pairs.table["core"].known()
    pronouns = silent[pairs.ante] & silent[pairs.ana]
    return np.where(pronouns, word[0] == word[1], (core[0] == core[1]) & ~silent[pairs.ante])


@boolean()
def head_match(pairs: Pairs) -> np.ndarray:
    """The same head lemma, neither a pronoun."""
    ante, ana = pairs.codes("lemma")
    return (ante == ana) & pairs.nominal


@categorical("", "equal", "ana in ante", "ante in ana", "overlap")
def words_relation(pairs: Pairs) -> np.ndarray:
    """How the sets of content words relate, neither a pronoun."""
    codes = np.zeros(len(pairs), dtype=np.int64)
    table = pairs.table
    rows = np.flatnonzero(pairs.nominal)
    if len(rows):
        relation = table.once(_word_relations)
        ante, ana = pairs.codes("words")
        codes[rows] = relation(ante[rows], ana[rows])
    return codes


@boolean()
def head_in_words(pairs: Pairs) -> np.ndarray:
    """The head of the anaphor is among the words of the antecedent, not as its head, or the reverse."""
    table = pairs.table
    rows = np.flatnonzero(pairs.nominal)
    found = np.zeros(len(pairs), dtype=bool)
    if len(rows):
        ante, ana = pairs.ante[rows], pairs.ana[rows]
        lemma = table["lemma"].codes
        holds = table.once(_head_holds)
        words = table["words"].codes
        found[rows] = (lemma[ante] != lemma[ana]) & (holds(words[ante], lemma[ana]) | holds(words[ana], lemma[ante]))
    return found


@boolean()
def acronym(pairs: Pairs) -> np.ndarray:
    """One is a name in capitals that the initials of the other give."""
    short, long = pairs.table.once(_initials)
    return (short[pairs.ante] == long[pairs.ana]) | (short[pairs.ana] == long[pairs.ante])


def _initials(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions,) the acronym that a mention is, the acronym that its words give; numbers, below 0 for none."""
    words = table.parse.words
    numbers: dict[str, int] = {}
    short, long = [], []
    for start, end, _ in table.triples():
        word = words[start].replace(".", "")
        acronym = end - start == 1 and word.isupper() and len(word) > 1
        short.append(numbers.setdefault(word, len(numbers)) if acronym else -1)
    for start, end, _ in table.triples():
        initials = "".join(word[0] for word in words[start:end] if word[:1].isupper() and word.lower() != "the")
        long.append(numbers.get(initials, -2))
    return np.array(short, dtype=np.int32), np.array(long, dtype=np.int32)


def _word_relations(table: MentionTable) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """(codes of `words`, codes of `words`) -> codes of words_relation; exact, over the pairs that share a word."""
    sets = [name.split() for name in table["words"].names]
    matrix = _incidence(sets, {})
    shared = (matrix @ matrix.T).tocoo()
    sizes = np.array([len(words) for words in sets])
    a, b, n = shared.row, shared.col, shared.data
    in_ante, in_ana = n == sizes[b], n == sizes[a]
    relation = np.where(in_ante & in_ana, 1, np.where(in_ante, 2, np.where(in_ana, 3, 4)))
    keys = a.astype(np.int64) * len(sets) + b
    order = np.argsort(keys)
    keys, relation = keys[order], relation[order]

    def look_up(ante: np.ndarray, ana: np.ndarray) -> np.ndarray:
        wanted = ante.astype(np.int64) * len(sets) + ana
        at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
        return np.where(keys[at] == wanted, relation[at], 0) if len(keys) else np.zeros(len(wanted), dtype=np.int64)

    return look_up


def _head_holds(table: MentionTable) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """(codes of `words`, codes of `lemma`) -> whether that lemma is among those words."""
    lemmas = {name: i for i, name in enumerate(table["lemma"].names)}
    size = max(len(lemmas), 1)
    keys = np.array(
        sorted(
            i * size + lemmas[word]
            for i, name in enumerate(table["words"].names)
            for word in name.split()
            if word in lemmas
        ),
        dtype=np.int64,
    )

    def look_up(words: np.ndarray, lemma: np.ndarray) -> np.ndarray:
        wanted = words.astype(np.int64) * size + lemma
        at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
        return keys[at] == wanted if len(keys) else np.zeros(len(wanted), dtype=bool)

    return look_up


def _incidence(sets: list[list[str]], numbers: dict[str, int]) -> sparse.csr_matrix:
    columns = [numbers.setdefault(word, len(numbers)) for words in sets for word in words]
    rows = np.repeat(np.arange(len(sets)), [len(words) for words in sets])
    return sparse.csr_matrix((np.ones(len(columns), dtype=np.int32), (rows, columns)), shape=(len(sets), len(numbers)))
