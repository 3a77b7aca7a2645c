"""The best tree over scores of arcs (Chu & Liu 1965, Edmonds 1967), with one root."""

from __future__ import annotations

import numpy as np

_MOST_ROOTS = 10  # in text other than natural language hundreds may have equal scores
_LONG = 150  # words of a sentence above which exact search takes too long


def best_tree(scores: np.ndarray) -> np.ndarray:
    """The heads of the maximum spanning tree with one child of the root.

    For a sentence of more than `_LONG` words the tree is approximate: cycles of the best heads are broken one by one.

    Args:
        scores: (n + 1, n + 1) score of each head (column) for each word (row); row and column 0 are the root's.

    Returns:
        (n,) head of each word, 0 for the root.
    """
    n = len(scores) - 1
    if n == 0:
        return np.zeros(0, dtype=np.int64)
    scores = scores.astype(np.float64)
    np.fill_diagonal(scores, -np.inf)
    heads = scores[1:].argmax(axis=1)
    if (heads == 0).sum() == 1 and not _cycle(np.append(0, heads)).any():
        return heads
    return _best_of_roots(scores[1:, 0], scores[1:, 1:])


def _best_of_roots(of_root: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """The same for (n,) scores of each word as the root, and (n, n) scores of each word as a head of each word.

    Trees are built for the roots with the highest bounds, until no other root can be better, or after `_MOST_ROOTS`.
    """
    others = scores.max(axis=1)
    bound = of_root + (others.sum() - others if len(others) > 1 else 0.0)
    roots = np.argsort(-bound)[: _MOST_ROOTS if len(scores) <= _LONG else 1].tolist()
    build = _edmonds if len(scores) <= _LONG else _broken
    best, found = -np.inf, np.zeros(len(scores), dtype=np.int64)
    for root in roots:
        if bound[root] <= best:
            break
        order = np.append(root, np.delete(np.arange(len(scores)), root))
        heads = order[build(scores[np.ix_(order, order)])[1:]]
        total = of_root[root] + scores[order[1:], heads].sum()
        if total > best:
            best = total
            found[order[1:]], found[root] = heads + 1, 0
    return found


def _broken(scores: np.ndarray) -> np.ndarray:
    """A tree of the best heads, in which each cycle is broken at the lowest cost."""
    heads = scores.argmax(axis=1)
    heads[0] = 0
    while (inside := _cycle(heads)).any():
        members = np.flatnonzero(inside)
        # Descendants of the cycle as heads would only make a longer cycle.
        below, size = inside.copy(), 0
        while size != (size := int(below.sum())):
            below |= below[heads]
            below[0] = False
        outside = np.flatnonzero(~below)
        cost = scores[members, heads[members]][:, None] - scores[np.ix_(members, outside)]
        row, column = np.unravel_index(cost.argmin(), cost.shape)
        heads[members[row]] = outside[column]
    return heads


def _cycle(heads: np.ndarray) -> np.ndarray:
    """(n + 1,) bool: the nodes of one cycle, all False if there is none."""
    state = np.zeros(len(heads), dtype=np.int64)
    state[0] = -1
    found = np.zeros(len(heads), dtype=bool)
    for start in range(1, len(heads)):
        node = start
        while state[node] == 0:
            state[node] = start
            node = heads[node]
        if state[node] == start:
            while not found[node]:
                found[node] = True
                node = heads[node]
            return found
    return found


def _edmonds(scores: np.ndarray) -> np.ndarray:
    heads = scores.argmax(axis=1)
    heads[0] = 0
    inside = _cycle(heads)
    if not inside.any():
        return heads
    members, others = np.flatnonzero(inside), np.flatnonzero(~inside)
    own = scores[members, heads[members]]
    # The cycle becomes one node, the last of the smaller graph.
    small = np.full((len(others) + 1, len(others) + 1), -np.inf)
    small[:-1, :-1] = scores[np.ix_(others, others)]
    leaving = scores[np.ix_(others, members)]
    small[:-1, -1] = leaving.max(axis=1)
    entering = scores[np.ix_(members, others)] - own[:, None]
    small[-1, :-1] = entering.max(axis=0) + own.sum()
    found = _edmonds(small)
    result = heads.copy()
    for i, head in enumerate(found[:-1].tolist()):
        if i:
            result[others[i]] = members[leaving[i].argmax()] if head == len(others) else others[head]
    entry = found[-1]
    broken = members[entering[:, entry].argmax()]
    result[broken] = others[entry]
    return result
