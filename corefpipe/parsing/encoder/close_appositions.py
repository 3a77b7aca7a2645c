"""A name directly after a noun phrase, "my friend Ali", is an apposition, not a second subject or object."""

from __future__ import annotations

import numpy as np

from corefpipe.parsing.trees import subtree_edges

_ONCE = ("nsubj", "nsubj:pass", "obj")
"""Relations that a predicate has at most once (Universal Dependencies, guidelines on core arguments)."""


def close_appositions(heads: np.ndarray, relations: np.ndarray, pos: np.ndarray) -> np.ndarray:
    """Find the names with the same head and relation as the noun phrase that ends directly before them.

    Args:
        heads: (n,) position of each word's head; a root is its own.
        relations: (n,) Universal Dependencies relations.
        pos: (n,) universal parts of speech.

    Returns:
        (n,) int64 the noun of which a word is an apposition, -1 for all others.
    """
    found = np.full(len(heads), -1, dtype=np.int64)
    names = np.flatnonzero((pos == "PROPN") & np.isin(relations, _ONCE))
    if not len(names):
        return found
    before = np.asarray(subtree_edges(heads.tolist())[0])[names] - 1
    names, before = names[before >= 0], before[before >= 0]
    alike = (heads[names] == heads[before]) & (relations[names] == relations[before]) & (pos[before] == "NOUN")
    found[names[alike]] = before[alike]
    return found
