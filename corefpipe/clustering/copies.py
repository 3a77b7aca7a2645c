"""Rows that are the same to compare: a few of each are clustered, and the others follow these."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_MOST = 3  # copies that are compared; two tell whether the model joins them


@dataclass(slots=True, frozen=True, eq=False)
class Copies:
    """Which rows are compared, and which follow them.

    Blocking gives each row of a large table a limited number of others, and what is in very many rows tells it nothing:
    of thousands of equal rows it would compare none, or each with a few of the others only.

    Attributes:
        content: (n_rows,) int, the same for rows that are the same to compare.
        kept: (n_kept,) int, the rows that are compared, ascending.
        source: (n_rows,) int, for each row a position in `kept`: its own, or that of the copy that it follows.
    """

    content: np.ndarray
    kept: np.ndarray
    source: np.ndarray

    @classmethod
    def of(cls, content: np.ndarray, always: np.ndarray) -> Copies:
        """Keep the first rows of each content.

        Args:
            content: (n_rows,) int, the same for rows that are the same to compare.
            always: (n,) int, rows that are kept whatever their number.
        """
        order = np.argsort(content, kind="stable")
        starts = np.flatnonzero(np.diff(content[order], prepend=-1))
        sizes = np.diff(starts, append=len(content))
        among = np.arange(len(content)) - np.repeat(starts, sizes)
        chosen = np.zeros(len(content), dtype=bool)
        chosen[order[among < _MOST]] = True
        chosen[always] = True
        kept = np.flatnonzero(chosen)
        leader = np.empty(len(content), dtype=np.int64)
        leader[order] = np.repeat(order[starts + np.minimum(sizes, _MOST) - 1], sizes)
        leader[kept] = kept
        return cls(content, kept, np.searchsorted(kept, leader))

    def spread(self, labels: np.ndarray, join: bool = False) -> np.ndarray:
        """The clusters of all rows from those of the rows that were compared.

        A row joins the cluster of the copy that it follows if a second copy is there; otherwise the model keeps copies
        apart, and the row is alone.

        Args:
            labels: (n_kept,) int.
            join: join it in any case, so that there are no new clusters.

        Returns:
            (n_rows,) int.
        """
        found = labels[self.source]
        if not join:
            cells = np.stack([self.content[self.kept], labels], axis=1)
            _, cell, counts = np.unique(cells, axis=0, return_inverse=True, return_counts=True)
            follows = np.ones(len(found), dtype=bool)
            follows[self.kept] = False
            alone = np.flatnonzero(follows & (counts[cell.ravel()] == 1)[self.source])
            found[alone] = labels.max() + 1 + np.arange(len(alone))
        return found
