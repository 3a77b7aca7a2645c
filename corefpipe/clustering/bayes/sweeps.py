"""Gibbs sweeps over the items of one partition, each step vectorised over clusters: Neal's algorithms 3 and 8.

Neal 2000, *Markov chain sampling methods for Dirichlet process mixture models*. A step costs time in proportion to the
number of clusters, so a sweep to items times clusters.
"""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.bayes.families import ConjugateFamily, Family

UNSEATED = -1
"""Label of an item that is in no cluster yet: a sweep seats it."""
_CHUNK = 256  # items whose auxiliary parameters are drawn at once


def compacted(labels: np.ndarray) -> tuple[np.ndarray, int]:
    """Labels numbered from 0 without gaps, in their order, and their number; unseated items stay so."""
    used, number = np.unique(labels, return_inverse=True)
    low = int(len(used) > 0 and used[0] == UNSEATED)
    return number.ravel() - low, len(used) - low


def totals(labels: np.ndarray, values: np.ndarray, n_clusters: int) -> np.ndarray:
    """(n_clusters, n_columns) sums of the rows of each cluster, without unseated items."""
    found = np.zeros((n_clusters, values.shape[1]))
    order = np.argsort(labels, kind="stable")[np.count_nonzero(labels == UNSEATED) :]
    if len(order):
        used, begins = np.unique(labels[order], return_index=True)
        found[used] = np.add.reduceat(values[order], begins, axis=0)
    return found


def sizes(labels: np.ndarray, n_clusters: int) -> np.ndarray:
    """(n_clusters,) number of items of each cluster."""
    return np.bincount(labels[labels != UNSEATED], minlength=n_clusters)


