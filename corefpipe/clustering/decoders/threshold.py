"""One link an item, above a threshold: the decoders of classifiers of single links."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace

import numpy as np

from corefpipe.clustering.decoders.base import Decoding, Partition, check_scores
from corefpipe.clustering.decoders.pairs import check_threshold, roots
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder


class SingleLinks(Partition):
    """Each item takes one of its links, or none; clusters are the transitive closure."""

    __slots__ = ()

    @abstractmethod
    def antecedents(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int32 the item that each links to, -1 for none."""

    def partition(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        antecedent = self.antecedents(links, scores)
        return roots(np.where(antecedent < 0, np.arange(len(antecedent)), antecedent))

    def decode(self, links: Links, scores: np.ndarray) -> Decoding:
        """Cluster one item set (see `Decoder.decode`); the antecedent is that of the link taken."""
        check_scores(links, scores)
        return replace(Partition.decode(self, links, scores), antecedent=self.antecedents(links, scores))


@register_decoder("best-link", summary="the best link above a threshold")
@dataclass(slots=True, frozen=True)
class BestLinkDecoder(SingleLinks):
    """Each item links to its best-scoring candidate above the threshold (Ng & Cardie 2002).

    Of equal scores the earliest candidate's counts. The dummies' scores play no part.

    Args:
        threshold: links score above it.
    """

    threshold: float = 0.0

    def __post_init__(self) -> None:
        check_threshold(self.threshold)

    def antecedents(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int32 the item that each links to, -1 for none."""
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

    The dummies' scores play no part.

    Args:
        threshold: links score above it.
    """

    threshold: float = 0.0

    def __post_init__(self) -> None:
        check_threshold(self.threshold)

    def antecedents(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int32 the item that each links to, -1 for none."""
        if not links.n_links:
            return np.zeros(0, dtype=np.int32)
        good = np.where(scores > self.threshold, links.antecedent, -1)
        return np.maximum.reduceat(good, links.indptr[:-1]).astype(np.int32)
