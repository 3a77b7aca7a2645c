"""Children and subtrees of words in dependency trees given by an array of heads, in linear time and memory."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from corefpipe.exceptions import AnnotationError
from corefpipe.utils.values import shared


def children_of(heads: list[int]) -> list[tuple[int, ...]]:
    """The children of each word, ascending; a root is its own head, but not its own child."""
    head = np.array(heads, dtype=np.int64)
    below = np.flatnonzero(head != np.arange(len(head)))
    below = below[np.argsort(head[below], kind="stable")]
    bounds = np.append(0, np.cumsum(np.bincount(head[below], minlength=len(head)))).tolist()
    children = below.tolist()
    return [tuple(children[first:last]) for first, last in pairwise(bounds)]


def subtree_edges(heads: list[int]) -> tuple[list[int], list[int]]:
    """First and last word of the subtree of each word.

    Raises:
        AnnotationError: the heads have a cycle.
    """
    head, left, right = np.array(heads, dtype=np.int64), np.arange(len(heads)), np.arange(len(heads))
    for words in reversed(_levels(head)):
        np.minimum.at(left, head[words], left[words])
        np.maximum.at(right, head[words], right[words])
    objects = list(range(len(heads)))
    return shared(left, objects), shared(right, objects)


def in_cycles(heads: list[int]) -> np.ndarray:
    """The words whose chain of heads does not end at a root; none in a tree."""
    return _ancestors(np.array(heads, dtype=np.int64))[1]


def _ancestors(heads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The depth of each word, 0 for roots, and the words whose chain of heads does not end at a root."""
    ancestor, depth = heads, (heads != np.arange(len(heads))).astype(np.int64)
    for _ in range(len(heads).bit_length()):  # each round doubles the distance to the ancestor
        if (heads[ancestor] == ancestor).all():
            break
        ancestor, depth = ancestor[ancestor], depth + depth[ancestor]
    return depth, np.flatnonzero(heads[ancestor] != ancestor)


def _levels(heads: np.ndarray) -> list[np.ndarray]:
    """The words below the roots, one array per depth."""
    depth, cyclic = _ancestors(heads)
    if len(cyclic):
        raise AnnotationError(
            f"the heads of the parse have a cycle at word {cyclic[0] + 1}",
            cure="Following the heads from any word must lead to a root, which is its own head",
        )
    bounds = np.cumsum(np.bincount(depth))
    return np.split(np.argsort(depth, kind="stable"), bounds[:-1])[1:]
