"""Scored blocks: the links of some consecutive items with their scores, so that not all of a set exist at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from corefpipe.clustering.grouping import with_dummies
from corefpipe.clustering.links import Links

BLOCK = 4096
"""Number of items of a block."""


@dataclass(slots=True, frozen=True)
class ScoredBlock:
    """The scored links of consecutive items of one set.

    Attributes:
        first: number of the first of these items.
        n_items: number of items of the whole set.
        indptr: (n + 1,) int64, where the links of each of these n items begin.
        antecedent: (n_links,) int32, number of the antecedent in the set; -1 for the dummy, to which the first link of
            an item leads.
        scores: (n_links,) float64 w_ij, finite; not to be changed.
    """

    first: int
    n_items: int
    indptr: np.ndarray
    antecedent: np.ndarray
    scores: np.ndarray

    @classmethod
    def without_links(cls, n: int, n_items: int) -> Iterator[ScoredBlock]:
        """The first items of a set, each with a link to the dummy alone; nothing for none."""
        if n:
            yield cls(0, n_items, np.arange(n + 1), np.full(n, -1, dtype=np.int32), np.zeros(n))

    def __len__(self) -> int:
        return len(self.indptr) - 1

    @property
    def items(self) -> slice:
        """These items in an array with one value per item of the set."""
        return slice(self.first, self.first + len(self))

    @property
    def dummies(self) -> np.ndarray:
        """(n,) int64, the link of each item to the dummy."""
        return self.indptr[:-1]

    def slices(self) -> pairwise[tuple[int, int]]:
        """(begin, end) of the links of each item; end is exclusive."""
        return pairwise(self.indptr.tolist())

    def item(self) -> np.ndarray:
        """(n_links,) int64, the item that each link leaves."""
        return np.repeat(np.arange(self.first, self.first + len(self)), np.diff(self.indptr))

    def only(self, kept: np.ndarray) -> ScoredBlock:
        """Some of the links, by (n_links,) bool; those to the dummy must be among them."""
        indptr = np.append(0, np.cumsum(kept))[self.indptr]
        return replace(self, indptr=indptr, antecedent=self.antecedent[kept], scores=self.scores[kept])

    def correct(self, labels: np.ndarray) -> np.ndarray:
        """(n_links,) bool, whether each link is correct under the labels of these items and all before them.

        As in `Links.coreferent`, that to the dummy is if the item is in one cluster with none of its candidates.
        """
        same = np.repeat(labels[self.items], np.diff(self.indptr)) == labels[self.antecedent]
        return with_dummies(same, self.dummies)

    @classmethod
    def of(cls, links: Links, scores: np.ndarray) -> Iterator[ScoredBlock]:
        """The blocks of one set of links, in the order of its items.

        Args:
            links: candidates of one set.
            scores: (n_links,) w_ij.
        """
        for first in range(0, links.n_items, BLOCK):
            indptr = links.indptr[first : first + BLOCK + 1]
            rows = slice(indptr[0], indptr[-1])
            yield cls(first, links.n_items, indptr - indptr[0], links.antecedent[rows], scores[rows])
