"""Decoding where the entities of some items are known beforehand: they constrain the decoder's choices.

Items of one known entity always stand in one cluster, and items of two never do, be it over a third item. An item may
also be known not to be of an entity. All other choices stay the decoder's own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from corefpipe.clustering.decoders.base import Decoder, Decoding, by_first_item, check_scores, link_probabilities
from corefpipe.clustering.decoders.l3m import L3MDecoder
from corefpipe.clustering.decoders.sum_link import SumLinkDecoder
from corefpipe.clustering.decoders.threshold import BestLinkDecoder, ClosestLinkDecoder
from corefpipe.clustering.links import Links
from corefpipe.errors import LinksError, SettingError


@dataclass(slots=True, frozen=True)
class Known:
    """What is known of the entities of the items of one set.

    Attributes:
        entity: (n_items,) int, the entity of each item, -1 where it is not known.
        apart: (n_items,) int, an entity that each item is not of, -1 for none.
    """

    entity: np.ndarray
    apart: np.ndarray

    def settled(self) -> np.ndarray:
        """(n_items,) bool: whether an earlier item is of the same known entity, so that there is nothing to choose."""
        found = self.entity >= 0
        found[np.unique(self.entity, return_index=True)[1]] = False
        return found

    def check(self, n_items: int) -> Known:
        """Itself, if it fits so many items and does not contradict itself.

        Raises:
            LinksError: what is wrong, and with which item.
        """
        for name, column in (("entity", self.entity), ("apart", self.apart)):
            if column.shape != (n_items,) or not np.issubdtype(column.dtype, np.integer):
                raise LinksError(
                    f"'{name}' has shape {column.shape} and type {column.dtype} for {n_items} items",
                    cure="Give one whole number an item, -1 where nothing is known",
                )
        wrong = np.flatnonzero((self.entity >= 0) & (self.entity == self.apart))
        if len(wrong):
            entity = self.entity[wrong[0]]
            raise LinksError(
                f"item {wrong[0]} is of entity {entity} and not of entity {entity}",
                cure="Correct 'entity' or 'apart'",
            )
        return self


@dataclass(slots=True, frozen=True)
class _Rule:
    """How a decoder that takes the items one by one chooses a cluster.

    Attributes:
        value: (n_links,) float64, what a candidate says for its cluster.
        start: (n_items,) float64, what a cluster must exceed to be joined.
        summed: whether the values of a cluster's candidates are summed; else the largest counts.
        probability: (n_links,) float64 of each link.
        one: whether the probability of a choice is that of the best link alone, not of all links into the cluster.
    """

    value: np.ndarray
    start: np.ndarray
    summed: bool
    probability: np.ndarray
    one: bool = False

    def hopeless(self, links: Links) -> np.ndarray:
        """(n_items,) bool: whether no cluster can be worth joining, however the candidates cluster."""
        if not links.n_links:
            return np.zeros(0, dtype=bool)
        linked = links.antecedent >= 0
        if self.summed:
            most = np.add.reduceat(np.where(linked, np.maximum(self.value, 0), 0), links.indptr[:-1])
        else:
            most = np.maximum.reduceat(np.where(linked, self.value, -np.inf), links.indptr[:-1])
        return most <= self.start


def takes_known(decoder: Decoder) -> bool:
    """Whether `decode_known` can constrain this decoder: one that takes the items one by one, from left to right."""
    return isinstance(decoder, L3MDecoder | SumLinkDecoder | BestLinkDecoder | ClosestLinkDecoder)


def decode_known(decoder: Decoder, links: Links, scores: np.ndarray, known: Known) -> Decoding:
    """Cluster one item set as the decoder does, but for what is known.

    The first item of a known entity chooses among the clusters of no known entity, or starts one; the others of that
    entity follow with probability 1, and their antecedent is the one before them, a candidate or not. Probabilities
    of other items are those of their choice among the clusters that they may join.

    Args:
        decoder: one for which `takes_known`.
        links: candidates of one set.
        scores: (n_links,) w_ij of each link, the dummies' included.
        known: of the set's items.

    Raises:
        LinksError: scores that are no finite numbers or not one a link; `known` contradicts itself or does not fit.
        SettingError: a decoder that cannot be constrained.
    """
    check_scores(links, scores)
    return _decode(links, _rule_of(decoder, links, scores.astype(np.float64)), known.check(links.n_items))


def decode_with(decoder: Decoder, links: Links, scores: np.ndarray, known: Known | None) -> Decoding:
    """`decode_known` where something is known and the decoder can keep to it; else what the decoder says."""
    if known is None or not takes_known(decoder) or not ((known.entity >= 0) | (known.apart >= 0)).any():
        return decoder.decode(links, scores)
    return decode_known(decoder, links, scores, known)


def _rule_of(decoder: Decoder, links: Links, scores: np.ndarray) -> _Rule:
    dummies = links.indptr[:-1]
    if isinstance(decoder, L3MDecoder):
        scores[dummies] += decoder.threshold
        probability = link_probabilities(links.indptr, scores, decoder.gamma or 1.0)
        if decoder.gamma > 0:
            return _Rule(probability, probability[dummies], True, probability)
        return _Rule(scores, scores[dummies], False, probability, one=True)
    probability = link_probabilities(links.indptr, scores, 1.0)
    if isinstance(decoder, SumLinkDecoder):
        return _Rule(scores, scores[dummies] + decoder.threshold, True, probability)
    if isinstance(decoder, BestLinkDecoder):
        return _Rule(scores, np.full(links.n_items, decoder.threshold), False, probability)
    if isinstance(decoder, ClosestLinkDecoder):
        closest = np.where(scores > decoder.threshold, links.antecedent, -1).astype(np.float64)
        return _Rule(closest, np.full(links.n_items, -1.0), False, probability)
    raise SettingError(
        f"{type(decoder).__name__} cannot keep to known entities",
        cure="Those that take the items one by one can: l3m, sum-link, best-link, closest-link",
    )


@dataclass(slots=True)
class _Clusters:
    """The clusters so far: their items' labels, and the entities that they are, or are not."""

    labels: np.ndarray
    count: int = 0
    of: dict[int, int] = field(default_factory=dict)  # entity -> its cluster
    last: dict[int, int] = field(default_factory=dict)  # entity -> its last known item
    apart: dict[int, set[int]] = field(default_factory=dict)  # cluster -> entities that it is not

    def closed(self, entity: int, apart: int) -> set[int]:
        """The clusters that an item may not join which is the first of its entity, or of none known."""
        closed = {self.of[apart]} if apart in self.of else set()
        if entity >= 0:
            closed.update(self.of.values())
            closed.update(cluster for cluster, others in self.apart.items() if entity in others)
        return closed

    def add(self, item: int, label: int, entity: int, apart: int) -> None:
        """An item joins a cluster, or starts the next one."""
        self.labels[item] = label
        self.count = max(self.count, label + 1)
        if entity >= 0:
            self.of[entity], self.last[entity] = label, item
        if apart >= 0:
            self.apart.setdefault(label, set()).add(apart)


