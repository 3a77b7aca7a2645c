"""The best one-to-one assignment over the stored cells of a sparse table.

Each connected component of the table is solved separately. Most have one row or one column, whose best cell is the
largest. Small components are solved in plain Python: that takes a millisecond for the chains of a text, while importing
a solver of SciPy takes 0.2 to 0.4 s, as long as all of `corefpipe score` (eval/scorer). Large ones are solved by SciPy,
except sparse ones of very many rows, for which its time would be quadratic.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf

import numpy as np

_LARGE = 2000
"""Number of cells from which on a component is solved by SciPy."""

_MANY, _THIN = 5000, 3
"""Rows above which a table of at most so many cells per row is solved in Python after all: SciPy spends time on all
rows for each. With more cells per row paths are long, and Python takes minutes where SciPy takes a second."""

_DENSE = 4
"""A component is solved as a dense table if that is at most this many times as large."""


def best_assignment(rows: np.ndarray, columns: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Choose cells with the largest sum, at most one in each row and in each column.

    Args:
        rows: row of each cell.
        columns: column of each cell; no cell occurs twice.
        weights: weight of each cell, above 0.

    Returns:
        Whether each cell is chosen.
    """
    chosen = np.zeros(len(rows), dtype=bool)
    if not len(rows):
        return chosen
    component = components(rows, columns)
    order = np.lexsort((-weights, component))
    starts = np.flatnonzero(np.diff(component[order], prepend=-1))
    sizes = np.diff(starts, append=len(rows))
    # In a component of one row or of one column the first cell, the largest, is the best.
    height, width = (_different(lines, component) for lines in (rows, columns))
    star = np.minimum(height, width)[component[order[starts]]] == 1
    chosen[order[starts[star]]] = True
    for start, size in zip(starts[~star].tolist(), sizes[~star].tolist(), strict=True):
        cells = order[start : start + size]
        row, column = (np.unique(lines[cells], return_inverse=True)[1] for lines in (rows, columns))
        solve = _solve_large if size >= _LARGE else _solve_small
        chosen[cells] = solve(row, column, weights[cells])
    return chosen


def components(rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Return the number of each cell's connected component; cells of one row or one column are connected."""
    below = columns + rows.max() + 1
    parent = np.arange(below.max() + 1)  # the rows, then the columns
    while True:
        roots = parent[rows], parent[below]
        apart = roots[0] != roots[1]
        if not apart.any():
            return np.unique(roots[0], return_inverse=True)[1]
        # Each root goes to its smallest neighbour: in two rounds, at most half of the trees are left.
        np.minimum.at(parent, np.maximum(*roots)[apart], np.minimum(*roots)[apart])
        while not np.array_equal(parent, grand := parent[parent]):
            parent = grand


def _different(lines: np.ndarray, component: np.ndarray) -> np.ndarray:
    """Return the number of different rows, or columns, in each component."""
    _, first = np.unique(lines, return_index=True)
    return np.bincount(component[first], minlength=component.max() + 1)


def _solve_large(rows: np.ndarray, columns: np.ndarray, weights: np.ndarray) -> np.ndarray:
    from scipy.optimize import linear_sum_assignment
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching, min_weight_full_bipartite_matching

    height, width = int(rows.max()) + 1, int(columns.max()) + 1
    if height * width <= _DENSE * len(rows):
        dense = np.zeros((height, width))
        dense[rows, columns] = weights
        chosen = np.zeros((height, width), dtype=bool)
        chosen[linear_sum_assignment(dense, maximize=True)] = True
        return chosen[rows, columns]
    if weights.min() == weights.max():
        links = csr_array((np.ones(len(rows)), (rows.astype(np.int32), columns.astype(np.int32))), (height, width))
        return maximum_bipartite_matching(links, perm_type="column")[rows] == columns
    if height > _MANY and len(rows) <= _THIN * height:
        return _solve_small(rows, columns, weights)
    # A column of its own for each row, so that it may stay alone; 1 more everywhere, as zeros would be dropped.
    own = np.arange(height, dtype=np.int32)
    places = np.concatenate([rows, own]), np.concatenate([columns, width + own])
    values = np.concatenate([weights + 1, np.ones(height)])
    table = csr_array((values, tuple(side.astype(np.int32) for side in places)), shape=(height, width + height))
    _, partner = min_weight_full_bipartite_matching(table, maximize=True)
    return partner[rows] == columns


def _solve_small(rows: np.ndarray, columns: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Shortest augmenting paths (Edmonds & Karp 1972) with a heap: O(rows x cells x log cells) at worst.

    Each column has a price, and each row gains its weight minus the price, or nothing if it stays unassigned. Rows are
    added one by one. For each, the path of least loss is searched to a free column, or to a row that is better left
    unassigned; along it the assignments are shifted, and prices are raised so that each row has its best column at
    these prices.
    """
    cells: list[list[tuple[int, float]]] = [[] for _ in range(int(rows.max(initial=-1)) + 1)]
    for row, column, weight in zip(rows.tolist(), columns.tolist(), weights.tolist(), strict=True):
        cells[row].append((column, weight))
    width = int(columns.max(initial=-1)) + 1
    price, owner = [0.0] * width, [-1] * width
    gain, held = [0.0] * len(cells), [-1] * len(cells)
    for newcomer, offers in enumerate(cells):
        gain[newcomer] = max([0.0, *(weight - price[column] for column, weight in offers)])
        losses: dict[int, float] = {}
        claimant: dict[int, int] = {}
        settled: dict[int, float] = {}
        queue: list[tuple[float, int]] = []
        row, loss, end, least, leaving = newcomer, 0.0, -1, inf, -1
        while True:
            if loss + gain[row] < least:
                least, leaving = loss + gain[row], row
            for column, weight in cells[row]:
                further = loss + gain[row] + price[column] - weight
                if column not in settled and further < losses.get(column, inf):
                    losses[column] = further
                    claimant[column] = row
                    heappush(queue, (further, column))
            while queue and queue[0][1] in settled:
                heappop(queue)
            if not queue or queue[0][0] >= least:
                end = held[leaving]
                held[leaving] = -1
                break
            loss, column = heappop(queue)
            if owner[column] < 0:
                least, end = loss, column
                break
            settled[column] = loss
            row = owner[column]
        gain[newcomer] -= least
        for column, loss in settled.items():
            price[column] += least - loss
            gain[owner[column]] -= least - loss
        while end >= 0:
            row = claimant[end]
            owner[end] = row
            held[row], end = end, held[row]
    return np.array(held, dtype=np.int64)[rows] == columns
