"""Baselines that read no scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders.base import Partition
from corefpipe.clustering.links import Links


@dataclass(slots=True, frozen=True)
class AllInOneDecoder(Partition):
    """All items of a set in one cluster; no constraints, as items of one cluster are not apart."""

    def partition(self, links: Links, scores: np.ndarray, constraints: Constraints | None = None) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        return np.zeros(links.n_items, dtype=np.int32)


@dataclass(slots=True, frozen=True)
class AllApartDecoder(Partition):
    """Each item in a cluster of its own, or each group of items that constraints keep together."""

    honours_constraints = True

    def partition(self, links: Links, scores: np.ndarray, constraints: Constraints | None = None) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        return np.arange(links.n_items) if constraints is None else constraints.components(links.n_items)
