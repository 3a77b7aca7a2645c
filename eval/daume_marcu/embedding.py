"""Vectors of items whose differences are known, for models that need vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from items import Items
from scipy.spatial.distance import squareform

from corefpipe.clustering.partitioners.embedding import embedded

DIMENSIONS = 10  # of each feature


def vectors_of(
    train: Sequence[Items], test: Sequence[Items], dimensions: int = DIMENSIONS
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """The vectors of the items of each set; made from their differences where there are none.

    Each feature becomes several dimensions by classical scaling of the squares of its differences. These are turned at
    random, so that none is special, and no dimension is constant in small sets. The dimensions of a feature have the
    variance 1 on average over the items of training.

    Args:
        train: the sets to learn from.
        test: the sets to cluster.
        dimensions: of each feature.

    Returns:
        For each set of train, and of test, (n_items, n_features · dimensions) float64.
    """
    sets = [*train, *test]
    given = [one.vectors for one in sets if one.vectors is not None]
    if len(given) == len(sets):
        return given[: len(train)], given[len(train) :]
    random = np.random.default_rng(0)
    parts = [[placed(feature, dimensions, random) for feature in one.differences.T] for one in sets]
    found: list[list[np.ndarray]] = [[] for _ in sets]
    for number in range(len(parts[0])):
        every = np.concatenate([of_set[number] for of_set in parts[: len(train)]])
        scale = max(float(np.sqrt(np.square(every).mean())), 1e-9)
        for vectors, of_set in zip(found, parts, strict=True):
            vectors.append(of_set[number] / scale)
    together = [np.hstack(vectors) for vectors in found]
    return together[: len(train)], together[len(train) :]


def placed(differences: np.ndarray, dimensions: int, random: np.random.Generator) -> np.ndarray:
    """(n_items, dimensions) vectors of mean 0 with these differences of pairs, as nearly as possible."""
    best = embedded(squareform(differences**2))[:, ::-1][:, :dimensions]  # axes of ascending variance
    padded = np.hstack([best, np.zeros((len(best), dimensions - best.shape[1]))])
    turn = np.linalg.qr(random.normal(size=(dimensions, dimensions)))[0]
    found: np.ndarray = padded @ turn
    return found
