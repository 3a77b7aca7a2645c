"""Inequalities of cycles: what ties the mistakes of correlation clustering together."""

from __future__ import annotations

import time

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import dijkstra

from corefpipe.clustering.decoders.correlation.program import VIOLATED, Program

HOP = 1e-9
"""Added to the length of each pair, so that of equally short ways that of the fewest pairs is found."""
MOST = 20_000
"""Inequalities added at once: those that are to cost most."""
BLOCK = 256
"""Items from which distances are held at once."""


def add_cycles(program: Program, deadline: float) -> tuple[np.ndarray, int] | None:
    """Add the inequality of the shortest cycle through each negative pair, where it is violated (see `Program`).

    Args:
        program: with its last solution.
        deadline: by `time.monotonic`.

    Returns:
        (n_pairs,) co-membership e of the pairs, which meets all triangle inequalities and is the solution's once no
        cycle is violated; and how many inequalities were added. None after the deadline, when nothing is added.
    """
    n, pairs = program.pairs.n, program.pairs
    graph = _positive_graph(program)
    mistake = np.zeros(len(pairs))
    mistake[program.pair] = program.x
    by_left = np.argsort(pairs.left, kind="stable")
    bounds = np.searchsorted(pairs.left[by_left], np.arange(0, n + BLOCK, BLOCK))
    e = np.empty(len(pairs))
    found = []
    for first, lo, hi in zip(range(0, n, BLOCK), bounds[:-1], bounds[1:], strict=True):
        if time.monotonic() > deadline:
            return None
        own = by_left[lo:hi]
        sources = np.arange(first, min(first + BLOCK, n))
        distance, before = dijkstra(graph, indices=sources, return_predecessors=True, limit=1.0)
        e[own] = 1 - np.minimum(distance[pairs.left[own] - first, pairs.right[own]], 1)
        violated = own[(pairs.weight[own] < 0) & (e[own] - mistake[own] > VIOLATED)]
        found.append((violated, *_ways(program, violated, before, first)))
    violated, columns, sizes = map(np.concatenate, zip(*found, strict=True))
    own = program.column(pairs.left[violated], pairs.right[violated])
    kept = np.zeros(len(violated), dtype=bool)
    kept[np.argsort((mistake - e)[violated] * program.cost[own], kind="stable")[:MOST]] = True
    ends = np.cumsum(sizes[kept])
    # The negative pair goes behind its way.
    program.add(np.insert(columns[np.repeat(kept, sizes)], ends, own[kept]), sizes[kept] + 1, np.ones(len(ends)))
    return e, len(ends)


def _positive_graph(program: Program) -> sparse.csr_matrix:
    """Positive pairs, as long as their mistakes."""
    n, pairs = program.pairs.n, program.pairs
    positive = program.pair[: program.n_positive]
    ends = np.stack([pairs.left[positive], pairs.right[positive]])
    length = np.maximum(program.x[: program.n_positive], 0) + HOP
    return sparse.csr_matrix((np.tile(length, 2), (ends.ravel(), ends[::-1].ravel())), shape=(n, n))


def _ways(program: Program, violated: np.ndarray, before: np.ndarray, first: int) -> tuple[np.ndarray, np.ndarray]:
    """Variables along the shortest way between the items of each pair, one way behind the other; how many each has.

    Args:
        violated: int, pairs.
        before: (n_sources, n) int, predecessors on the shortest ways from each source.
        first: number of the first source.
    """
    start, at = program.pairs.left[violated], program.pairs.right[violated].copy()
    rows, columns = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    walking = np.arange(len(violated))
    while len(walking):
        step = before[start[walking] - first, at[walking]]
        rows.append(walking)
        columns.append(program.column(step, at[walking]))
        at[walking] = step
        walking = walking[step != start[walking]]
    row = np.concatenate(rows)
    return np.concatenate(columns)[np.argsort(row, kind="stable")], np.bincount(row, minlength=len(violated))
