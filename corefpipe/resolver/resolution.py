"""Resolution: the mentions of a Doc, their chains, and the probabilities of the links between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from corefpipe.chains.layout import ChainSpan, FoundMention, entity_ids
from corefpipe.chains.quotations import QuotationSpan
from corefpipe.clustering.decoders import Decoding
from corefpipe.clustering.decoders.link_values import link_probabilities
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.mentions import Spans
from corefpipe.quotations.attributed import AttributedQuotation, Attributions
from corefpipe.resolver.reasons import LinkReasons

MOST = 5  # antecedents listed per mention
LEAST = 0.01  # model probability below which a link is not listed
NOTHING = 0.001  # model probability below which a link does not count for its chain

_DIGITS = 4  # decimal places of a probability that is written


@dataclass(slots=True, frozen=True)
class Ranked:
    """The most probable links of each mention, most probable first, with uncalibrated probabilities.

    Attributes:
        indptr: (n_mentions + 1,) where the links of each mention begin.
        antecedent: (n_links,) int32 number of the antecedent.
        chain: (n_links,) sum of Pr[j ← i] over the members j of the antecedent's chain (Samdani, Chang & Roth 2014,
            equation 6).
        share: (n_links,) share of this antecedent in that sum.
        start: (n_mentions,) probability of starting a chain.
    """

    indptr: np.ndarray
    antecedent: np.ndarray
    chain: np.ndarray
    share: np.ndarray
    start: np.ndarray

    def mention(self) -> np.ndarray:
        """(n_links,) number of the mention that each link leaves."""
        return np.repeat(np.arange(len(self.start)), np.diff(self.indptr))

    @classmethod
    def of(cls, blocks: Iterable[ScoredBlock], decoding: Decoding, also: tuple[int, int] | None = None) -> Ranked:
        """At most `MOST` links per mention, and with them the chosen one.

        Args:
            blocks: the candidates of one document; those of a block are read when its mentions are decided.
            decoding: cluster labels and antecedents of its mentions.
            also: mention and antecedent of a further candidate to list.
        """
        nothing = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int32), np.zeros(0), np.zeros(0), np.zeros(0)
        parts = [nothing, *(_ranked(block, decoding, also) for block in blocks)]
        counts, antecedent, chain, share, start = map(np.concatenate, zip(*parts, strict=True))
        return cls(np.append(0, np.cumsum(counts)), antecedent, chain, share, start)


def _ranked(
    block: ScoredBlock, decoding: Decoding, also: tuple[int, int] | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Number of listed links per mention, and `antecedent`, `chain`, `share`, `start` of the mentions of a block."""
    left = block.antecedent
    p = link_probabilities(block.indptr, block.scores, 1.0)
    start = p[block.dummies]
    wanted = left == np.repeat(decoding.antecedent[block.items], np.diff(block.indptr))
    if also is not None and 0 <= also[0] - block.first < len(block):
        lo, hi = block.indptr[also[0] - block.first :][:2].tolist()
        wanted[lo:hi] |= left[lo:hi] == also[1]
    near = np.flatnonzero(((p >= NOTHING) | wanted) & (left >= 0))
    item = np.searchsorted(block.indptr, near, "right") - 1
    antecedent, p = left[near], p[near]
    _, number = np.unique(item * (block.n_items + 1) + decoding.labels[antecedent], return_inverse=True)
    mass = np.minimum(np.bincount(number, weights=p)[number], 1.0) if len(number) else p
    order = np.lexsort((-p, item))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order)) - np.searchsorted(item, np.arange(len(block)))[item[order]]
    listed = order[((rank < MOST) & (p >= LEAST) | wanted[near])[order]]
    counts = np.bincount(item[listed], minlength=len(block))
    safe = np.maximum(mass, np.finfo(np.float64).tiny)
    return counts, antecedent[listed], mass[listed], (p / safe)[listed], start


