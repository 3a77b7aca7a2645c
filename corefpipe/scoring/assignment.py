"""The best one-to-one assignment over the stored cells of a sparse table.

In plain Python: on the chains of a document it takes about as long as SciPy's solvers, a millisecond or less, and
importing those takes 0.2 s (eval/scoring_speed).
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf

import numpy as np


def best_assignment(rows: np.ndarray, columns: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Chooses cells of the largest sum, one at most in each row and in each column.

    By shortest augmenting paths (Edmonds & Karp 1972, section 2), with a heap: O(rows x cells x log cells) at worst.
    Each column has a price, and each row gains its weight less the price, or nothing if it stays alone. Rows come in
    one by one. For each, the way of least loss is searched to a free column, or to a row that had better stay alone;
    along it the rows change places, and prices rise so that each row has the best there is at these prices.

    Args:
        rows: row of each cell.
        columns: column of each cell; no cell stands twice.
        weights: weight of each cell, above 0.

    Returns:
        Whether each cell is chosen.
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
