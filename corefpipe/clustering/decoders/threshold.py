"""Decoders of classifiers of single links: each item takes one link that scores above a threshold, or none."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace

import numpy as np

from corefpipe.clustering.decoders.base import Decoding, derived, link_probabilities
from corefpipe.clustering.decoders.left_to_right import LeftToRight, Rule
from corefpipe.clustering.decoders.scored_pairs import check_threshold, roots
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder


class SingleLinks(LeftToRight):
    """Each item takes one of its links, or none; clusters are the transitive closure."""

    __slots__ = ()

    @abstractmethod
    def antecedents(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int32, the antecedent of each item without constraints, -1 for none."""

    def decode_freely(self, links: Links, scores: np.ndarray) -> Decoding:
        """Cluster one item set without constraints; the antecedent is that of the link taken."""
        antecedent = self.antecedents(links, scores)
        labels = roots(np.where(antecedent < 0, np.arange(len(antecedent)), antecedent))
        return replace(derived(links, scores, labels), antecedent=antecedent)


@register_decoder("best-link", summary="the best link above a threshold")
@dataclass(slots=True, frozen=True)
class BestLinkDecoder(SingleLinks):
    """Each item links to its best-scoring candidate above the threshold (Ng & Cardie 2002).

    Among equal scores the earliest candidate wins. The dummies' scores are ignored.

    Args:
        threshold: only links that score above it are used.
    """

    threshold: float = 0.0

    def __post_init__(self) -> None:
        check_threshold(self.threshold)

    def rule(self, links: Links, scores: np.ndarray) -> Rule:
        """Compare the best score with the threshold."""
        probability = link_probabilities(links.indptr, scores, 1.0)
        return Rule(scores, np.full(links.n_items, self.threshold), False, probability)

    def antecedents(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int32, the antecedent of each item without constraints, -1 for none."""
        if not links.n_links:
            return np.zeros(0, dtype=np.int32)
        starts = links.indptr[:-1]
        found = np.where(links.antecedent >= 0, scores, -np.inf)
        best = np.repeat(np.maximum.reduceat(found, starts), np.diff(links.indptr))
        good = (found == best) & (found > self.threshold)
        first = np.minimum.reduceat(np.where(good, links.antecedent, links.n_items), starts)
        return np.where(first < links.n_items, first, -1).astype(np.int32)


@register_decoder("closest-link", summary="the closest link above a threshold")
@dataclass(slots=True, frozen=True)
class ClosestLinkDecoder(SingleLinks):
    """Each item links to the closest candidate that scores above the threshold (Soon, Ng & Lim 2001).

    The dummies' scores are ignored.

    Args:
        threshold: only links that score above it are used.
    """

    threshold: float = 0.0

    def __post_init__(self) -> None:
        check_threshold(self.threshold)

    def rule(self, links: Links, scores: np.ndarray) -> Rule:
        """Take the latest candidate that scores above the threshold."""
        probability = link_probabilities(links.indptr, scores, 1.0)
        latest = np.where(scores > self.threshold, links.antecedent, -1).astype(np.float64)
        return Rule(latest, np.full(links.n_items, -1.0), False, probability)

    def antecedents(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int32, the antecedent of each item without constraints, -1 for none."""
        if not links.n_links:
            return np.zeros(0, dtype=np.int32)
        good = np.where(scores > self.threshold, links.antecedent, -1)
        return np.maximum.reduceat(good, links.indptr[:-1]).astype(np.int32)
