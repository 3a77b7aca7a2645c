"""Baseline decoders that ignore the scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.base import Partition
from corefpipe.clustering.groups import Groups
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder


@register_decoder("all-in-one", summary="all items in one cluster")
@dataclass(slots=True, frozen=True)
class AllInOneDecoder(Partition):
    """Puts all items of a set into one cluster; cannot honour constraints, as nothing is kept apart.

    >>> from corefpipe.clustering.decoders import AllInOneDecoder
    >>> AllInOneDecoder().decode(links, scores).labels
    array([0, 0, 0, 0], dtype=int32)
    """

    def partition(self, links: Links, scores: np.ndarray, groups: Groups | None = None) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        return np.zeros(links.n_items, dtype=np.int32)


@register_decoder("all-apart", summary="each item in a cluster of its own")
@dataclass(slots=True, frozen=True)
class AllApartDecoder(Partition):
    """Makes each item, or each group of items that constraints keep together, a cluster of its own.

    >>> from corefpipe.clustering.decoders import AllApartDecoder
    >>> AllApartDecoder().decode(links, scores).labels
    array([0, 1, 2, 3], dtype=int32)
    """

    honours_constraints = True

    def partition(self, links: Links, scores: np.ndarray, groups: Groups | None = None) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        return np.arange(links.n_items) if groups is None else groups.number
