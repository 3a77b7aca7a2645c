"""Online decoding of the Latent Left-Linking Model (Samdani, Chang & Roth 2014, section 3.2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.base import Decoder, Decoding, check_scores, link_probabilities
from corefpipe.clustering.links import Links
from corefpipe.errors import SettingError


@dataclass(slots=True, frozen=True)
class L3MDecoder(Decoder):
    """Items join, one by one, the cluster with the largest sum of exp(w_ij/γ), or start one.

    Args:
        gamma: temperature in [0, 1]; 0 is Max-Left-Link: the best link alone decides.
        threshold: added to the dummy's score; above 0 fewer links are made.
    """

    gamma: float = 1.0
    threshold: float = 0.0

    def __post_init__(self) -> None:
        check_gamma(self.gamma)

    def decode(self, links: Links, scores: np.ndarray) -> Decoding:
        """Cluster one item set (see `Decoder.decode`)."""
        check_scores(links, scores)
        scores = scores.astype(np.float64)
        scores[links.indptr[:-1]] += self.threshold
        probability = link_probabilities(links.indptr, scores, self.gamma or 1.0)
        if self.gamma == 0:
            return _best_links(links, scores, probability)
        return _join_clusters(links, probability)


def check_gamma(gamma: float) -> None:
    """Raise SettingError unless γ lies in [0, 1]."""
    if not 0 <= gamma <= 1:
        raise SettingError(f"gamma is {gamma}", cure="It must lie between 0 (Max-Left-Link) and 1")


def _best_links(links: Links, scores: np.ndarray, probability: np.ndarray) -> Decoding:
    best = np.array([lo + scores[lo:hi].argmax() for lo, hi in links.slices()], dtype=np.int64)
    antecedent = links.antecedent[best] if len(best) else np.zeros(0, dtype=np.int32)
    labels = np.empty(links.n_items, dtype=np.int32)
    clusters = 0
    for item, left in enumerate(antecedent.tolist()):
        if left < 0:
            labels[item], clusters = clusters, clusters + 1
        else:
            labels[item] = labels[left]
    return Decoding(labels, antecedent, probability[best] if len(best) else np.zeros(0))


def _join_clusters(links: Links, probability: np.ndarray) -> Decoding:
    n = links.n_items
    labels = np.empty(n, dtype=np.int32)
    antecedent = np.full(n, -1, dtype=np.int32)
    chosen = np.empty(n)
    clusters = 0
    for item, (lo, hi) in enumerate(links.slices()):
        left = links.antecedent[lo + 1 : hi]
        p = probability[lo + 1 : hi]
        label = -1
        # Above one half the dummy wins whatever the clusters sum to.
        if len(left) and probability[lo] <= 0.5:
            joined = labels[left]
            measure = np.bincount(joined, weights=p)
            label = int(measure.argmax())
        if label >= 0 and measure[label] > probability[lo]:
            labels[item], chosen[item] = label, measure[label]
            antecedent[item] = left[np.where(joined == label, p, -1.0).argmax()]
        else:
            labels[item], chosen[item] = clusters, probability[lo]
            clusters += 1
    return Decoding(labels, antecedent, chosen)
