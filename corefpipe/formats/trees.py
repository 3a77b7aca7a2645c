"""Syntactic heads of words in files."""

from __future__ import annotations

from collections.abc import Sequence


def is_forest(heads: Sequence[int]) -> bool:
    """Whether every word has a root above it, a word that is its own head; spaCy does not terminate on cycles."""
    reached = [head == word for word, head in enumerate(heads)]
    for word in range(len(heads)):
        path = []
        while not reached[word]:
            path.append(word)
            word = heads[word]
            if not 0 <= word < len(heads) or len(path) > len(heads):
                return False
        for step in path:
            reached[step] = True
    return True
