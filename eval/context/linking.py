"""What the vectors of words say of coreference, and how that is learned (PyTorch): `corefpipe.network.heads`.

Mention ranking over words (Dobrovolskii 2021). Subclasses give words their vectors: an encoder that is tuned for
nothing else (`tuned.py`), or that of a base pipeline, which goes on parsing (`shared.py`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from examples import PAIRS, PARTIAL, SOFT, Example
from groups import HEADS_OF, Group
from torch import Tensor, nn
from torch.nn import functional

from corefpipe.network.distances import CLASSES
from corefpipe.network.heads import REACH

NEVER = -1e9


@dataclass(frozen=True)
class Sizes:
    """Of a network.

    Attributes:
        given: width of the vectors that are read.
        width: of those of the layers.
        layers, heads, units: of the layers over them.
        hidden: units of the scores.
        window: most words that are read together.
        antecedents: of each word, of which the fine scores are computed in training.
    """

    given: int = 384
    width: int = 384
    layers: int = 1
    heads: int = 6
    units: int = 768
    hidden: int = 128
    window: int = 384
    antecedents: int = 24


def class_of(distance: Tensor) -> Tensor:
    """The class of each distance, of `CLASSES` (see `corefpipe.network.heads`)."""
    far = torch.floor(torch.log2(distance.clamp(min=1).float())).long() + 3
    return torch.where(distance < 5, distance.clamp(min=0), far).clamp(max=CLASSES - 1)


def _hot(classes: Tensor, number: int, dtype: torch.dtype) -> Tensor:
    """(..., number) ones where the class is, zeros elsewhere."""
    return (classes[..., None] == torch.arange(number, device=classes.device)).to(dtype)


class Linker(nn.Module):
    """Scores of links, of heads and of bounds of mentions, by vectors that subclasses give words.

    Attributes:
        pieces: the word pieces of the encoder by number.
    """

    pieces: list[str]

    def __init__(self, sizes: Sizes):
        super().__init__()
        self.sizes = sizes
        width, hidden = sizes.width, sizes.hidden
        self.query, self.key = (nn.Linear(width, hidden, bias=False) for _ in range(2))
        self.mention, self.mention_out = nn.Linear(width, hidden), nn.Linear(hidden, 1, bias=False)
        self.later, self.earlier = nn.Linear(width, hidden, bias=False), nn.Linear(width, hidden)
        self.later_part, self.earlier_part = (nn.Linear(width, hidden, bias=False) for _ in range(2))
        self.product = nn.Linear(hidden, hidden, bias=False)
        self.distance, self.sentences = nn.Embedding(CLASSES, hidden), nn.Embedding(CLASSES, hidden)
        self.speakers = nn.Embedding(3, hidden)
        self.pair_out = nn.Linear(hidden, 1, bias=False)
        self.head, self.head_out = nn.Linear(width, hidden), nn.Linear(hidden, len(HEADS_OF))
        self.edge_head, self.edge_word = nn.Linear(width, hidden, bias=False), nn.Linear(width, hidden)
        self.edge_distance, self.edge_out = nn.Embedding(2 * REACH + 1, hidden), nn.Linear(hidden, 2, bias=False)
        for table in (self.distance, self.sentences, self.speakers, self.edge_distance):
            nn.init.normal_(table.weight, std=0.02)
        for out in (self.pair_out, self.mention_out):
            out.weight.data *= 0.1

    @abstractmethod
    def prepare(self, examples: Sequence[Example], training: bool = False) -> Group:
        """What is read of examples of one kind; in training it may vary by chance."""

    @abstractmethod
    def read(self, group: Group, drop: float = 0.1) -> Tensor:
        """(n, width) vectors of the words of a group."""

    def groups(self, rate: float) -> list[dict[str, Any]]:
        """The parameters by their highest rate of learning, as PyTorch's optimizers take them."""
        return [{"params": list(self.parameters()), "lr": rate}]

    def mentions(self, vectors: Tensor) -> Tensor:
        """(n,) score of each word as one of two that corefer."""
        return self.mention_out(functional.relu(self.mention(vectors)))[:, 0]

    def fine(self, of_later: tuple[Tensor, Tensor], of_earlier: tuple[Tensor, Tensor], place: tuple) -> Tensor:
        """(n, k) fine scores of links.

        Args:
            of_later: (n, hidden) of the later words, twice.
            of_earlier: (n, k, hidden) of the earlier words, twice.
            place: (n, k) distances in words, in sentences; whether speakers are the same, 2 where unknown.
        """
        dtype = of_later[1].dtype
        tables = torch.cat([self.distance.weight, self.sentences.weight, self.speakers.weight])
        with self.fast():
            # Products with ones and zeros: the gradient of looking up rows of a small table is slower by far.
            classes = [_hot(class_of(distance), CLASSES, dtype) for distance in place[:2]]
            hot = torch.cat([*classes, _hot(place[2], 3, dtype)], -1)
            hidden = self.product(of_later[1][:, None] * of_earlier[1]) + hot @ tables.to(dtype)
            hidden = functional.relu(hidden + of_later[0][:, None] + of_earlier[0])
            return self.pair_out(hidden * self._mask(hidden))[..., 0].float()

    def fast(self) -> torch.autocast:
        """Products in bfloat16, in training."""
        return torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.training)

    @property
    def device(self) -> torch.device:
        """Where its weights are."""
        return self.query.weight.device

    def _mask(self, hidden: Tensor) -> Tensor:
        """(n, 1, width) dropout that all rows of (n, k, width) share, for drawing numbers for each costs more."""
        return functional.dropout(hidden.new_ones(len(hidden), 1, hidden.shape[-1]), 0.2, self.training)

    def links(self, vectors: Tensor, later: Tensor, earlier: Tensor, group: Group) -> Tensor:
        """(n, k) scores of links of the words `later` (n,) with the words `earlier` (n, k)."""
        mention = self.mentions(vectors)
        query, key = self.query(vectors) / self.sizes.hidden**0.5, self.key(vectors)
        coarse = torch.einsum("nh,nkh->nk", query[later], functional.embedding(earlier, key))
        coarse = coarse + mention[later][:, None] + mention[earlier]
        return coarse + self._fine_of(vectors, later, earlier, group)

    def _fine_of(self, vectors: Tensor, later: Tensor, earlier: Tensor, group: Group) -> Tensor:
        with self.fast():
            of_later = self.later(vectors)[later], self.later_part(vectors)[later]
            of_earlier = (
                functional.embedding(earlier, self.earlier(vectors)),
                functional.embedding(earlier, self.earlier_part(vectors)),
            )
        one, other = group.speakers[later][:, None], group.speakers[earlier]
        same = torch.where((one == 0) | (other == 0), 2, (one == other).long())
        apart = group.sentences[later][:, None] - group.sentences[earlier]
        return self.fine(of_later, of_earlier, (later[:, None] - earlier, apart, same))

    def best(self, vectors: Tensor, group: Group) -> tuple[Tensor, Tensor]:
        """(n, k) scores of the coarsely best antecedents, `NEVER` where there is none, and their words."""
        n, longest = len(vectors), group.grid.shape[1]
        words = group.grid.clamp(max=n - 1)
        query, key = (functional.embedding(words, one(vectors)) for one in (self.query, self.key))
        mention = self.mentions(vectors)[words]
        coarse = query @ key.transpose(1, 2) / self.sizes.hidden**0.5 + mention[:, :, None] + mention[:, None]
        place = torch.arange(longest, device=vectors.device)
        coarse = coarse.masked_fill(place >= place[:, None], NEVER).view(-1, longest)[group.at]
        top, column = coarse.topk(min(self.sizes.antecedents, longest), 1)
        earlier = words.view(-1)[(group.at - group.at % longest)[:, None] + column]
        scores = top + self._fine_of(vectors, torch.arange(n, device=vectors.device), earlier, group)
        return scores.masked_fill(top <= NEVER / 2, NEVER), earlier

    def bounds(self, vectors: Tensor, group: Group, heads: Tensor) -> tuple[Tensor, Tensor]:
        """(m, 2 * REACH + 1) scores of the first and the last word of the mentions of heads, by distance."""
        away = torch.arange(-REACH, REACH + 1, device=vectors.device)
        words = heads[:, None] + away
        there = (words >= 0) & (words < len(vectors))
        words = words.clamp(0, len(vectors) - 1)
        there &= group.sentences[words] == group.sentences[heads][:, None]
        with self.fast():
            hidden = self.edge_head(vectors[heads])[:, None] + functional.embedding(words, self.edge_word(vectors))
            hidden = functional.relu(hidden + self.edge_distance.weight.to(hidden.dtype))
            first, last = self.edge_out(hidden * self._mask(hidden)).float().unbind(-1)
        return first.masked_fill(~(there & (away <= 0)), NEVER), last.masked_fill(~(there & (away >= 0)), NEVER)

    def loss(self, group: Group) -> Tensor:
        """The loss of a group, per mention."""
        return self.loss_of(self.read(group), group)

    def loss_of(self, vectors: Tensor, group: Group) -> Tensor:
        """The loss of a group whose words have these (n, width) vectors."""
        vectors = functional.dropout(vectors, 0.2, self.training)
        if group.kind == PAIRS:
            return self._loss_of_pairs(vectors, group)
        scores, earlier = self.best(vectors, group)
        there = scores > NEVER / 2
        full = torch.cat([scores.new_zeros(len(scores), 1), scores], 1)
        total, size = (self._soft if group.kind == SOFT else self._hard)(full, earlier, there, group)
        if len(group.mentions) and group.kind != PARTIAL:
            head, first, last = group.mentions.unbind(1)
            begins, ends = self.bounds(vectors, group, head)
            bounds = functional.cross_entropy(begins, first - head + REACH, reduction="none")
            bounds = bounds + functional.cross_entropy(ends, last - head + REACH, reduction="none")
            total = total + 0.5 * bounds.clamp(max=50).sum()
        odds = self.head_out(functional.relu(self.head(vectors)))[:, group.scheme]
        missed = functional.binary_cross_entropy_with_logits(odds, group.heads.clamp(min=0), reduction="none")
        total = total + 0.3 * (missed * (group.heads >= 0)).sum()
        return total / size

    @staticmethod
    def _hard(full: Tensor, earlier: Tensor, there: Tensor, group: Group) -> tuple[Tensor, Tensor]:
        chains = group.chains
        right = (chains[:, None] == chains[earlier]) & (chains[:, None] > 0) & there
        none = ~right.any(1, keepdim=True)
        live, known = torch.ones_like(chains, dtype=torch.bool), there
        if group.kind == PARTIAL:  # only what is annotated tells
            live = (chains > 0) & ~none[:, 0]
            known = there & (chains[:, None] > 0) & (chains[earlier] > 0)
        gold = full.masked_fill(~torch.cat([none, right], 1), NEVER).logsumexp(1)
        missed = ((full.logsumexp(1) - gold) * live).sum()
        each = functional.binary_cross_entropy_with_logits(full[:, 1:], right.float(), reduction="none")
        return missed + 0.1 * (each * known).sum(), (chains > 0).sum().clamp(min=1)

    @staticmethod
    def _soft(full: Tensor, earlier: Tensor, there: Tensor, group: Group) -> tuple[Tensor, Tensor]:
        own = group.at % group.grid.shape[1]
        target = full.new_zeros(len(full), group.grid.shape[1])
        target[group.soft[:, 0], own[group.soft[:, 1]]] = group.odds
        none = (1 - target.sum(1)).clamp(min=0)
        logs = functional.log_softmax(full, 1)
        of_links = (target.gather(1, own[earlier]) * there * logs[:, 1:].clamp(min=-30)).sum()
        return -((none * logs[:, 0]).sum() + of_links), group.odds.sum().clamp(min=1)

    def _loss_of_pairs(self, vectors: Tensor, group: Group) -> Tensor:
        scores, gold, there = self.of_pairs(vectors, group)
        one = (gold.sum(1) == 1) & (there.sum(1) > 1)
        chosen = functional.cross_entropy(scores[one], gold[one].argmax(1)) if one.any() else scores.sum() * 0
        return 1.5 * chosen + functional.binary_cross_entropy_with_logits(scores[there], gold[there])

    def of_pairs(self, vectors: Tensor, group: Group) -> tuple[Tensor, Tensor, Tensor]:
        """(anaphors, most candidates) scores of links, `NEVER` where there are fewer; which are right, which there."""
        one, other, right = group.pairs.unbind(1)
        later, earlier = torch.maximum(one, other), torch.minimum(one, other)
        found = self.links(vectors, later, earlier[:, None], group)[:, 0]
        _, row, many = one.unique_consecutive(return_inverse=True, return_counts=True)
        column = torch.arange(len(one), device=one.device) - (many.cumsum(0) - many)[row]
        scores = found.new_full((len(many), int(many.max())), NEVER).index_put((row, column), found)
        gold = torch.zeros_like(scores).index_put((row, column), right.to(scores.dtype))
        return scores, gold, scores > NEVER / 2
