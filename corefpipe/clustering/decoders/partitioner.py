"""Decoder that lets a partitioner cluster items by distances, the negative scores of their pairs."""

# Types are no strings here: classes of other modules inherit the settings, and their ranges with them.

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from corefpipe.clustering.decoders.base import Partition
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.clustering.groups import Groups
from corefpipe.clustering.links import Links
from corefpipe.clustering.partitioners.base import Partitioner
from corefpipe.clustering.registry import PARTITIONERS, register_decoder
from corefpipe.clustering.settings import Count, Seed, Threshold
from corefpipe.exceptions import LinksError, SettingError

MOST_ITEMS = 30_000
"""Most items of a set: the distances of all their pairs take 7 GB."""


@register_decoder(
    "partitioner", summary="a linkage, K-means, K-medoids, minimum cut or spectral clustering, by negative scores"
)
@dataclass(slots=True, frozen=True)
class PartitionerDecoder(Partition):
    """Clusters items by the distances d = -w_ij, less the lowest one of the set if that is below 0.

    A pair without a score is as far apart as the farthest scored pair, or as two items at the threshold if that is
    farther, so that it never favours a merger. The dummies' scores are ignored. It needs 8 bytes per pair of items.

    >>> from corefpipe.clustering.decoders import PartitionerDecoder
    >>> PartitionerDecoder("average", n_clusters=2).decode(links, scores).labels
    array([0, 0, 1, 1], dtype=int32)

    Args:
        partitioner: a registered name, such as `single`, `complete`, `average`, `k-means`, `bisecting`, `k-medoids`,
            `min-cut`, `spectral`, or a `Partitioner`.
        n_clusters: K, the number of clusters of each set; None lets the threshold decide, which takes a linkage.
        threshold: without K, mergers need a score above it.
        random_state: seed of partitioners that use random numbers.
    """

    cuts: ClassVar[bool] = True
    partitioner: str | Partitioner = "single"
    n_clusters: Count | None = None
    threshold: Threshold = 0.0
    random_state: Seed = 0

    def __post_init__(self) -> None:
        Partition.__post_init__(self)
        make_partitioner(self.partitioner)

    @property
    def needs_n_clusters(self) -> bool:
        """Whether the number is not a setting, and the partitioner has no threshold instead."""
        return self.n_clusters is None and not make_partitioner(self.partitioner).has_threshold

    def partition(self, links: Links, scores: np.ndarray, groups: Groups | None = None) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        if self.n_clusters is not None and links.n_items:
            return self.cut(links, scores, self.n_clusters)
        distances, lowest = square(ScoredPairs.of(links, -scores), -self.threshold)
        threshold = max(-self.threshold - lowest, 0.0)
        return make_partitioner(self.partitioner).partition_distances(
            distances, threshold=threshold, random_state=self.random_state
        )

    def cut(self, links: Links, scores: np.ndarray, n_clusters: int, groups: Groups | None = None) -> np.ndarray:
        """(n_items,) int labels of one item set in K clusters; there are no constraints to honour."""
        distances, _ = square(ScoredPairs.of(links, -scores))
        return make_partitioner(self.partitioner).partition_distances(
            distances, n_clusters, random_state=self.random_state
        )


def make_partitioner(given: Any) -> Partitioner:
    """The partitioner of a registered name, with default settings; a partitioner is returned as it is.

    Raises:
        SettingError: an unknown name, or neither.
    """
    if isinstance(given, Partitioner):
        return given
    if not isinstance(given, str):
        raise SettingError(f"partitioner is {given!r}", cure=f"Give a Partitioner, or one of {', '.join(PARTITIONERS)}")
    found: Partitioner = PARTITIONERS[given].kind()
    return found


def square(pairs: ScoredPairs, farthest: float = -np.inf) -> tuple[np.ndarray, float]:
    """The distances of all items, 0 or more, and what was subtracted from them.

    Args:
        pairs: items with the distances of their pairs as weights; finite.
        farthest: least distance of pairs that are not among them.

    Returns:
        (n, n) float64 distances, less the lowest one if that is below 0; and that one, or 0.

    Raises:
        LinksError: more than `MOST_ITEMS` items.
    """
    if pairs.n > MOST_ITEMS:
        raise LinksError(
            f"a set of {pairs.n} items is too large for the distances of all pairs ({8e-9 * pairs.n**2:.0f} GB)",
            cure=f"Give at most {MOST_ITEMS}, or use what needs links only, such as the decoder agglomerative",
        )
    lowest = float(min(pairs.weight.min(initial=0.0), 0.0))
    most = max(float(pairs.weight.max(initial=0.0)), farthest)
    found = np.full((pairs.n, pairs.n), most - lowest)
    found[pairs.left, pairs.right] = found[pairs.right, pairs.left] = pairs.weight - lowest
    np.fill_diagonal(found, 0)
    return found, lowest
