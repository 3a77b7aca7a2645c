"""Decoders that assign new items to clusters from left to right, in place of decoders that look at whole sets."""

# Types are no strings here: the settings' ranges are read from them.

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.agglomerative import AgglomerativeDecoder, Linkage
from corefpipe.clustering.decoders.base import Decoder
from corefpipe.clustering.decoders.correlation.decoder import CorrelationDecoder
from corefpipe.clustering.decoders.forest import SpanningForestDecoder
from corefpipe.clustering.decoders.left_to_right import LeftToRight
from corefpipe.clustering.decoders.link_values import link_probabilities, sums
from corefpipe.clustering.decoders.rules import Chosen, Rule, SumRule
from corefpipe.clustering.decoders.sum_link import SumLinkDecoder
from corefpipe.clustering.decoders.threshold import BestLinkDecoder
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.clustering.settings import Threshold
from corefpipe.exceptions import SettingError


def left_linking(decoder: Decoder) -> LeftToRight:
    """The decoder from left to right that makes one item's choice as the given decoder would.

    Those from left to right are returned as they are. For agglomerative clustering an item joins the cluster of the
    highest mean, lowest or highest score of its links to it; for correlation clustering that of the largest sum; for
    spanning forests that of the best link.

    Raises:
        SettingError: no such decoder is known.
    """
    if isinstance(decoder, LeftToRight):
        return decoder
    if isinstance(decoder, AgglomerativeDecoder):
        if decoder.linkage == "single":
            return BestLinkDecoder(decoder.threshold)
        return LinkageLinkDecoder(decoder.linkage, decoder.threshold)
    if isinstance(decoder, CorrelationDecoder):
        return SumLinkDecoder()
    if isinstance(decoder, SpanningForestDecoder):
        return BestLinkDecoder(decoder.threshold)
    raise SettingError(
        f"{type(decoder).__name__} cannot assign new items to clusters",
        cure="Use a decoder from left to right, such as l3m, or agglomerative, correlation or spanning-forest",
    )


@dataclass(slots=True, frozen=True)
class LinkageLinkDecoder(LeftToRight):
    """Each item in turn joins the cluster to which its links have the highest mean or lowest score above a threshold.

    Pairs without a link do not count. The dummies' scores are ignored.

    Args:
        linkage: average or complete.
        threshold: the score must be above it.
    """

    linkage: Linkage = "average"
    threshold: Threshold = 0.0

    def rule(self, block: ScoredBlock) -> Rule:
        """Compare means or lowest scores with the threshold."""
        kind = _Average if self.linkage == "average" else _Complete
        probability = link_probabilities(block.indptr, block.scores, 1.0)
        return kind(block, block.scores, np.full(len(block), self.threshold), probability)


class _Average(SumRule):
    """The mean score of the links to a cluster decides."""

    def measure(self, joined: np.ndarray, value: np.ndarray) -> np.ndarray:
        """(n,) float64, for each candidate the mean score of those in its cluster."""
        found: np.ndarray = self.sums_of(joined, value) / self.sums_of(joined, np.ones(len(joined)))
        return found

    def hopeless(self) -> np.ndarray:
        """Whether no link is above the threshold."""
        counts = np.diff(self.block.indptr)
        above = (self.value > np.repeat(self.start, counts)) & (self.block.antecedent >= 0)
        return ~np.logical_or.reduceat(above, self.block.dummies)

    def share(self, labels: np.ndarray, chosen: Chosen) -> np.ndarray:
        """The probability of joining the cluster through any of its items."""
        return sums(self.block.indptr, self.probability * self.block.correct(labels))


class _Complete(_Average):
    """The lowest score of the links to a cluster decides."""

    def measure(self, joined: np.ndarray, value: np.ndarray) -> np.ndarray:
        """(n,) float64, for each candidate the lowest score of those in its cluster."""
        _, number = np.unique(joined, return_inverse=True)
        lowest = np.full(int(number.max()) + 1, np.inf)
        np.minimum.at(lowest, number, value)
        return lowest[number]
