"""WordNet relations of heads, and aligned modifiers (Bengtson & Roth 2008, Table 1)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import boolean
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.published.bengtson_roth.strings import modifiers_of

_HEADS = "Bengtson & Roth 2008, Table 1, semantic"
_RELATIONS = ("match", "substring", "synonym", "hypernym", "antonym", "mismatch")


@boolean(source=_HEADS)
def wordnet_synonyms(pairs: MentionPairs) -> np.ndarray:
    """The heads are synonyms in some sense, or the same noun."""
    return _relation(pairs, pairs.table.wordnet.synonyms)


@boolean(source=_HEADS)
def wordnet_antonyms(pairs: MentionPairs) -> np.ndarray:
    """The heads are antonyms in some sense."""
    return _relation(pairs, pairs.table.wordnet.antonyms)


@boolean(source=_HEADS)
def wordnet_shared_hypernym(pairs: MentionPairs) -> np.ndarray:
    """Some senses of the heads have a common hypernym below the topmost synsets."""
    return _relation(pairs, pairs.table.wordnet.hypernyms)


@boolean(source="Bengtson & Roth 2008, Table 1, aligned modifiers")
def aligned_modifiers(pairs: MentionPairs, relation: str = "match") -> np.ndarray:
    """Two aligned modifiers have this relation: match, substring, synonym, hypernym, antonym, or else mismatch.

    Nouns and adjectives before the heads are aligned if they have a common hypernym, are the same word or are antonyms.
    """
    return (pairs.once("aligned modifiers", lambda: _aligned(pairs)) >> _RELATIONS.index(relation)) & 1 > 0


def _relation(pairs: MentionPairs, holds: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> np.ndarray:
    ids = pairs.table.once(_head_ids)
    ante, ana, inverse = pairs.distinct("wordnet_head")
    found = np.zeros(len(ante), dtype=bool)
    known = np.flatnonzero((ids[ante] >= 0) & (ids[ana] >= 0))
    found[known] = holds(ids[ante[known]], ids[ana[known]])
    return found[inverse]


def _head_ids(table: MentionTable) -> np.ndarray:
    return table.wordnet.ids(table["wordnet_head"].names)


def _aligned(pairs: MentionPairs) -> np.ndarray:
    """(n_pairs,) one bit for each relation that holds between any two modifiers."""
    words, slots, *_ = pairs.table.once(modifiers_of)
    found = np.zeros(len(pairs), dtype=np.uint8)
    # For each pair of slots, the pairs of mentions that fill both, and the pairs of words in them.
    filled = [np.flatnonzero((ante[pairs.ante] >= 0) & (ana[pairs.ana] >= 0)) for ante in slots.T for ana in slots.T]
    keys = [
        slots[pairs.ante[rows], i] * len(words) + slots[pairs.ana[rows], j]
        for rows, (i, j) in zip(filled, np.ndindex(slots.shape[1], slots.shape[1]), strict=True)
    ]
    different, inverse = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *keys]), return_inverse=True)
    ante, ana = np.divmod(different, max(len(words), 1))
    bits = _relations(pairs.table, [words[i] for i in ante.tolist()], [words[i] for i in ana.tolist()])[inverse]
    ends = np.cumsum([len(rows) for rows in filled])
    for rows, end in zip(filled, ends.tolist(), strict=True):
        found[rows] |= bits[end - len(rows) : end]
    return found


def _relations(table: MentionTable, ante: list[tuple[str, str]], ana: list[tuple[str, str]]) -> np.ndarray:
    """(n,) the bit of the relation between two modifiers, 0 if they are not aligned."""
    wordnet = table.wordnet
    a, b = [word for word, _ in ante], [word for word, _ in ana]
    same = np.array([x == y for x, y in zip(a, b, strict=True)], dtype=bool)
    part = np.array([x in y or y in x for x, y in zip(a, b, strict=True)], dtype=bool)
    aligned, synonym, hypernym, antonym = (np.zeros(len(a), dtype=bool) for _ in range(4))
    for pos, name in (("ADJ", "adjective"), ("NOUN", "noun")):
        one, other = (
            np.where([tag == pos for _, tag in side], wordnet.ids([word for word, _ in side], name), -1)  # type: ignore[arg-type]
            for side in (ante, ana)
        )
        known = np.flatnonzero((one >= 0) & (other >= 0))
        one, other = one[known], other[known]
        synonym[known] |= wordnet.synonyms(one, other)
        hypernym[known] |= wordnet.ancestor(one, other)
        antonym[known] |= wordnet.antonyms(one, other, indirect=True)
        aligned[known] |= wordnet.hypernyms(one, other)
    # The head of an adjective cluster has no hypernym.
    aligned |= same | antonym
    chosen = np.select([same, part, synonym, hypernym, antonym], range(5), default=5)
    return np.where(aligned, 1 << chosen, 0).astype(np.uint8)
