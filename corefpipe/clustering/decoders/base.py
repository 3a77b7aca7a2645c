"""What all decoders share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.links import Links
from corefpipe.errors import LinksError


@dataclass(slots=True, frozen=True)
class Decoding:
    """What a decoder says of one item set.

    Attributes:
        labels: (n_items,) int32, numbered from 0 by first item.
        antecedent: (n_items,) int32, the most probable antecedent in the item's cluster, -1 where a cluster starts.
        probability: (n_items,) float64, probability of the choice: of joining that cluster (Samdani, Chang & Roth
            2014, equation 6) or of starting one.
    """

    labels: np.ndarray
    antecedent: np.ndarray
    probability: np.ndarray


class Decoder(ABC):
    """From the scores of links to clusters. Decoders are frozen dataclasses whose fields are their settings."""

    __slots__ = ()

    @abstractmethod
    def decode(self, links: Links, scores: np.ndarray) -> Decoding:
        """Cluster one item set.

        Args:
            links: candidates of one set.
            scores: (n_links,) w_ij of each link, the dummies' included.

        Raises:
            LinksError: scores that are no finite numbers, or not one a link.
        """

    def decode_all(self, links: Links, scores: np.ndarray) -> list[np.ndarray]:
        """The labels of every set, each numbered from 0."""
        check_scores(links, scores)
        bounds = links.indptr[links.sets]
        parts = zip(links.bare(), bounds[:-1], bounds[1:], strict=True)
        return [self.decode(one, scores[lo:hi]).labels for one, lo, hi in parts]


class Partition(Decoder):
    """A decoder that knows clusters only: antecedents and probabilities follow from the scores.

    The antecedent is the best-scoring link within the cluster; the probability that of equation 6 at γ = 1.
    """

    __slots__ = ()

    @abstractmethod
    def partition(self, links: Links, scores: np.ndarray) -> np.ndarray:
        """(n_items,) int labels of one item set, of any numbers."""

    def decode(self, links: Links, scores: np.ndarray) -> Decoding:
        """Cluster one item set (see `Decoder.decode`)."""
        check_scores(links, scores)
        labels = by_first_item(self.partition(links, scores))
        starts = links.indptr[:-1]
        together = links.coreferent([labels])
        probability = link_probabilities(links.indptr, scores.astype(np.float64), 1.0)
        chosen = np.add.reduceat(probability * together, starts) if len(starts) else np.zeros(0)
        inside = np.where(together, scores, -np.inf)
        best = np.array([lo + inside[lo:hi].argmax() for lo, hi in links.slices()], dtype=np.int64)
        return Decoding(labels, links.antecedent[best], chosen)


def by_first_item(labels: np.ndarray) -> np.ndarray:
    """The same partition with clusters numbered from 0 by their first items, int32."""
    _, first, number = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int32)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[number]


def check_scores(links: Links, scores: np.ndarray) -> None:
    """Raise LinksError unless there is one finite score a link."""
    if scores.shape != links.antecedent.shape:
        raise LinksError(f"scores of shape {scores.shape} for {links.n_links} links")
    finite = np.isfinite(scores)
    if not finite.all():
        wrong = int(finite.argmin())
        raise LinksError(f"the score of the {links.place(wrong)} is {scores[wrong]}", cure="Scores are finite numbers")


def link_probabilities(indptr: np.ndarray, scores: np.ndarray, gamma: float) -> np.ndarray:
    """Pr[j ← i] of every link (Samdani, Chang & Roth 2014, equation 2), γ above 0.

    Args:
        indptr: (n_items + 1,) where the links of each item begin; no item without links.
        scores: (n_links,) w_ij.

    Returns:
        (n_links,) float64, summing to 1 over the links of an item.
    """
    if not len(scores):
        return np.zeros(0)
    counts = np.diff(indptr)
    peak = np.maximum.reduceat(scores, indptr[:-1])
    measure = np.exp((scores - np.repeat(peak, counts)) / gamma)
    return measure / np.repeat(np.add.reduceat(measure, indptr[:-1]), counts)
