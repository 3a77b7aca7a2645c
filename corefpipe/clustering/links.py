"""Links: the candidate left-links of item sets, as index arrays and one feature matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse


@dataclass(slots=True, frozen=True)
class Links:
    """Candidate left-links of one or more item sets.

    Items are numbered from 0 within their set, in their natural order. The candidates of an item stand together; the
    first of them is the dummy, which starts a cluster, and the others follow in ascending order.

    Attributes:
        sets: (n_sets + 1,) int64, where the items of each set begin in `indptr`.
        indptr: (n_items + 1,) int64, where the candidates of each item begin.
        antecedent: (n_links,) int32, number of the antecedent in its set, -1 for the dummy.
        features: (n_links, n_features) CSR matrix, one row a link.
    """

    sets: np.ndarray
    indptr: np.ndarray
    antecedent: np.ndarray
    features: sparse.csr_matrix

    @property
    def n_sets(self) -> int:
        """Number of item sets."""
        return len(self.sets) - 1

    @property
    def n_items(self) -> int:
        """Number of items in all sets."""
        return len(self.indptr) - 1

    def __len__(self) -> int:
        return len(self.antecedent)

    def item(self) -> np.ndarray:
        """(n_links,) number within its set of the item that each link leaves."""
        number = np.arange(self.n_items) - np.repeat(self.sets[:-1], np.diff(self.sets))
        return np.repeat(number, np.diff(self.indptr)).astype(np.int32)

    def each(self) -> Iterator[Links]:
        """The sets one by one, as Links of one set."""
        for first, last in zip(self.sets[:-1], self.sets[1:], strict=True):
            lo, hi = self.indptr[first], self.indptr[last]
            yield Links(
                np.array([0, last - first]),
                self.indptr[first : last + 1] - lo,
                self.antecedent[lo:hi],
                self.features[lo:hi],
            )

    def coreferent(self, labels: Sequence[np.ndarray]) -> np.ndarray:
        """C(i, j) of each link under a clustering of every set.

        The dummy is right for an item none of whose candidates corefers with it.

        Args:
            labels: one int array a set, one label an item.

        Returns:
            (n_links,) bool; at least one True an item.
        """
        sizes = np.diff(self.sets)
        if len(labels) != self.n_sets or any(len(x) != n for x, n in zip(labels, sizes, strict=True)):
            raise ValueError(f"labels for {[len(x) for x in labels]} items, links of {sizes.tolist()} items")
        flat = np.concatenate([np.asarray(x) for x in labels]) if len(labels) else np.zeros(0, dtype=int)
        counts = np.diff(self.indptr)
        offset = np.repeat(np.repeat(self.sets[:-1], sizes), counts)
        own = np.repeat(flat, counts)
        same = own == flat[np.where(self.antecedent < 0, 0, self.antecedent + offset)]
        dummies = self.indptr[:-1]
        same[dummies] = False
        if len(same):
            same[dummies] = ~np.logical_or.reduceat(same, dummies)
        return same

    @classmethod
    def stack(cls, parts: Sequence[Links], n_features: int | None = None) -> Links:
        """The sets of several Links, in order, as one."""
        n_features = n_features or max((p.features.shape[1] for p in parts), default=0)
        if not parts:
            return cls.empty(n_features)
        items = np.cumsum([0] + [p.n_items for p in parts])
        links = np.cumsum([0] + [len(p) for p in parts])
        nnz = np.cumsum([0] + [p.features.nnz for p in parts])
        rows = np.concatenate([[0], *(p.features.indptr[1:] + n for p, n in zip(parts, nnz, strict=False))])
        matrix = sparse.csr_matrix(
            (
                np.concatenate([p.features.data for p in parts]),
                np.concatenate([p.features.indices for p in parts]),
                rows.astype(np.int64 if nnz[-1] > np.iinfo(np.int32).max else np.int32),
            ),
            shape=(links[-1], n_features),
            copy=False,
        )
        return cls(
            np.concatenate([[0], *(p.sets[1:] + n for p, n in zip(parts, items, strict=False))]),
            np.concatenate([[0], *(p.indptr[1:] + n for p, n in zip(parts, links, strict=False))]),
            np.concatenate([p.antecedent for p in parts]),
            matrix,
        )

    @classmethod
    def empty(cls, n_features: int) -> Links:
        """No sets, no items, no links."""
        zero = np.zeros(1, dtype=np.int64)
        return cls(zero, zero, np.zeros(0, dtype=np.int32), sparse.csr_matrix((0, n_features), dtype=np.float32))
