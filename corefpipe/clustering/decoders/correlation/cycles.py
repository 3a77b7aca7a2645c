"""Cycle inequalities: a separation routine for the linear program of correlation clustering."""

from __future__ import annotations

import time

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import dijkstra

from corefpipe.clustering.decoders.correlation.program import VIOLATED, Program

HOP = 1e-9
"""Added to the length of each pair, so that among equally short paths the one of the fewest pairs is found."""
MOST = 20_000
"""Most inequalities added at once: those with the highest costs."""
BLOCK = 256
"""Most items whose distances to all others are stored at once."""
WORK = 1_000_000
"""Number of pairs that are looked at, about, between two looks at the clock."""


def add_cycles(program: Program, deadline: float) -> tuple[np.ndarray, int] | None:
    """Add the inequality of the shortest cycle through each negative pair if it is violated (see `Program`).

    Args:
        program: the program with its last solution.
        deadline: in seconds of `time.monotonic`.

    Returns:
        (n_pairs,) co-membership e of the pairs, which meets all triangle inequalities, and equals the solution's once
        no cycle is violated; and the number of inequalities added. None after the deadline; then nothing is added.
    """
    n, pairs = program.pairs.n, program.pairs
    graph = _positive_graph(program)
    mistake = np.zeros(len(pairs))
    mistake[program.pair] = program.x
    by_left = np.argsort(pairs.left, kind="stable")
    block = int(np.clip(WORK // program.n_positive, 1, BLOCK))
    bounds = np.searchsorted(pairs.left[by_left], np.arange(0, n + block, block))
    e = np.empty(len(pairs))
    found = []
    for first, lo, hi in zip(range(0, n, block), bounds[:-1], bounds[1:], strict=True):
        if time.monotonic() > deadline:
            return None
        own = by_left[lo:hi]
        sources = np.arange(first, min(first + block, n))
        distance, before = dijkstra(graph, indices=sources, return_predecessors=True, limit=1.0)
        e[own] = 1 - np.minimum(distance[pairs.left[own] - first, pairs.right[own]], 1)
        violated = own[(pairs.weight[own] < 0) & (e[own] - mistake[own] > VIOLATED)]
        found.append((violated, *_paths(program, violated, before, first)))
    violated, columns, sizes = map(np.concatenate, zip(*found, strict=True))
    own = program.column(pairs.left[violated], pairs.right[violated])
    kept = np.zeros(len(violated), dtype=bool)
    kept[np.argsort((mistake - e)[violated] * program.cost[own], kind="stable")[:MOST]] = True
    ends = np.cumsum(sizes[kept])
    # The negative pair comes after its path.
    program.add(np.insert(columns[np.repeat(kept, sizes)], ends, own[kept]), sizes[kept] + 1, np.ones(len(ends)))
    return e, len(ends)


def _positive_graph(program: Program) -> sparse.csr_matrix:
    """Graph of the positive pairs; the length of a pair is its mistake."""
    n, pairs = program.pairs.n, program.pairs
    positive = program.pair[: program.n_positive]
    ends = np.stack([pairs.left[positive], pairs.right[positive]])
    length = np.maximum(program.x[: program.n_positive], 0) + HOP
    return sparse.csr_matrix((np.tile(length, 2), (ends.ravel(), ends[::-1].ravel())), shape=(n, n))


def _paths(program: Program, violated: np.ndarray, before: np.ndarray, first: int) -> tuple[np.ndarray, np.ndarray]:
    """Variables along the shortest path between the items of each pair, concatenated; and the length of each path.

    Args:
        violated: int, numbers of pairs.
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
