"""Semantic features of Ng & Cardie 2002 (Table 3): semantic classes and WordNet relations of the heads."""

from __future__ import annotations

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, boolean, categorical
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.published.ng_cardie.heuristics import cardie_animacy
from corefpipe.features.published.ng_cardie.syntax import cardie_syntax
from corefpipe.features.published.soon.names import soon_names
from corefpipe.features.published.soon.semantic import soon_semantic_class

_SOURCE = "Ng & Cardie 2002, Table 3, semantic"
_DISTANCES = (1, 2, 3, 4, 6, 8)
_SENSES = (1, 2, 3, 5, 9)


@attribute(source=_SOURCE)
def wordnet_noun(table: MentionTable) -> list[str]:
    """The word to look up in WordNet: the lemma of a noun, the whole name of a place."""
    places = table.lexicon.places
    found = []
    for kind, lemma, name in zip(table.values("kind"), table.values("lemma"), table.once(soon_names), strict=True):
        whole = " ".join(name.words)
        found.append(lemma if kind == "nominal" else whole if kind == "name" and whole in places else "")
    return found


@categorical("NA", "C", "I", silent="NA", source="Ng & Cardie 2002, Table 1")
def cardie_wnclass(pairs: MentionPairs) -> np.ndarray:
    """WNCLASS: the same semantic class as in Soon et al., or one is the parent of the other."""
    return soon_semantic_class(pairs)


@boolean(source=_SOURCE)
def cardie_closest_comp(pairs: MentionPairs) -> np.ndarray:
    """CLOSEST_COMP: the closest candidate of the same semantic class that violates no linguistic constraint.

    The constraints are SYNTAX, ANIMACY, and agreement in number and gender.
    """
    fits = (pairs.agreement("semantic_class") == 1) & ~cardie_syntax(pairs) & ~cardie_animacy(pairs)
    fits &= (pairs.agreement("number") != 2) & (pairs.agreement("soon_gender") != 2)
    return fits & (pairs.count_between(fits) == 0)


@boolean(source=_SOURCE)
def cardie_subclass(pairs: MentionPairs) -> np.ndarray:
    """SUBCLASS: the heads differ, and a sense of one is a hypernym of a sense of the other."""
    return np.isfinite(_senses(pairs))


@categorical("infinity", *(f"≤{n}" for n in _DISTANCES), f">{_DISTANCES[-1]}", silent="infinity", source=_SOURCE)
def cardie_wndist(pairs: MentionPairs) -> np.ndarray:
    """WNDIST: number of WordNet links between the first senses of different heads, one a hypernym of the other."""
    rows, ante, ana = _different_nouns(pairs)
    links = np.full(len(pairs), np.inf)
    links[rows] = pairs.table.wordnet.distance(ante, ana)
    links[links == 0] = np.inf  # synonyms
    return _binned(links, _DISTANCES)


@categorical("infinity", *(f"≤{n}" for n in _SENSES), f">{_SENSES[-1]}", silent="infinity", source=_SOURCE)
def cardie_wnsense(pairs: MentionPairs) -> np.ndarray:
    """WNSENSE: number of senses of both to read until one is a hypernym of the other."""
    return _binned(_senses(pairs), _SENSES)


def _binned(numbers: np.ndarray, edges: tuple[int, ...]) -> np.ndarray:
    return np.where(np.isfinite(numbers), 1 + np.searchsorted(edges, numbers), 0)


def _senses(pairs: MentionPairs) -> np.ndarray:
    """(n_pairs,) number of the sense, inf if neither head is a hypernym of the other."""

    def make() -> np.ndarray:
        rows, ante, ana = _different_nouns(pairs)
        wordnet = pairs.table.wordnet
        found = np.full(len(pairs), np.inf)
        related = np.flatnonzero(wordnet.ancestor(ante, ana))
        found[rows[related]] = wordnet.sense(ante[related], ana[related])
        return found

    return pairs.once("wordnet senses", make)


def _different_nouns(pairs: MentionPairs) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs of different nouns that are in WordNet, the ids of the antecedents' nouns, and of the anaphors'."""
    ids = pairs.table.once(_ids)
    ante, ana = ids[pairs.ante], ids[pairs.ana]
    rows = np.flatnonzero((ante >= 0) & (ana >= 0) & (ante != ana))
    return rows, ante[rows], ana[rows]


def _ids(table: MentionTable) -> np.ndarray:
    """(n_mentions,) ids of the nouns, -1 for none."""
    column = table["wordnet_noun"]
    return table.wordnet.ids(column.names)[column.codes]