class Seats:
    """Rows of clusters that come and go: count, log weight, and arrays of numbers per row.

    Attributes:
        count: number of items of each row; 0 for rows that are free.
        weight: log of the count; -inf for rows that are free.
        arrays: arrays of as many rows.
        top: rows from here on have not been used.
    """

    def __init__(self, count: np.ndarray, arrays: list[np.ndarray]):
        room = max(8, len(count) // 2)
        self.top = len(count)
        self.count = [*count.tolist(), *[0] * room]
        self.weight = np.concatenate([np.log(count), np.full(room, -np.inf)])
        self.arrays = [np.concatenate([array, np.zeros((room, array.shape[1]))]) for array in arrays]
        self._free: list[int] = []

    def take(self) -> int:
        """A free row."""
        if self._free:
            return self._free.pop()
        if self.top == len(self.count):
            room = self.top
            self.count += [0] * room
            self.weight = np.concatenate([self.weight, np.full(room, -np.inf)])
            self.arrays = [np.concatenate([array, np.zeros((room, array.shape[1]))]) for array in self.arrays]
        self.top += 1
        return self.top - 1

    def leave(self, row: int) -> bool:
        """An item leaves; whether others stay."""
        self.count[row] -= 1
        if self.count[row]:
            self.weight[row] = np.log(self.count[row])
            return True
        self.weight[row] = -np.inf
        self._free.append(row)
        return False

    def join(self, row: int) -> None:
        """An item joins."""
        self.count[row] += 1
        self.weight[row] = np.log(self.count[row])


def chosen(log_weights: np.ndarray, place: float) -> int:
    """A row drawn in proportion to weights, by a random number from 0 to 1."""
    weights = np.exp(log_weights - log_weights.max())
    ends = weights.cumsum()
    found = int(ends.searchsorted(place * ends[-1], side="right"))
    return found if found < len(ends) else int(weights.argmax())


def collapsed_sweep(
    labels: np.ndarray,
    movable: np.ndarray,
    items: np.ndarray,
    statistics: np.ndarray,
    family: ConjugateFamily,
    alpha: float,
    random: np.random.Generator,
) -> np.ndarray:
    """Neal's algorithm 3: each item chooses its cluster anew, parameters integrated out.

    Args:
        labels: (n,) int, the clusters; `UNSEATED` for items in none.
        movable: (m,) int, the items that choose, in this order; the others stay.
        items: (n, width) the items as the family takes them.
        statistics: (n, n_statistics) of the items.
        family: likelihood and base measure.
        alpha: α of the process.
        random: random numbers.

    Returns:
        (n,) int new labels, from 0 without gaps.
    """
    labels, n_clusters = compacted(labels)
    count = sizes(labels, n_clusters)
    total = totals(labels, statistics, n_clusters)
    nothing = np.zeros((1, statistics.shape[1]))
    prior = family.summary(nothing, np.zeros(1))
    seats = Seats(count, [total, family.summary(total, count) if n_clusters else np.zeros((0, prior.shape[1]))])
    log_alpha = float(np.log(alpha))

    def opened() -> int:
        """The one row that stands for a new cluster."""
        row = seats.take()
        seats.arrays[0][row], seats.arrays[1][row] = 0.0, prior[0]
        seats.weight[row] = log_alpha
        return row

    new = opened()
    for i, place in zip(movable.tolist(), random.random(len(movable)), strict=True):
        own = int(labels[i])
        total, summary = seats.arrays
        before = None
        if own != UNSEATED and seats.leave(own):
            before = total[own].copy(), summary[own].copy()
            total[own] -= statistics[i]
            summary[own] = family.summary(total[own : own + 1], np.array([seats.count[own]]))[0]
        weights = seats.weight[: seats.top] + family.log_predictive(summary[: seats.top], items[i])
        row = chosen(weights, float(place))
        seats.join(row)
        labels[i] = row
        if row == own and before is not None:
            total[row], summary[row] = before
            continue
        total[row] += statistics[i]
        summary[row] = family.summary(total[row : row + 1], np.array([seats.count[row]]))[0]
        if row == new:
            new = opened()
    return compacted(labels)[0]


def auxiliary_sweep(
    labels: np.ndarray,
    parameters: np.ndarray,
    movable: np.ndarray,
    items: np.ndarray,
    family: Family,
    alpha: float,
    auxiliary: int,
    random: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray]:
    """Neal's algorithm 8: each item chooses among the clusters and `auxiliary` new ones with parameters from G0.

    An item that is alone keeps the parameters of its cluster as one of the new ones.

    Args:
        labels: (n,) int, the clusters; `UNSEATED` for items in none.
        parameters: (K, n_parameters) of the clusters, by label.
        movable: (m,) int, the items that choose, in this order; the others stay.
        items: (n, width) the items as the family takes them.
        family: likelihood and base measure.
        alpha: α of the process.
        auxiliary: number of new clusters to choose from.
        random: random numbers.

    Returns:
        (n,) int new labels, from 0 without gaps, and (K, n_parameters) parameters.
    """
    if not len(parameters):
        parameters = np.zeros((0, family.draw_prior(1, items.shape[1], random).shape[1]))
    # The first rows are the auxiliary clusters; they are never free and weigh α/M.
    shift = np.where(labels == UNSEATED, UNSEATED, labels + auxiliary)
    count = np.concatenate([np.ones(auxiliary, dtype=np.int64), sizes(labels, len(parameters))])
    seats = Seats(count, [np.concatenate([np.zeros((auxiliary, parameters.shape[1])), parameters])])
    seats.weight[:auxiliary] = np.log(alpha / auxiliary)
    places = random.random(len(movable))
    for begin in range(0, len(movable), _CHUNK):
        part = movable[begin : begin + _CHUNK].tolist()
        drawn = family.draw_prior(len(part) * auxiliary, items.shape[1], random).reshape(len(part), auxiliary, -1)
        for i, place, fresh in zip(part, places[begin : begin + _CHUNK], drawn, strict=True):
            own = int(shift[i])
            values = seats.arrays[0]
            values[:auxiliary] = fresh
            if own != UNSEATED and not seats.leave(own):
                values[0] = values[own]
            weights = seats.weight[: seats.top] + family.log_likelihood(values[: seats.top], items[i : i + 1])
            row = chosen(weights, float(place))
            if row < auxiliary:
                kept = values[row].copy()
                row = seats.take()
                seats.arrays[0][row] = kept
            seats.join(row)
            shift[i] = row
    used, number = np.unique(shift, return_inverse=True)
    low = int(len(used) > 0 and used[0] == UNSEATED)
    return number.ravel() - low, seats.arrays[0][used[low:]]