@dataclass(slots=True, frozen=True)
class Resolution:
    """The mentions of one Doc and their chains; arrays hold one value per mention.

    Attributes:
        spans: the mentions, in tokens of the Doc.
        kinds: pronoun, name, nominal, coordination or verb.
        decoding: cluster labels and antecedents.
        ranked: the most probable links of each mention.
        link: (n_links,) calibrated probability that each link of `ranked` is correct.
        start: (n_mentions,) calibrated probability that no earlier mention corefers.
        settled: (n_mentions,) bool: the antecedent follows from constraints, not from scores.
        certain: (n_mentions,) bool: whether the mention is one even if it corefers with no other.
        attributions: the quotations with their speakers, which are found when they are first asked for.
        reasons: the strongest reasons of the chosen links, where they were asked for.
    """

    spans: Spans
    kinds: list[str]
    decoding: Decoding
    ranked: Ranked
    link: np.ndarray
    start: np.ndarray
    settled: np.ndarray
    certain: np.ndarray
    attributions: Attributions
    reasons: LinkReasons | None = None

    @property
    def quotations(self) -> list[AttributedQuotation]:
        """The quotations in text order; the row of a speaker's mention is its number here."""
        return self.attributions.quotations

    def kept(self, singletons: bool) -> np.ndarray:
        """Numbers of the mentions in chains of two or more, with singletons also of those that are certain."""
        labels = self.decoding.labels
        if not len(labels):
            return np.arange(0)
        chained = np.bincount(labels)[labels] > 1
        return np.flatnonzero(chained | self.certain if singletons else chained)

    def found(self, singletons: bool) -> list[FoundMention]:
        """The mentions to write to the Doc (see `kept`)."""
        kept = self.kept(singletons)
        start, end = self.spans.start[kept].tolist(), self.spans.end[kept].tolist()
        labels, probability = self.decoding.labels[kept].tolist(), self.probability()[kept].tolist()
        kinds = [self.kinds[i] for i in kept.tolist()]
        columns = (start, end, kinds, labels, probability, self.links_among(kept))
        return [FoundMention(*row) for row in zip(*columns, strict=True)]

    def chain_spans(self, singletons: bool) -> list[ChainSpan]:
        """The mentions to keep (see `kept`), with their antecedents."""
        kept = self.kept(singletons)
        start, end = self.spans.start.tolist(), self.spans.end.tolist()
        ids = entity_ids(self.decoding.labels[kept].tolist())
        return [
            ChainSpan(start[i], end[i], id, (start[j], end[j]) if j >= 0 else None)
            for i, id, j in zip(kept.tolist(), ids, self._linked()[kept].tolist(), strict=True)
        ]

    def quotation_spans(self, singletons: bool) -> list[QuotationSpan]:
        """The quotations to keep with the mentions of `kept`, whose chains are the speakers."""
        quotations = self.quotations
        if not quotations:
            return []
        kept = self.kept(singletons)
        ids = dict(zip(kept.tolist(), entity_ids(self.decoding.labels[kept].tolist()), strict=True))
        found = []
        for one in quotations:
            speaker = self._participant(one.row, one.probability, ids)
            addressee = self._participant(*self._addressee(one), ids)
            cue = (one.cue, one.cue + 1) if one.cue >= 0 else None
            found.append(QuotationSpan(one.start, one.end, one.turn, *speaker, cue, *addressee))
        return found

    def _addressee(self, one: AttributedQuotation) -> tuple[int, float]:
        """Row and probability of the most probable addressee who is not the speaker; (-1, 0.0) for none.

        Nobody speaks to themselves, unless the text says so. Which mentions are the speaker's is known by now only.
        """
        labels = self.decoding.labels
        people = [(one.addressee, one.addressee_probability), *one.others]
        others = (found for found in people if found[0] < 0 or one.row < 0 or labels[found[0]] != labels[one.row])
        return people[0] if one.to_oneself else next(others, (-1, 0.0))

    def _participant(
        self, row: int, probability: float, ids: Mapping[int, str]
    ) -> tuple[str, tuple[int, int] | None, float | None]:
        """Entity id, mention and probability of a speaker or an addressee, by the row of the mention, -1 if unknown."""
        if row < 0:
            return "", None, None
        return ids.get(row, ""), (int(self.spans.start[row]), int(self.spans.end[row])), round(probability, _DIGITS)

    def _linked(self) -> np.ndarray:
        """(n_mentions,) the antecedent of each mention in its own chain, -1 for none."""
        antecedent, labels = self.decoding.antecedent, self.decoding.labels
        return np.where(labels[antecedent] == labels, antecedent, -1)

    def probability(self) -> np.ndarray:
        """(n_mentions,) calibrated probability that each mention's link, or its start of a chain, is correct."""
        found = self.start.copy()
        mention = self.ranked.mention()
        chosen = self.ranked.antecedent == self.decoding.antecedent[mention]
        found[mention[chosen]] = self.link[chosen]
        found[self.settled] = 1.0
        return found

    def links_among(self, kept: np.ndarray) -> Iterator[list[tuple[int, float]]]:
        """For each of these mentions: (place in `kept`, probability) of its listed antecedents among them."""
        place = np.full(len(self.spans), -1)
        place[kept] = np.arange(len(kept))
        target = place[self.ranked.antecedent]
        inside = (target >= 0) & (place[self.ranked.mention()] >= 0)
        rows = np.append(0, np.cumsum(inside))[self.ranked.indptr]
        order = np.flatnonzero(inside)
        pairs = list(zip(target[order].tolist(), np.round(self.link[order], _DIGITS).tolist(), strict=True))
        bounds = list(pairwise(rows.tolist()))
        known = self.decoding.antecedent
        for i in kept.tolist():
            first, last = bounds[i]
            links = pairs[first:last]
            if self.settled[i]:
                links = [(int(place[known[i]]), 1.0), *(link for link in links if link[0] != place[known[i]])]
            yield sorted(links, key=lambda pair: -pair[1])
