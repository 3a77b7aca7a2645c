"""Decoding with a least probability: no mention is linked whose calibrated probability would be below it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders import Decoder, Decoding
from corefpipe.clustering.decoders.base import link_probabilities
from corefpipe.clustering.decoders.left_to_right import LeftToRight, Rule, decode_within
from corefpipe.clustering.decoders.threshold import ClosestLinkDecoder
from corefpipe.clustering.links import Links
from corefpipe.clustering.named import decoder_name
from corefpipe.errors import SettingError
from corefpipe.resolver.calibration import Calibration
from corefpipe.resolver.resolution import NOTHING


@dataclass(slots=True, frozen=True)
class MinProbabilityDecoder(LeftToRight):
    """Each mention in turn joins its best chain if the link is probable enough, or else starts one.

    The probability of a link depends only on the chains of the mentions before, so that what holds when a mention is
    decided holds in the end. Links that follow from constraints are made in any case.

    Attributes:
        decoder: decides which chain is best; its threshold is not used.
        calibration: computes the probability of a link.
        least: the least probability, in [0, 1].
    """

    decoder: LeftToRight
    calibration: Calibration
    least: float

    def rule(self, links: Links, scores: np.ndarray) -> Rule:
        """The values of the decoder; the condition is the calibrated probability of the best link."""
        inner = self.decoder.rule(links, scores)
        probability = link_probabilities(links.indptr, scores, 1.0)
        start = np.full(links.n_items, -np.inf)
        if min(self.calibration.link[:2]) >= 0:
            # No chain is probable enough where one link with the probability of all candidates would not be.
            together = 1 - probability[links.indptr[:-1]]
            start[self.calibration.probability(together, np.ones_like(together)) < self.least] = np.inf
        return Rule(inner.value, start, inner.summed, probability, inner.best_only, self._accepts)

    def decode_freely(self, links: Links, scores: np.ndarray) -> Decoding:
        """Cluster one item set without constraints."""
        rule = self.rule(links, scores.astype(np.float64))
        return decode_within(links, rule, Constraints().groups(links.n_items))

    def _accepts(self, chain: np.ndarray, best: float) -> bool:
        # As in `Ranked.of`, improbable links do not count for their chain.
        mass = min(max(float(chain[chain >= NOTHING].sum()), best), 1.0)
        share = best / max(mass, float(np.finfo(np.float64).tiny))
        return bool(self.calibration.probability(np.array(mass), np.array(share)) >= self.least)


def check_min_probability(decoder: Decoder) -> LeftToRight:
    """Return a decoder that min_probability can be used with.

    Raises:
        SettingError: the decoder does not choose one chain per mention, or not by how good it is.
    """
    if isinstance(decoder, LeftToRight) and not isinstance(decoder, ClosestLinkDecoder):
        return decoder
    raise SettingError(
        f"the model's decoder '{decoder_name(decoder)}' cannot use min_probability",
        cure="It needs a decoder that chooses the best chain of each mention: l3m, best-link or sum-link",
    )
