"""Base classes of decoders, and functions that all of them share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from corefpipe.clustering.constraints import Constraints, Groups
from corefpipe.clustering.links import Links
from corefpipe.errors import LinksError, SettingError

_ITEMS = 4096  # items whose probabilities are computed at once


@dataclass(slots=True, frozen=True)
class Decoding:
    """The clusters of one item set.

    Attributes:
        labels: (n_items,) int32, clusters numbered from 0 by their first items.
        antecedent: (n_items,) int32, the most probable antecedent in the item's cluster, -1 where a cluster starts.
        probability: (n_items,) float64, probability of the choice: of joining that cluster (Samdani, Chang & Roth
            2014, equation 6) or of starting one.
    """

    labels: np.ndarray
    antecedent: np.ndarray
    probability: np.ndarray


class Decoder(ABC):
    """Turns the scores of links into clusters. Decoders are frozen dataclasses whose fields are their settings.

    Attributes:
        honours_constraints: whether the decoder can keep pairs of items together and apart.
    """

    __slots__ = ()
    honours_constraints: ClassVar[bool] = False

    @abstractmethod
    def decode(self, links: Links, scores: np.ndarray, constraints: Constraints | None = None) -> Decoding:
        """Cluster one item set.

        Args:
            links: candidates of one set.
            scores: (n_links,) w_ij of each link, the dummies' included.
            constraints: pairs of items that must, or must not, be in one cluster.

        Raises:
            LinksError: scores that are not finite or not one per link; constraints that contradict each other or name
                items outside the set.
            SettingError: constraints for a decoder that cannot honour them.
        """

    def decode_all(
        self, links: Links, scores: np.ndarray, constraints: Sequence[Constraints | None] | None = None
    ) -> list[np.ndarray]:
        """The labels of every set, each numbered from 0.

        Args:
            links: candidates of any number of sets.
            scores: (n_links,) w_ij of each link, the dummies' included.
            constraints: those of each set, None for a set without; see `decode`, also for what is raised.
        """
        check_scores(links, scores)
        if constraints is None:
            constraints = [None] * links.n_sets
        if len(constraints) != links.n_sets:
            raise LinksError(f"constraints of {len(constraints)} sets for links of {links.n_sets}")
        bounds = links.indptr[links.sets]
        parts = zip(links.bare(), bounds[:-1], bounds[1:], constraints, strict=True)
        return [self.decode(one, scores[lo:hi], own).labels for one, lo, hi, own in parts]

    def groups(self, constraints: Constraints | None, n_items: int) -> Groups | None:
        """The groups of items that constraints keep together and apart; None without constraints.

        Raises:
            LinksError: constraints that contradict each other or name items outside the set.
            SettingError: the decoder cannot honour constraints.
        """
        if constraints is None or constraints.empty:
            return None
        if not self.honours_constraints:
            raise SettingError(
                f"{type(self).__name__} cannot honour constraints", cure="Use another decoder, or pass no constraints"
            )
        return constraints.groups(n_items)


class Partition(Decoder):
    """A decoder that yields clusters only: antecedents and probabilities are derived (see `derived`)."""

    __slots__ = ()

    @abstractmethod
    def partition(self, links: Links, scores: np.ndarray, groups: Groups | None = None) -> np.ndarray:
        """(n_items,) int labels of one item set, of any numbers.

        Args:
            links: candidates of one set.
            scores: (n_links,) w_ij of each link, finite.
            groups: items that must stay together, and which of these groups must be apart; None without constraints. A
                decoder that cannot honour constraints needs no such argument.
        """

    def decode(self, links: Links, scores: np.ndarray, constraints: Constraints | None = None) -> Decoding:
        """Cluster one item set (see `Decoder.decode`)."""
        check_scores(links, scores)
        groups = self.groups(constraints, links.n_items)
        labels = self.partition(links, scores) if groups is None else self.partition(links, scores, groups)
        return derived(links, scores, labels, groups)


def derived(links: Links, scores: np.ndarray, labels: np.ndarray, groups: Groups | None = None) -> Decoding:
    """The decoding of given clusters, with antecedents and probabilities derived from the scores.

    The antecedent is the best-scoring candidate within the cluster, and the probability that of equation 6 at γ = 1.
    If none of an item's candidates is in its cluster, but an item of its group is, the antecedent is the last item of
    the group before it, with probability 1.
    """
    labels = by_first_item(labels)
    starts = links.indptr[:-1]
    together = links.coreferent([labels])
    probability = link_probabilities(links.indptr, scores.astype(np.float64), 1.0)
    chosen = np.add.reduceat(probability * together, starts) if len(starts) else np.zeros(0)
    inside = np.where(together, scores, -np.inf)
    best = np.array([lo + inside[lo:hi].argmax() for lo, hi in links.slices()], dtype=np.int64)
    antecedent = links.antecedent[best]
    if groups is not None:
        previous = groups.previous()
        forced = (antecedent < 0) & (previous >= 0)
        antecedent = np.where(forced, previous, antecedent)
        chosen[forced] = 1.0
    return Decoding(labels, antecedent, chosen)


def by_first_item(labels: np.ndarray) -> np.ndarray:
    """The same partition with clusters numbered from 0 by their first items, int32."""
    _, first, number = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int32)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[number]


def check_scores(links: Links, scores: np.ndarray) -> None:
    """Raise LinksError unless there is one finite score per link."""
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
    found = np.empty(len(scores))
    for first in range(0, len(indptr) - 1, _ITEMS):  # in blocks, because each step makes an array as long as the links
        bounds = indptr[first : first + _ITEMS + 1]
        of_block = slice(bounds[0], bounds[-1])
        starts, counts = bounds[:-1] - bounds[0], np.diff(bounds)
        peak = np.maximum.reduceat(scores[of_block], starts)
        measure = np.exp((scores[of_block] - np.repeat(peak, counts)) / gamma)
        found[of_block] = measure / np.repeat(np.add.reduceat(measure, starts), counts)
    return found
