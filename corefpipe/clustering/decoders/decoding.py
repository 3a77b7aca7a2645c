"""What a decoder returns: the clusters of one item set, with antecedents and probabilities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.link_values import best_links, link_probabilities, own_links, sums
from corefpipe.clustering.groups import Groups
from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.links import Links


@dataclass(slots=True, frozen=True)
class Decoding:
    """The clusters of one item set.

    >>> from corefpipe.clustering.decoders import BestLinkDecoder
    >>> decoding = BestLinkDecoder().decode(links, scores)
    >>> decoding.labels, decoding.antecedent
    (array([0, 0, 1, 1], dtype=int32), array([-1,  0, -1,  2], dtype=int32))

    Attributes:
        labels: (n_items,) int32, clusters numbered from 0 by their first items.
        antecedent: (n_items,) int32, the most probable antecedent in the item's cluster, -1 where a cluster starts.
        probability: (n_items,) float64, probability of the choice: of joining that cluster (Samdani, Chang & Roth
            2014, equation 6) or of starting one.
    """

    labels: np.ndarray
    antecedent: np.ndarray
    probability: np.ndarray

    @classmethod
    def empty(cls, n_items: int) -> Decoding:
        """A decoding to be filled in."""
        return cls(np.empty(n_items, dtype=np.int32), np.empty(n_items, dtype=np.int32), np.empty(n_items))


def derived(links: Links, scores: np.ndarray, labels: np.ndarray, groups: Groups | None = None) -> Decoding:
    """The decoding of given clusters, with antecedents and probabilities derived from the scores.

    The antecedent is the best-scoring candidate within the cluster, and the probability that of equation 6 at γ = 1.
    If none of an item's candidates is in its cluster, but an item of its group is, the antecedent is the last item of
    the group before it, with probability 1.
    """
    labels = by_first_item(labels)
    together = own_links(links, labels)
    chosen = sums(links.indptr, link_probabilities(links.indptr, scores, 1.0) * together)
    antecedent = links.antecedent[best_links(links.indptr, np.where(together, scores, -np.inf))]
    if groups is not None:
        previous = groups.previous()
        forced = (antecedent < 0) & (previous >= 0)
        antecedent = np.where(forced, previous, antecedent)
        chosen[forced] = 1.0
    return Decoding(labels, antecedent, chosen)
