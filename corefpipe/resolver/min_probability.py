"""Decoding with a least probability: no mention is linked whose calibrated probability would be below it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders import Decoder
from corefpipe.clustering.decoders.left_to_right import LeftToRight
from corefpipe.clustering.decoders.link_values import link_probabilities
from corefpipe.clustering.decoders.rules import Chosen, Rule
from corefpipe.clustering.decoders.threshold import ClosestLinkDecoder
from corefpipe.clustering.named import decoder_name
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.exceptions import SettingError
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

    def rule(self, block: ScoredBlock) -> Rule:
        """The rule of the decoder; the condition is the calibrated probability of the best link."""
        probability = link_probabilities(block.indptr, block.scores, 1.0)
        return _ProbableRule(self.decoder.rule(block), probability, self.calibration, self.least)


class _ProbableRule(Rule):
    def __init__(self, inner: Rule, probability: np.ndarray, calibration: Calibration, least: float):
        super().__init__(inner.block, inner.value, inner.start, probability)
        self._inner = inner
        self._calibration = calibration
        self._least = least

    def pick(self, joined: np.ndarray, value: np.ndarray, start: float) -> tuple[int, float]:
        """The choice of the decoder."""
        return self._inner.pick(joined, value, start)

    def choose(self, item: int, at: slice | np.ndarray, joined: np.ndarray) -> tuple[int, float]:
        """The best link into the best chain, if it is probable enough."""
        best, measure = self.pick(joined, self.value[at], -np.inf)
        probability = self.probability[at]
        probable = self._accepts(probability[joined == joined[best]], float(probability[best]))
        return best if probable else -1, measure

    def hopeless(self) -> np.ndarray:
        """Whether no chain is probable enough: one link with the probability of all candidates would not be."""
        indptr = self.block.indptr
        alone = np.diff(indptr) == 1
        if min(self._calibration.link[:2]) < 0:
            return alone
        together = 1 - self.probability[indptr[:-1]]
        return alone | (self._calibration.probability(together, np.ones_like(together)) < self._least)

    def share(self, labels: np.ndarray, chosen: Chosen) -> np.ndarray:
        """That of the decoder."""
        return self._inner.share(labels, chosen)

    def _accepts(self, chain: np.ndarray, best: float) -> bool:
        # As in `Ranked.of`, improbable links do not count for their chain.
        mass = min(max(float(chain[chain >= NOTHING].sum()), best), 1.0)
        share = best / max(mass, float(np.finfo(np.float64).tiny))
        return bool(self._calibration.probability(np.array(mass), np.array(share)) >= self._least)


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
