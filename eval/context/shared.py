"""The encoder of a base pipeline, tuned for coreference too, while what it parses stays as it was (PyTorch).

One encoder is read once: the heads that tag, parse and name, and those of links and mentions read the same vectors.
What it parsed before teaches it to go on so (Li & Hoiem 2018, "Learning without Forgetting"): the encoder as it was
reads windows of its own, and what it believes of their words is learned (Hinton, Vinyals & Dean 2015).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import torch
from base_recipe import Network
from examples import Example, part_of
from layers import Layers
from linking import NEVER, Linker, Sizes
from torch import Tensor, nn
from torch.nn import functional
from tuned import Bert

from corefpipe.network.pieces import WordPieces
from corefpipe.network.windows import stretches
from corefpipe.parsing.encoder.labels import TASKS, UNKNOWN, look_of
from corefpipe.parsing.encoder.windows import WINDOW

HOLD = 4.0
"""Weight of what is learned of the parse."""
UNSPACED, SMALLER = 0.2, 0.3
"""How often the spaces between words are hidden, and how often windows are smaller, in training."""
SMALLEST = 48
OVER = "over/"
"""What the names of the weights over the encoder begin with: a module has attributes of its own, "type" among them."""


@dataclass(frozen=True)
class Batch:
    """Windows of words as numbers; the root, of which each window has one, stands before the words.

    Attributes:
        pieces, looks: (windows, length) as in `corefpipe.parsing.encoder.windows`.
        first, last: for each window the first and the last piece of each word, with that of the root.
        words: for each window the number of the first word.
        own: for each window the words that have their vectors from it.
        gaps: (n,) what is before each word, as far as it is told.
    """

    pieces: Tensor
    looks: Tensor
    first: list[Tensor]
    last: list[Tensor]
    words: list[int]
    own: list[tuple[int, int]]
    gaps: np.ndarray


class BaseEncoder(nn.Module):
    """The encoder of a base pipeline with its heads (see `eval/base_pipeline/biaffine.py`)."""

    def __init__(self, network: Network):
        super().__init__()
        self.bert = Bert(network.encoder)
        self.heads = nn.ParameterDict(
            {
                OVER + name: nn.Parameter(torch.tensor(array, dtype=torch.float32))
                for name, array in network.heads.items()
            }
        )

    def network(self, labels: dict[str, list[str]], pieces: list[str], window: int) -> Network:
        """Its weights."""
        heads = {name.removeprefix(OVER): value.detach().numpy() for name, value in self.heads.items()}
        return Network(self.bert.weights(), heads, labels, pieces, window)

    def read(self, batch: Batch, drop: float) -> Tensor:
        """(windows, length, width) vectors of pieces."""
        looks = functional.embedding(batch.looks, self._w("look"))
        return self.bert(batch.pieces, batch.pieces > 0, drop, looks)

    def scores(self, hidden: Tensor, first: Tensor, last: Tensor, drop: float = 0.0) -> dict[str, Tensor]:
        """Scores of the words of a window: (words, labels) of each task, (words, words) of "head", ends of relations.

        Args:
            hidden: (length, width) vectors of its pieces.
            first, last: (words,) pieces of each, the root before them.
            drop: share of values dropped.
        """
        words = functional.dropout(torch.cat([hidden[first], hidden[last]], -1), drop, self.training)

        def layer(name: str) -> Tensor:
            found = functional.gelu(words @ self._w(name) + self._w(f"{name}/b"), approximate="tanh")
            return functional.dropout(found, drop, self.training)

        shared = layer("shared")
        found = {task: shared @ self._w(task) + self._w(f"{task}/b") for task in TASKS}
        of_dep, of_head = layer("arc_dep"), layer("arc_head")
        found["head"] = of_dep @ self._w("arc") @ of_head.T + (of_head @ self._w("arc/b"))[None]
        return found | {"rel_dep": layer("rel_dep"), "rel_head": layer("rel_head")}

    def relations(self, found: Mapping[str, Tensor], words: Tensor, heads: Tensor) -> Tensor:
        """(n, labels) scores of the relations of words to heads."""
        of_dep, of_head = found["rel_dep"][words], found["rel_head"][heads]
        width, labels, _ = self._w("rel").shape
        turned = (of_dep @ self._w("rel").reshape(width, -1)).view(-1, labels, width)
        both = torch.einsum("nlw,nw->nl", turned, of_head)
        return both + torch.cat([of_dep, of_head], -1) @ self._w("rel_one") + self._w("rel/b")

    def _w(self, name: str) -> Tensor:
        return self.heads[OVER + name]


class SharedLinker(Linker):
    """The encoder of a base pipeline, layers over it, and the scores of what corefers.

    Args:
        sizes: `window` counts word pieces of the encoder's windows, and words of those of the layers.
        network: the encoder with its heads.
        encoder_rate: highest rate of learning of both.
        before: what teaches it to parse as before; None for itself as it is.
    """

    def __init__(self, sizes: Sizes, network: Network, encoder_rate: float = 8e-5, before: Network | None = None):
        super().__init__(sizes)
        self.encoder = BaseEncoder(network)
        self.layers = Layers(sizes)
        self.labels, self.pieces, self._rate = network.labels, network.pieces, encoder_rate
        self._pieces_of = WordPieces(network.pieces)
        # Not a part of this module: it neither learns nor is kept.
        self._before = [BaseEncoder(before or network).requires_grad_(False).eval()]
        self._held: list[tuple[float, float]] = []

    def groups(self, rate: float) -> list[dict[str, Any]]:
        """See `Linker.groups`."""
        own = list(self.encoder.parameters())
        known = {id(one) for one in own}
        others = [one for one in self.parameters() if id(one) not in known]
        return [{"params": own, "lr": self._rate}, {"params": others, "lr": rate}]

    def network(self) -> Network:
        """The encoder with its heads."""
        return self.encoder.network(self.labels, self.pieces, self.sizes.window)

    def held_since(self) -> dict[str, float]:
        """Since the last call: how far the parse is from what it was, and the share of words with the same head."""
        loss, same = np.mean(self._held, axis=0) if self._held else (np.nan, np.nan)
        self._held.clear()
        return {"divergence": round(float(loss), 4), "same heads": round(float(same), 4)}

    def read(self, example: Example, drop: float = 0.1) -> Tensor:
        """(n, width) vectors of words."""
        return self._vectors(self._batch(example), example, drop)[0]

    def loss(self, example: Example) -> Tensor:
        """The loss of an example, and of what the encoder parses in one of its windows."""
        batch = self._batch(example)
        vectors, hidden = self._vectors(batch, example, 0.1)
        return self.loss_of(vectors, example) + HOLD * self._hold(batch, hidden, example)

    def _vectors(self, batch: Batch, example: Example, drop: float) -> tuple[Tensor, Tensor]:
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.training):
            hidden = self.encoder.read(batch, drop)
        parts = []
        for row, (start, own) in enumerate(zip(batch.words, batch.own, strict=True)):
            inside = slice(own[0] - start + 1, own[1] - start + 1)
            parts.append((hidden[row, batch.first[row][inside]] + hidden[row, batch.last[row][inside]]).float() / 2)
        return self.layers(torch.cat(parts), example, drop), hidden

    def _batch(self, example: Example) -> Batch:
        """The windows of an example; in training some are smaller, and some know no spaces."""
        most, gaps = self.sizes.window, example.gaps
        if self.training:
            if float(torch.rand(())) < SMALLER:
                most = int(torch.randint(SMALLEST, most + 1, ()))
            if float(torch.rand(())) < UNSPACED:
                gaps = np.full_like(gaps, UNKNOWN)
        pieces = [self._pieces_of(word) for word in example.words]
        return _as_batch(example, pieces, gaps, list(_windows(example, pieces, most - 2)), self._pieces_of)

    def _hold(self, batch: Batch, hidden: Tensor, example: Example) -> Tensor:
        """How far what is parsed in a window is from what was: the sum of the divergences of all tasks, per word."""
        row = int(torch.randint(len(batch.words), ()))
        start, own = batch.words[row], batch.own[row]
        part = part_of(example, start, own[1])
        pieces = [self._pieces_of(word) for word in part.words]
        ends = [0, *accumulate(map(len, pieces))]
        rows = [(first, end, end) for first, end in stretches(part.sentences.tolist(), ends, WINDOW - 2)]
        before: BaseEncoder = self._before[0]
        as_was = _as_batch(part, pieces, batch.gaps[start : own[1]], rows, self._pieces_of)
        own_batch = batch.first[row][: len(part) + 1], batch.last[row][: len(part) + 1]
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.training):
            with torch.no_grad():
                hidden_before = before.read(as_was, 0.0)
            mine = self.encoder.scores(hidden[row].float(), *own_batch, drop=0.1)
            total, same, words = torch.zeros(()), 0, 0
            for number, (first, end, _) in enumerate(rows):
                with torch.no_grad():
                    theirs = before.scores(hidden_before[number].float(), as_was.first[number], as_was.last[number])
                place = torch.arange(first, end) + 1
                for task in TASKS:
                    total = total + _divergence(mine[task][place], theirs[task][1:])
                # Heads are words of the sentence, or the root.
                sentences = torch.from_numpy(part.sentences[first:end])
                inside = torch.cat([torch.ones(end - first, 1, dtype=torch.bool), sentences[:, None] == sentences], 1)
                columns = torch.cat([torch.zeros(1, dtype=torch.long), place])
                arcs = mine["head"][place][:, columns].float().masked_fill(~inside, NEVER)
                wanted = theirs["head"][1:].float().masked_fill(~inside, NEVER)
                total = total + _divergence(arcs, wanted)
                heads = wanted.argmax(1)
                with torch.no_grad():
                    relations = before.relations(theirs, torch.arange(1, end - first + 1), heads)
                total = total + _divergence(self.encoder.relations(mine, place, columns[heads]), relations)
                same, words = same + int((arcs.argmax(1) == heads).sum()), words + end - first
        self._held.append((float(total.detach()) / words, same / words))
        return total / words


def _divergence(scores: Tensor, wanted: Tensor) -> Tensor:
    """Kullback-Leibler divergence of what is believed from what is wanted, summed over rows."""
    wanted = wanted.float()
    return functional.kl_div(scores.float().log_softmax(1), wanted.log_softmax(1), reduction="sum", log_target=True)


def _windows(example: Example, pieces: list[tuple[int, ...]], most: int) -> Iterator[tuple[int, int, int]]:
    """(start, end of the words of its own, end) of windows, as the parser reads them: what follows the last start of a
    sentence is read again.
    """
    bounds = [0, *(np.flatnonzero(np.diff(example.texts)) + 1).tolist(), len(example)]
    ends = np.array([0, *accumulate(map(len, pieces))])
    for begin, stop in pairwise(bounds):
        start = begin
        while start < stop:
            end = min(max(int(np.searchsorted(ends, ends[start] + most, "right")) - 1, start + 1), stop)
            own = end
            if end < stop:
                starts = np.flatnonzero(np.diff(example.sentences[start:end])) + 1
                own = start + int(starts[-1]) if len(starts) else end
            yield start, own, end
            start = own


def _as_batch(
    example: Example,
    pieces: list[tuple[int, ...]],
    gaps: np.ndarray,
    windows: list[tuple[int, int, int]],
    pieces_of: WordPieces,
) -> Batch:
    rows, looks, firsts, lasts = [], [], [], []
    for start, _, end in windows:
        row, look, first, last = [pieces_of.begin], [0], [0], [0]
        for word in range(start, end):
            first.append(len(row))
            row += pieces[word]
            look += look_of(example.words[word], int(gaps[word]), len(pieces[word]))
            last.append(len(row) - 1)
        rows.append([*row, pieces_of.end])
        looks.append([*look, 0])
        firsts.append(torch.tensor(first))
        lasts.append(torch.tensor(last))
    longest = max(map(len, rows))
    padded = (torch.tensor([row + [0] * (longest - len(row)) for row in of]) for of in (rows, looks))
    return Batch(*padded, firsts, lasts, [one[0] for one in windows], [one[:2] for one in windows], gaps)
