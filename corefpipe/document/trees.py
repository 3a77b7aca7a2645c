"""Syntactic heads of words: whether they are trees, on which spaCy relies, and the sentences that they allow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.document.model import Document
from corefpipe.exceptions import AnnotationError


def first_in_cycle(heads: Sequence[int]) -> int | None:
    """The first word of the first cycle that the heads of words lead to; None if each word has a root above it.

    Args:
        heads: index of the head of each word; a root is its own head.
    """
    rooted = [head == word for word, head in enumerate(heads)]
    for first in range(len(heads)):
        path: dict[int, None] = {}
        word = first
        while not rooted[word]:
            if word in path:
                found = list(path)
                return min(found[found.index(word) :])
            path[word] = None
            word = heads[word]
        for step in path:
            rooted[step] = True
    return None


def check_heads(document: Document) -> None:
    """Check that the heads of a document, if it has any, are words of it, and lead to roots.

    Raises:
        AnnotationError: they are not, or do not.
    """
    heads = document.heads
    if heads is None:
        return
    wrong = next((word for word, head in enumerate(heads) if not 0 <= head < len(heads)), None)
    if wrong is not None:
        what = f"the head of word {wrong} ({document.words[wrong]!r}) is {heads[wrong]}, which is not a word"
        raise AnnotationError(what, cure="Heads are indices of words; a root is its own head", document=str(document))
    cyclic = first_in_cycle(heads)
    if cyclic is not None:
        raise AnnotationError(
            f"the heads have a cycle at word {cyclic} ({document.words[cyclic]!r})",
            cure="Correct them, so that each word leads to a root, which is its own head",
            document=str(document),
        )


def starts_around(heads: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Sentence starts such that no head is in another sentence than its word.

    These are the given starts if that holds for them. Otherwise sentences are the smallest runs of words without gaps
    that contain each tree they touch.

    Args:
        heads: (n,) index of the head of each word; a root is its own head.
        starts: (n,) bool, whether a sentence is said to start at each word.

    Returns:
        (n,) bool; a sentence starts at the first word.
    """
    size = len(heads)
    starts = starts.copy()
    starts[:1] = True
    sentence = np.cumsum(starts)
    if (sentence[heads] == sentence).all():
        return starts
    root = heads
    for _ in range(size.bit_length()):  # each round doubles the distance to the ancestor
        root = root[root]
    words = np.arange(size)
    first, last = np.full(size, size), np.full(size, -1)
    np.minimum.at(first, root, words)
    np.maximum.at(last, root, words)
    has_tree = last >= 0
    # At each word the number of trees that began before it and go on.
    inside = np.zeros(size + 1, dtype=np.int64)
    np.add.at(inside, first[has_tree] + 1, 1)
    np.add.at(inside, last[has_tree] + 1, -1)
    return np.cumsum(inside[:size]) == 0
