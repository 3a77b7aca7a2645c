"""Syntactic heads of words: whether they are trees. spaCy does not terminate on cycles."""

from __future__ import annotations

from collections.abc import Sequence

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
