"""Base class of decoders that process items from left to right: each item joins a cluster or starts one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.constraints import Constraints, Groups
from corefpipe.clustering.decoders.base import Decoder, Decoding, check_scores
from corefpipe.clustering.links import Links


@dataclass(slots=True, frozen=True)
class Rule:
    """How an item chooses among the clusters of its candidates.

    Attributes:
        value: (n_links,) float64, what each candidate adds to the value of its cluster.
        start: (n_items,) float64, the value that a cluster must exceed to be joined.
        summed: whether a cluster's value is the sum of its candidates' values; else it is the largest of them.
        probability: (n_links,) float64 of each link.
        best_only: whether the probability of a choice is that of the best link alone, not that of all links into the
            cluster.
        accepts: a further condition for joining the cluster of the largest value: called with the probabilities of the
            item's links into it, and that of the best of them.
    """

    value: np.ndarray
    start: np.ndarray
    summed: bool
    probability: np.ndarray
    best_only: bool = False
    accepts: Callable[[np.ndarray, float], bool] | None = None

    def hopeless(self, links: Links) -> np.ndarray:
        """(n_items,) bool: whether the item starts a cluster, however its candidates are clustered."""
        if not links.n_links:
            return np.zeros(0, dtype=bool)
        linked = links.antecedent >= 0
        if self.summed:
            most = np.add.reduceat(np.where(linked, np.maximum(self.value, 0), 0), links.indptr[:-1])
        else:
            most = np.maximum.reduceat(np.where(linked, self.value, -np.inf), links.indptr[:-1])
        return most <= self.start


class LeftToRight(Decoder):
    """A decoder that processes items one by one; each joins a cluster or starts one.

    Constraints form groups of items. The first item of a group may not join the cluster of a group from which its own
    must be apart; its probability is that among the clusters allowed. The other items of the group follow it with
    probability 1, and their antecedent is the last item before them in the group, whether it is a candidate or not.
    """

    __slots__ = ()
    honours_constraints = True

    @abstractmethod
    def rule(self, links: Links, scores: np.ndarray) -> Rule:
        """The values by which the items of one set choose.

        Args:
            links: candidates of one set.
            scores: (n_links,) float64, finite.
        """

    @abstractmethod
    def decode_freely(self, links: Links, scores: np.ndarray) -> Decoding:
        """Cluster one item set without constraints: the same rule, in a faster implementation."""

    def decode(self, links: Links, scores: np.ndarray, constraints: Constraints | None = None) -> Decoding:
        """Cluster one item set (see `Decoder.decode`)."""
        check_scores(links, scores)
        groups = self.groups(constraints, links.n_items)
        if groups is None:
            return self.decode_freely(links, scores)
        return decode_within(links, self.rule(links, scores.astype(np.float64)), groups)


def decode_within(links: Links, rule: Rule, groups: Groups) -> Decoding:
    """Cluster one item set by a rule, within constraints."""
    n = links.n_items
    rivals, cluster_of = groups.rivals(), [-1] * groups.n_groups
    antecedent = groups.previous()
    labels = np.empty(n, dtype=np.int32)
    chosen = np.where(antecedent >= 0, 1.0, rule.probability[links.indptr[:-1]])
    hopeless = rule.hopeless(links).tolist()
    clusters = 0
    for item, ((lo, hi), group) in enumerate(zip(links.slices(), groups.number.tolist(), strict=True)):
        label = cluster_of[group]
        if label < 0:
            closed = {cluster_of[rival] for rival in rivals[group]} - {-1}
            if closed or not hopeless[item]:
                label, antecedent[item], chosen[item] = _choose(links, rule, labels, item, (lo, hi), closed)
            if label < 0:
                label, clusters = clusters, clusters + 1
            cluster_of[group] = label
        labels[item] = label
    return Decoding(labels, antecedent, chosen)


def _choose(
    links: Links, rule: Rule, labels: np.ndarray, item: int, of_item: tuple[int, int], closed: set[int]
) -> tuple[int, int, float]:
    """Choose the cluster of an item.

    Args:
        links: candidates of one set.
        rule: how items choose.
        labels: (n_items,) int, the clusters of the items before this one.
        item: the item.
        of_item: the first of the item's links, and the one after its last.
        closed: the clusters that it may not join.

    Returns:
        Cluster, antecedent and probability; cluster and antecedent are -1 to start a cluster.
    """
    lo, hi = of_item
    left, value, p = links.antecedent[lo + 1 : hi], rule.value[lo + 1 : hi], rule.probability[lo + 1 : hi]
    joined = labels[left]
    if closed:
        may = ~np.isin(joined, list(closed))
        left, value, p, joined = left[may], value[may], p[may], joined[may]
    label, best, share = -1, -1, rule.probability[lo]
    allowed = share + p.sum() if closed else 1.0
    if len(left):
        # No array here is as long as the list of clusters, which may be far more than the candidates.
        numbers, number = np.unique(joined, return_inverse=True)
        if rule.summed:
            measure = np.bincount(number, value)
        else:
            measure = np.full(len(numbers), -np.inf)
            np.maximum.at(measure, number, value)
        winner = int(measure.argmax())
        if measure[winner] > rule.start[item]:
            inside = number == winner
            at = int(np.where(inside, value, -np.inf).argmax())
            if rule.accepts is None or rule.accepts(p[inside], float(p[at])):
                label, best = int(numbers[winner]), int(left[at])
                share = (p[at : at + 1] if rule.best_only else p[inside]).sum()
    # The probabilities of all that is allowed may underflow to 0; then the choice counts as forced.
    return label, best, float(share / allowed) if allowed > 0 else 1.0
