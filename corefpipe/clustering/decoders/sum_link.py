"""Sum-Link decoding (Haider, Brefeld & Scheffer 2007, as Samdani, Chang & Roth 2014 describe it in section 4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.base import Decoding, derived, link_probabilities
from corefpipe.clustering.decoders.left_to_right import LeftToRight, Rule
from corefpipe.clustering.decoders.scored_pairs import check_threshold
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder


@register_decoder("sum-link", summary="the cluster with the largest Σ w (Haider et al. 2007)")
@dataclass(slots=True, frozen=True)
class SumLinkDecoder(LeftToRight):
    """Each item in turn joins the cluster with the largest Σ w_ij over its candidates in it, or starts one.

    Args:
        threshold: the sum must be above the dummy's score, which is 0 if dummies have no features, plus this.
    """

    threshold: float = 0.0

    def __post_init__(self) -> None:
        check_threshold(self.threshold)

    def rule(self, links: Links, scores: np.ndarray) -> Rule:
        """Compare sums of scores with the dummy's score plus the threshold."""
        probability = link_probabilities(links.indptr, scores, 1.0)
        return Rule(scores, scores[links.indptr[:-1]] + self.threshold, True, probability)

    def decode_freely(self, links: Links, scores: np.ndarray) -> Decoding:
        """Cluster one item set without constraints."""
        values = scores.astype(np.float64)
        labels = np.empty(links.n_items, dtype=np.int32)
        clusters = 0
        for item, (lo, hi) in enumerate(links.slices()):
            theirs = labels[links.antecedent[lo + 1 : hi]]
            sums = np.bincount(theirs, values[lo + 1 : hi])
            # Look only at clusters of candidates: those without a candidate have the sum 0.
            best = theirs[sums[theirs].argmax()] if len(theirs) else -1
            if best >= 0 and sums[best] > values[lo] + self.threshold:
                labels[item] = best
            else:
                labels[item], clusters = clusters, clusters + 1
        return derived(links, scores, labels)
