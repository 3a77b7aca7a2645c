"""Sum-Link decoding (Haider, Brefeld & Scheffer 2007, as Samdani, Chang & Roth 2014 describe it in section 4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.base import Partition
from corefpipe.clustering.decoders.pairs import check_threshold
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder


@register_decoder("sum-link", summary="the cluster with the largest Σ w (Haider et al. 2007)")
@dataclass(slots=True, frozen=True)
class SumLinkDecoder(Partition):
    """Items join, one by one, the cluster with the largest Σ w_ij over their candidates in it, or start one.

    Args:
        threshold: the sum must be above the dummy's score, which is 0 where dummies have no features, plus this.
    """

    threshold: float = 0.0

    def __post_init__(self) -> None:
        check_threshold(self.threshold)

    def partition(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        scores = scores.astype(np.float64)
        labels = np.empty(links.n_items, dtype=np.int32)
        clusters = 0
        for item, (lo, hi) in enumerate(links.slices()):
            theirs = labels[links.antecedent[lo + 1 : hi]]
            sums = np.bincount(theirs, scores[lo + 1 : hi])
            # The largest of those of the candidates: clusters without a candidate sum to 0 as well.
            best = theirs[sums[theirs].argmax()] if len(theirs) else -1
            if best >= 0 and sums[best] > scores[lo] + self.threshold:
                labels[item] = best
            else:
                labels[item], clusters = clusters, clusters + 1
        return labels
