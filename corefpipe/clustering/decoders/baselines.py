"""Baselines that read no scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.base import Partition
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder


@register_decoder("all-in-one", summary="all items in one cluster")
@dataclass(slots=True, frozen=True)
class AllInOneDecoder(Partition):
    """All items of a set in one cluster."""

    def partition(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        return np.zeros(links.n_items, dtype=np.int32)


@register_decoder("all-apart", summary="each item in a cluster of its own")
@dataclass(slots=True, frozen=True)
class AllApartDecoder(Partition):
    """Each item in a cluster of its own."""

    def partition(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        return np.arange(links.n_items, dtype=np.int32)
