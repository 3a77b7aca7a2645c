"""Choices of a decoder from left to right within constraints."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.decoders.rules import Chosen, Rule
from corefpipe.clustering.groups import Groups
from corefpipe.clustering.packed_values import PackedValues


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
        packed = PackedValues.of(groups.values)
        self._of_group = list(zip(packed.bits.T.tolist(), packed.known.T.tolist(), strict=True))
        # Of each cluster the known values of its groups.
        self._bits, self._known = np.zeros((2, len(packed.bits), n_items), dtype=np.int64)
        self._valued = [any(known) for _, known in self._of_group]

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
                    at: slice | np.ndarray = slice(lo + 1, hi)
                    joined = labels[block.antecedent[at]]
                    if closed or self._valued[group]:
                        may = self._agree(group, joined)
                        if closed:
                            shut[list(closed)] = True
                            may &= ~shut[joined]
                            shut[list(closed)] = False
                        if not may.all():  # otherwise it is 1, whatever the sum is rounded to
                            at, joined = lo + 1 + np.flatnonzero(may), joined[may]
                            self._allowed[block.first + item] = rule.probability[lo] + rule.probability[at].sum()
                    if len(joined):
                        best, measure = rule.choose(item, at, joined)
                        if best >= 0:
                            label, chosen.value[item] = int(joined[best]), measure
                            chosen.link[item] = lo + 1 + best if isinstance(at, slice) else at[best]
                if label < 0:
                    label, clusters = clusters, clusters + 1
                cluster_of[group] = label
                if self._valued[group]:
                    for word, (bits, known) in enumerate(zip(*self._of_group[group], strict=True)):
                        self._bits[word, label] |= bits
                        self._known[word, label] |= known
            labels[block.first + item] = label
        return clusters, chosen

    def _agree(self, group: int, clusters: np.ndarray) -> np.ndarray:
        """(n,) bool: whether no known value of a cluster is another than that of a group."""
        found = np.ones(len(clusters), dtype=bool)
        for word, (bits, known) in enumerate(zip(*self._of_group[group], strict=True)):
            if known:
                found &= ((self._bits[word].take(clusters) ^ bits) & self._known[word].take(clusters) & known) == 0
        return found

    def settled(self, rule: Rule, chosen: Chosen, share: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n,) antecedents, which within a group are the items before, and (n,) probabilities among what is allowed."""
        items = rule.block.items
        previous, allowed = self._previous[items], self._allowed[items]
        antecedent = np.where(previous < 0, rule.block.antecedent[chosen.link], previous)
        # The probabilities of all that is allowed may underflow to 0; then the choice counts as forced.
        return antecedent, np.divide(share, allowed, out=np.ones_like(share), where=allowed > 0)
