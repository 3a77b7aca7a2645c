"""Online decoding of the Latent Left-Linking Model (Samdani, Chang & Roth 2014, section 3.2)."""

# Types are no strings here: classes of other modules inherit the settings, and their ranges with them.

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.left_to_right import LeftToRight
from corefpipe.clustering.decoders.link_values import link_probabilities, sums
from corefpipe.clustering.decoders.rules import Chosen, Rule, SingleLinkRule, SumRule
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.clustering.settings import Gamma, Threshold

_TINY = np.finfo(np.float64).tiny


@register_decoder("l3m", summary="the cluster with the largest Σ exp(w/γ); γ = 0 is Max-Left-Link")
@dataclass(slots=True, frozen=True)
class L3MDecoder(LeftToRight):
    """Each item in turn joins the cluster with the largest sum of exp(w_ij/γ), or starts one.

    >>> from corefpipe.clustering.decoders import L3MDecoder
    >>> L3MDecoder(gamma=0.5).decode(links, scores).labels
    array([0, 0, 1, 1], dtype=int32)

    Args:
        gamma: temperature in [0, 1]; 0 is Max-Left-Link: the best link alone decides.
        threshold: added to the dummy's score; values above 0 give fewer links.
    """

    gamma: Gamma = 1.0
    threshold: Threshold = 0.0

    def start(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) float64, the scores of the dummies."""
        return scores[links.indptr[:-1]]

    def gain(self, links: Links, scores: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """(n_items,) float64, γ log Σ exp(w/γ) over the links chosen, less the dummy's score; the best one at γ = 0."""
        best = super(L3MDecoder, self).gain(links, scores, chosen)  # a dataclass with slots is a new class
        if self.gamma == 0:
            return best
        peak = np.repeat(best + self.start(links, scores), np.diff(links.indptr))
        with np.errstate(over="ignore"):
            share = np.exp((scores - peak) / self.gamma)
        return best + self.gamma * np.log(np.maximum(sums(links.indptr, np.where(chosen, share, 0.0)), 1.0))

    def rule(self, block: ScoredBlock) -> Rule:
        """Compare sums of probabilities with that of the dummy; for γ = 0 the best score with the dummy's."""
        indptr, dummies = block.indptr, block.dummies
        scores = block.scores.copy()
        scores[dummies] += self.threshold
        if self.gamma == 0:
            return _MaxLeftLink(block, scores, scores[dummies], link_probabilities(indptr, scores, 1.0))
        probability = link_probabilities(indptr, scores, self.gamma)
        return _LeftLink(block, probability, probability[dummies], probability)


class _MaxLeftLink(SingleLinkRule):
    def share(self, labels: np.ndarray, chosen: Chosen) -> np.ndarray:
        """The probability of the best link alone."""
        return self.probability[chosen.link]


class _LeftLink(SumRule):
    def pick(self, joined: np.ndarray, value: np.ndarray, start: float) -> tuple[int, float]:
        """The best link into the likeliest cluster; of equal clusters into the first."""
        best = int(value.argmax())
        if value[best] > 0.5:  # no other cluster has as much
            return best, np.bincount(joined == joined[best], weights=value)[1]
        measure = self.sums_of(joined, value)
        top = measure.max()
        if top <= start:
            return -1, top
        return int(np.where(joined == joined[measure == top].min(), value, -1.0).argmax()), top

    def worth(self, item: int, measure: float) -> float:
        """The logarithm of how many times as probable the cluster is as the dummy."""
        return float(np.log(max(measure, _TINY)) - np.log(max(self.start[item], _TINY)))

    def hopeless(self) -> np.ndarray:
        """Whether the dummy is above one half, so that it wins whatever the clusters sum to."""
        return (self.start > 0.5) | (np.diff(self.block.indptr) == 1)

    def share(self, labels: np.ndarray, chosen: Chosen) -> np.ndarray:
        """The probability of joining the cluster, which is its value."""
        return np.where(chosen.link == self.block.dummies, self.start, chosen.value)