def _decode(links: Links, rule: _Rule, known: Known) -> Decoding:
    n = links.n_items
    clusters = _Clusters(np.empty(n, dtype=np.int64))
    antecedent = np.full(n, -1, dtype=np.int32)
    chosen = np.where(known.settled(), 1.0, rule.probability[links.indptr[:-1]])
    hopeless = rule.hopeless(links).tolist()
    facts = zip(links.slices(), known.entity.tolist(), known.apart.tolist(), strict=True)
    for item, ((lo, hi), entity, apart) in enumerate(facts):
        label = clusters.of.get(entity, -1)
        if label >= 0:
            antecedent[item] = clusters.last[entity]
        else:
            closed = clusters.closed(entity, apart)
            label = clusters.count
            if closed or not hopeless[item]:
                label, antecedent[item], chosen[item] = _choose(clusters, links, rule, item, lo, hi, closed)
        clusters.add(item, label, entity, apart)
    return Decoding(by_first_item(clusters.labels), antecedent, chosen)


def _choose(
    clusters: _Clusters, links: Links, rule: _Rule, item: int, lo: int, hi: int, closed: set[int]
) -> tuple[int, int, float]:
    """(cluster, antecedent, probability) of an item with links lo to hi that may not join the closed clusters."""
    left, value, p = links.antecedent[lo + 1 : hi], rule.value[lo + 1 : hi], rule.probability[lo + 1 : hi]
    joined = clusters.labels[left]
    if closed:
        may = ~np.isin(joined, list(closed))
        left, value, p, joined = left[may], value[may], p[may], joined[may]
    label, best, share = clusters.count, -1, rule.probability[lo]
    allowed = share + p.sum() if closed else 1.0
    if len(left):
        # Candidates are few, clusters may be many: nothing here is as long as their list.
        numbers, number = np.unique(joined, return_inverse=True)
        if rule.summed:
            measure = np.bincount(number, value)
        else:
            measure = np.full(len(numbers), -np.inf)
            np.maximum.at(measure, number, value)
        winner = int(measure.argmax())
        if measure[winner] > rule.start[item]:
            label, inside = int(numbers[winner]), number == winner
            best = int(left[np.where(inside, value, -np.inf).argmax()])
            share = (p[left == best] if rule.one else p[inside]).sum()
    # All that is allowed may be too improbable for a float; then the choice is as good as forced.
    return label, best, float(share / allowed) if allowed > 0 else 1.0
