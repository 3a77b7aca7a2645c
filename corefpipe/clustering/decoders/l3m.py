"""Online decoding of the Latent Left-Linking Model (Samdani, Chang & Roth 2014, section 3.2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders.base import Decoding, link_probabilities
from corefpipe.clustering.decoders.left_to_right import LeftToRight, Rule
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder
from corefpipe.errors import SettingError


@register_decoder("l3m", summary="the cluster with the largest Σ exp(w/γ); γ = 0 is Max-Left-Link")
@dataclass(slots=True, frozen=True)
class L3MDecoder(LeftToRight):
    """Each item in turn joins the cluster with the largest sum of exp(w_ij/γ), or starts one.

    Args:
        gamma: temperature in [0, 1]; 0 is Max-Left-Link: the best link alone decides.
        threshold: added to the dummy's score; values above 0 give fewer links.
    """

    gamma: float = 1.0
    threshold: float = 0.0

    def __post_init__(self) -> None:
        check_gamma(self.gamma)

    def rule(self, links: Links, scores: np.ndarray) -> Rule:
        """Compare sums of probabilities with that of the dummy; for γ = 0 the best score with the dummy's."""
        dummies = links.indptr[:-1]
        scores, probability = self._with_threshold(links, scores)
        if self.gamma > 0:
            return Rule(probability, probability[dummies], True, probability)
        return Rule(scores, scores[dummies], False, probability, best_only=True)

    def decode_freely(self, links: Links, scores: np.ndarray) -> Decoding:
        """Cluster one item set without constraints."""
        scores, probability = self._with_threshold(links, scores)
        if self.gamma == 0:
            return _best_links(links, scores, probability)
        return _join_clusters(links, probability)

    def _with_threshold(self, links: Links, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Scores with the threshold added to those of dummies, and the probability of each link."""
        scores = scores.astype(np.float64)
        scores[links.indptr[:-1]] += self.threshold
        return scores, link_probabilities(links.indptr, scores, self.gamma or 1.0)


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
    chosen = probability[links.indptr[:-1]]
    clusters = 0
    for item, ((lo, hi), dummy) in enumerate(zip(links.slices(), chosen.tolist(), strict=True)):
        # Above one half the dummy wins whatever the clusters sum to.
        if dummy <= 0.5 and hi - lo > 1:
            left, p = links.antecedent[lo + 1 : hi], probability[lo + 1 : hi]
            best, measure = _likeliest(labels[left], p)
            if measure > dummy:
                labels[item], antecedent[item], chosen[item] = labels[left[best]], left[best], measure
                continue
        labels[item], clusters = clusters, clusters + 1
    return Decoding(labels, antecedent, chosen)


def _likeliest(joined: np.ndarray, p: np.ndarray) -> tuple[int, float]:
    """The best link into the likeliest cluster, and the probability of that cluster.

    Args:
        joined: (n,) cluster of each antecedent.
        p: (n,) probability of each link.
    """
    best = int(p.argmax())
    if p[best] <= 0.5:  # else no other cluster has as much
        clusters, number = np.unique(joined, return_inverse=True)
        label = clusters[np.bincount(number, weights=p).argmax()]
        best = int(np.where(joined == label, p, -1.0).argmax())
    return best, float(np.bincount(joined == joined[best], weights=p)[1])
