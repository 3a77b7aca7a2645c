"""Figure 3: numbers of clusters of N items, by a Dirichlet process and by resampling."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import brentq

from corefpipe.clustering.bayes import expected_clusters

POINTS = 12
DRAWS = 200
FEWEST_SETS = 5  # that are large enough for a point, where there are several


def best_alpha(sets: Sequence[np.ndarray]) -> float:
    """The precision of highest likelihood: the one under which the number of clusters of all sets is as expected.

    Args:
        sets: the labels of each set.
    """
    there = sum(len(np.unique(labels)) for labels in sets)
    sizes = np.array([len(labels) for labels in sets])

    def missing(log_alpha: float) -> float:
        return float(expected_clusters(np.exp(log_alpha), sizes)[0].sum()) - there

    return float(np.exp(brentq(missing, -15, 15)))


def curves(sets: Sequence[np.ndarray]) -> dict[str, list[float] | float]:
    """The curves of one data set: α; N; expected and drawn numbers of clusters, each with standard deviation.

    With several sets, each draw is from one of those that have N items or more.
    """
    random = np.random.default_rng(0)
    alpha, sizes = best_alpha(sets), np.array([len(labels) for labels in sets])
    most = int(np.sort(sizes)[-min(FEWEST_SETS, len(sizes))])
    found: dict[str, list[float] | float] = {"alpha": round(alpha, 3)}
    points = np.unique(np.linspace(1, most, POINTS + 1).astype(int)[1:]).tolist()
    rows = []
    for n in points:
        large = np.flatnonzero(sizes >= n)
        drawn = []
        for _ in range(DRAWS):
            labels = sets[int(random.choice(large))]
            drawn.append(len(np.unique(random.permutation(labels)[:n])))
        rows.append([n, float(np.mean(drawn)), float(np.std(drawn))])
    n_items, means, spreads = np.array(rows).T
    columns = (n_items, *expected_clusters(alpha, n_items), means, spreads)
    for name, column in zip(("N", "expected", "deviation", "drawn", "of draws"), columns, strict=True):
        found[name] = np.round(column, 3).tolist()
    return found
