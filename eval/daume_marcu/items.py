"""Sets of items to cluster, by the differences of their pairs, and what all data sets need to make them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from corefpipe.clustering import ItemSets
from corefpipe.clustering.comparing import Comparison

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Items:
    """One set of items.

    Attributes:
        differences: (n_pairs, n_features) float64, 0 or more, of the pairs (0, 1), (0, 2) … (1, 2) …
        labels: (n_items,) int, the true clusters.
        matched: (n_items,) int, the clusters of the baseline that compares names, if there is one.
        vectors: (n_items, n_features), if the items are vectors; the differences are theirs.
    """

    differences: np.ndarray
    labels: np.ndarray
    matched: np.ndarray | None = None
    vectors: np.ndarray | None = None

    @property
    def n_clusters(self) -> int:
        """The true number of clusters, which an oracle knows."""
        return len(np.unique(self.labels))

    @property
    def same(self) -> np.ndarray:
        """(n_pairs,) bool, whether a pair is of one cluster."""
        left, right = np.triu_indices(len(self.labels), 1)
        found: np.ndarray = self.labels[left] == self.labels[right]
        return found

    def only(self, rows: np.ndarray) -> Items:
        """Some of the items, by ascending number."""
        n = len(self.labels)
        left, right = rows[np.array(np.triu_indices(len(rows), 1))]
        pair = left * (2 * n - left - 1) // 2 + right - left - 1
        matched, vectors = (None if one is None else one[rows] for one in (self.matched, self.vectors))
        return Items(self.differences[pair], self.labels[rows], matched, vectors)


@dataclass(frozen=True)
class Task:
    """Sets to learn from and sets to cluster; `matching` names the baseline behind `Items.matched`."""

    train: Sequence[Items]
    test: Sequence[Items]
    matching: str = ""
    sizes: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        found = {}
        for part, sets in (("train", self.train), ("test", self.test)):
            found |= {
                f"{part} sets": len(sets),
                f"{part} items": sum(len(one.labels) for one in sets),
                f"{part} clusters": sum(one.n_clusters for one in sets),
            }
        object.__setattr__(self, "sizes", found)


def of_vectors(parts: Sequence[tuple[np.ndarray, np.ndarray]]) -> list[Items]:
    """Sets of vectors with their labels; each dimension gets mean 0 and variance 1 over all sets together."""
    every = np.concatenate([vectors for vectors, _ in parts])
    varies = every.std(axis=0) > 0
    found = []
    for vectors, labels in parts:
        scaled = (vectors[:, varies] - every[:, varies].mean(axis=0)) / every[:, varies].std(axis=0)
        left, right = np.triu_indices(len(scaled), 1)
        found.append(Items(np.abs(scaled[left] - scaled[right]), labels, vectors=scaled))
    return found


def of_records(
    parts: Sequence[tuple[Sequence[Record], np.ndarray, np.ndarray | None]], fields: Mapping[str, Sequence[str]]
) -> list[Items]:
    """Sets of records with their labels and the clusters of the baseline that compares names.

    A feature is 1 - the similarity of a field by one comparator, divided by the root of its mean square over the pairs
    of all sets. Where a value is missing it is the mean of the other pairs.

    Args:
        parts: records, labels and matches of each set.
        fields: field -> names of comparators.
    """
    items, comparison = ItemSets.records([records for records, _, _ in parts]), Comparison(fields)
    rows = [np.array(np.triu_indices(size, 1)) + first for size, first in zip(items.sizes, items.sets, strict=False)]
    left, right = np.concatenate(rows, axis=1)
    columns = dict(zip(comparison.names, comparison.compare(items, left, right).toarray().T, strict=True))
    found = []
    for name, names in fields.items():
        known = columns[f"{name}: one missing"] + columns[f"{name}: both missing"] == 0
        for comparator in names:
            difference = 1 - columns[f"{name}: {comparator}"].astype(np.float64)
            difference[~known] = difference[known].mean() if known.any() else 0
            found.append(difference / max(np.sqrt((difference**2).mean()), 1e-9))
    ends = np.cumsum([one.shape[1] for one in rows])[:-1]
    split = np.split(np.stack(found, axis=1), ends)
    return [Items(one, labels, matched) for one, (_, labels, matched) in zip(split, parts, strict=True)]


def numbered(values: Sequence[Any]) -> np.ndarray:
    """(n,) int, equal values get the same number."""
    found: np.ndarray = np.unique(np.array([str(value) for value in values]), return_inverse=True)[1]
    return found
