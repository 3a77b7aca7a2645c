"""Choices of a decoder from left to right within constraints."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.decoders.rules import Chosen, Rule
from corefpipe.clustering.groups import Groups


class ConstrainedChoice:
    """Choosing within constraints.

    Args:
        groups: of the items of the set.
    """

    def __init__(self, groups: Groups):
        n_items = len(groups.number)
        self._groups = groups
        self._previous = groups.previous()
        self._rivals = groups.rivals()
        self._starts = groups.starts.tolist()
        # The probability of all that an item may choose; 0 if it is forced.
        self._allowed = np.where(self._previous < 0, 1.0, 0.0)
        self._shut = np.zeros(n_items, dtype=bool)  # per cluster: whether the item may not join it
        self._cluster_of = [-1] * groups.n_groups
        # Of each cluster the known values of its groups.
        self._values = np.full((n_items, groups.values.shape[1]), -1, dtype=np.int64)
        self._valued: list[bool] = np.any(groups.values >= 0, axis=1).tolist()

    def choose(self, rule: Rule, labels: np.ndarray, clusters: int) -> tuple[int, Chosen]:
        """Let the items of a rule choose (see `Rule.freely`)."""
        block = rule.block
        chosen = Chosen.nothing(block)
        shut, cluster_of = self._shut, self._cluster_of
        numbers = self._groups.number[block.items].tolist()
        choosing = zip(block.slices(), rule.hopeless().tolist(), numbers, strict=True)
        for item, ((lo, hi), hopeless, group) in enumerate(choosing):
            label = cluster_of[group]
            if label < 0:
                closed = {cluster_of[rival] for rival in self._rivals[group]} - {-1}
                if self._starts[group]:
                    self._allowed[block.first + item] = 0
                elif closed or self._valued[group] or not hopeless:
                    at = np.arange(lo + 1, hi)
                    joined = labels[block.antecedent[at]]
                    if closed or self._valued[group]:
                        shut[list(closed)] = True
                        may = ~shut[joined] & ~self._clash(group, joined)
                        shut[list(closed)] = False
                        if not may.all():  # otherwise it is 1, whatever the sum is rounded to
                            at, joined = at[may], joined[may]
                            self._allowed[block.first + item] = rule.probability[lo] + rule.probability[at].sum()
                    if len(at):
                        best, measure = rule.choose(item, at, joined)
                        if best >= 0:
                            label, chosen.link[item], chosen.value[item] = int(joined[best]), at[best], measure
                if label < 0:
                    label, clusters = clusters, clusters + 1
                cluster_of[group] = label
                if self._valued[group]:
                    own = self._groups.values[group]
                    self._values[label] = np.where(own >= 0, own, self._values[label])
            labels[block.first + item] = label
        return clusters, chosen

    def _clash(self, group: int, clusters: np.ndarray) -> np.ndarray:
        """(n,) bool: whether clusters have another known value than a group in one column."""
        own, found = self._groups.values[group], self._values[clusters]
        clash: np.ndarray = ((own >= 0) & (found >= 0) & (found != own)).any(axis=1)
        return clash

    def settled(self, rule: Rule, chosen: Chosen, share: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n,) antecedents, which within a group are the items before, and (n,) probabilities among what is allowed."""
        items = rule.block.items
        previous, allowed = self._previous[items], self._allowed[items]
        antecedent = np.where(previous < 0, rule.block.antecedent[chosen.link], previous)
        # The probabilities of all that is allowed may underflow to 0; then the choice counts as forced.
        return antecedent, np.divide(share, allowed, out=np.ones_like(share), where=allowed > 0)
