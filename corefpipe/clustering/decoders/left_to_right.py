"""Base class of decoders that process items from left to right: each item joins a cluster or starts one."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from typing import ClassVar

import numpy as np

from corefpipe.clustering.decoders.base import Decoder
from corefpipe.clustering.decoders.constrained_choice import ConstrainedChoice
from corefpipe.clustering.decoders.cutting import mergers_of_links
from corefpipe.clustering.decoders.decoding import Decoding
from corefpipe.clustering.decoders.link_values import best_links, own_links
from corefpipe.clustering.decoders.merging import merge_in_order
from corefpipe.clustering.decoders.rules import Rule
from corefpipe.clustering.groups import Groups
from corefpipe.clustering.links import Links
from corefpipe.clustering.scored_block import ScoredBlock


class LeftToRight(Decoder):
    """A decoder that processes items one by one; each joins a cluster or starts one.

    Constraints form groups of items. The first item of a group may not join the cluster of a group from which its own
    must be apart, and joins none if it must start one; its probability is that among the choices allowed. The other
    items of the group follow it with probability 1, and their antecedent is the last item before them in the group,
    whether it is a candidate or not. An item that may not join the cluster it likes best joins another one only if
    that has some probability among all choices, the forbidden ones included. Where an earlier choice keeps an item
    from the cluster it likes best, both choose together (see `ConstrainedChoice`).

    With and without constraints the same `Rule` chooses, and it breaks ties in favour of the first link or cluster
    among those allowed. So constraints that the clusters meet anyway change nothing.

    For more clusters than the threshold gives, the weakest links chosen are cut; for fewer, the strongest links refused
    are added. Where the best link alone decides, this is what another threshold gives.
    """

    __slots__ = ()
    honours_constraints = True
    honours_values = True
    cuts: ClassVar[bool] = True

    @abstractmethod
    def rule(self, block: ScoredBlock) -> Rule:
        """How the items of a block choose."""

    def cluster(self, links: Links, scores: np.ndarray, groups: Groups | None) -> Decoding:
        """Cluster one item set (see `Decoder.cluster`)."""
        found = Decoding.empty(links.n_items)
        deque(self.fill(found, ScoredBlock.of(links, scores), groups), maxlen=0)
        return found

    def start(self, links: Links, scores: np.ndarray) -> np.ndarray | float:
        """(n_items,) float64, or one for all, the score that a single link is compared with; the threshold aside."""
        return 0.0

    def gain(self, links: Links, scores: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """(n_items,) float64, how much better it is to link to one cluster than to start one; the threshold aside.

        Args:
            links, scores: see `cluster`.
            chosen: (n_links,) bool, the links to the cluster.
        """
        best = scores[best_links(links.indptr, np.where(chosen, scores, -np.inf))]
        return np.asarray(best - self.start(links, scores))

    def cut(self, links: Links, scores: np.ndarray, n_clusters: int, groups: Groups) -> np.ndarray:
        """(n_items,) int labels of one item set (see `Decoder.cut`)."""
        found = self.cluster(links, scores, None if groups.free else groups)
        candidate = links.antecedent >= 0
        gain = self.gain(links, scores, own_links(links, found.labels) & candidate)
        value = scores - np.repeat(np.broadcast_to(self.start(links, scores), links.n_items), np.diff(links.indptr))
        return merge_in_order(groups, mergers_of_links(links, found.antecedent, gain, value), n_clusters)

    def fill(
        self, found: Decoding, blocks: Iterable[ScoredBlock], groups: Groups | None = None
    ) -> Iterator[ScoredBlock]:
        """Cluster one item set block by block, so that its links need never exist all at once.

        Args:
            found: is filled in.
            blocks: all items of the set, in their order, with finite scores.
            groups: see `Decoder.cluster`.

        Yields:
            each block, as soon as `found` has what its items chose.
        """
        if groups is None:
            clusters = 0
            for block in blocks:
                rule = self.rule(block)
                clusters, chosen = rule.freely(found.labels, clusters)
                found.antecedent[block.items] = block.antecedent[chosen.link]
                found.probability[block.items] = rule.share(found.labels, chosen)
                yield block
            return
        within = ConstrainedChoice(groups, found.labels)
        for rule, chosen in within.all(map(self.rule, blocks)):
            items, share = rule.block.items, rule.share(found.labels, chosen)
            found.antecedent[items], found.probability[items] = within.settled(rule, chosen, share)
            yield rule.block
