"""Sum-Link decoding (Haider, Brefeld & Scheffer 2007, as Samdani, Chang & Roth 2014 describe it in section 4)."""

# Types are no strings here: classes of other modules inherit the settings, and their ranges with them.

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.left_to_right import LeftToRight
from corefpipe.clustering.decoders.link_values import link_probabilities, sums
from corefpipe.clustering.decoders.rules import Chosen, Rule, SumRule
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.clustering.settings import Threshold


@register_decoder("sum-link", summary="the cluster with the largest Σ w (Haider et al. 2007)")
@dataclass(slots=True, frozen=True)
class SumLinkDecoder(LeftToRight):
    """Each item in turn joins the cluster with the largest Σ w_ij over its candidates in it, or starts one.

    >>> from corefpipe.clustering.decoders import SumLinkDecoder
    >>> SumLinkDecoder().decode(links, scores).labels
    array([0, 0, 1, 1], dtype=int32)

    Args:
        threshold: the sum must be above the dummy's score, which is 0 if dummies have no features, plus this.
    """

    threshold: Threshold = 0.0

    def start(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) float64, the scores of the dummies."""
        return scores[links.indptr[:-1]]

    def gain(self, links: Links, scores: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """(n_items,) float64, Σ w over the links chosen, less the dummy's score."""
        return sums(links.indptr, np.where(chosen, scores, 0.0)) - self.start(links, scores)

    def rule(self, block: ScoredBlock) -> Rule:
        """Compare sums of scores with the dummy's score plus the threshold."""
        scores = block.scores
        start = scores[block.dummies] + self.threshold
        return _SumLink(block, scores, start, link_probabilities(block.indptr, scores, 1.0))


class _SumLink(SumRule):
    def hopeless(self) -> np.ndarray:
        """Whether no sum can be above the value to exceed, since all candidates score 0 or less."""
        gaining = (self.value > 0) & (self.block.antecedent >= 0)
        none = ~np.logical_or.reduceat(gaining, self.block.dummies)
        return (none & (self.start >= 0)) | (np.diff(self.block.indptr) == 1)

    def share(self, labels: np.ndarray, chosen: Chosen) -> np.ndarray:
        """The probability of joining the cluster through any of its items."""
        return sums(self.block.indptr, self.probability * self.block.correct(labels))
