"""Decoders of classifiers of single links: each item takes one link that scores above a threshold, or none."""

# Types are no strings here: classes of other modules inherit the settings, and their ranges with them.

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.left_to_right import LeftToRight
from corefpipe.clustering.decoders.link_values import link_probabilities
from corefpipe.clustering.decoders.rules import Rule, SingleLinkRule
from corefpipe.clustering.registry import register_decoder
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.clustering.settings import Threshold


@register_decoder("best-link", summary="the best link above a threshold")
@dataclass(slots=True, frozen=True)
class BestLinkDecoder(LeftToRight):
    """Each item links to its best-scoring candidate above the threshold (Ng & Cardie 2002).

    Among equal scores the earliest candidate wins. The dummies' scores are ignored.

    >>> from corefpipe.clustering.decoders import BestLinkDecoder
    >>> BestLinkDecoder().decode(links, scores).labels
    array([0, 0, 1, 1], dtype=int32)

    Args:
        threshold: only links that score above it are used.
    """

    threshold: Threshold = 0.0

    def rule(self, block: ScoredBlock) -> Rule:
        """Compare the best score with the threshold."""
        scores = block.scores
        probability = link_probabilities(block.indptr, scores, 1.0)
        return SingleLinkRule(block, scores, np.full(len(block), self.threshold), probability)


@register_decoder("closest-link", summary="the closest link above a threshold")
@dataclass(slots=True, frozen=True)
class ClosestLinkDecoder(LeftToRight):
    """Each item links to the closest candidate that scores above the threshold (Soon, Ng & Lim 2001).

    The dummies' scores are ignored.

    >>> from corefpipe.clustering.decoders import ClosestLinkDecoder
    >>> ClosestLinkDecoder().decode(links, scores).labels
    array([0, 0, 1, 1], dtype=int32)

    Args:
        threshold: only links that score above it are used.
    """

    threshold: Threshold = 0.0

    def rule(self, block: ScoredBlock) -> Rule:
        """Take the latest candidate that scores above the threshold."""
        probability = link_probabilities(block.indptr, block.scores, 1.0)
        latest = np.where(block.scores > self.threshold, block.antecedent, -1).astype(np.float64)
        return SingleLinkRule(block, latest, np.full(len(block), -1.0), probability)
