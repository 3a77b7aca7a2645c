"""The encoder of a base pipeline, tuned for coreference too, while what it parses stays as it was (PyTorch).

One encoder is read once: the heads that tag, parse and name, and those of links and mentions read the same vectors.
What it parsed before teaches it to go on so (Li & Hoiem 2018, "Learning without Forgetting"): the encoder as it was
reads windows of its own, and what it believes of their words is learned (Hinton, Vinyals & Dean 2015).
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import torch
from base_recipe import Network
from examples import Example
from groups import Group, group_of
from layers import Layers, windows_of_words
from linking import NEVER, Linker, Sizes
from torch import Tensor, nn
from torch.nn import functional
from tuned import Bert

from corefpipe.network.pieces import WordPieces
from corefpipe.parsing.encoder.labels import TASKS, UNKNOWN, look_of
from corefpipe.parsing.encoder.windows import WINDOW

HOLD = 4.0
"""Weight of what is learned of the parse."""
UNSPACED, SMALLER = 0.2, 0.3
"""How often the spaces between words are hidden, and how often windows are smaller, in training."""
SMALLER_WINDOWS = (48, 80, 128, 192, 256)
"""Most pieces of these."""
OVER = "over/"
"""What the names of the weights over the encoder begin with: a module has attributes of its own, "type" among them."""


@dataclass(frozen=True)
class Rows:
    """Windows of the words of an example.

    Attributes:
        pieces, looks: for each window, as in `corefpipe.parsing.encoder.windows`.
        row, first, last: (n,) window of each word, and its first and last piece there.
    """

    pieces: list[np.ndarray]
    looks: list[np.ndarray]
    row: np.ndarray
    first: np.ndarray
    last: np.ndarray


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
        heads = {name.removeprefix(OVER): value.detach().cpu().numpy() for name, value in self.heads.items()}
        return Network(self.bert.weights(), heads, labels, pieces, window)

    def read(self, reading: Mapping[str, Tensor], drop: float) -> Tensor:
        """(windows, length, width) vectors of pieces (see `SharedLinker.prepare`)."""
        looks = functional.embedding(reading["looks"], self._w("look"))
        return self.bert(reading["pieces"], reading["pieces"] > 0, drop, looks)

    def scores(
        self, hidden: Tensor, reading: Mapping[str, Tensor], sentences: Tensor, drop: float = 0.0
    ) -> dict[str, Tensor]:
        """Scores of words: (n, labels) of each task, (s, longest, 1 + longest) of heads, ends of relations.

        Args:
            hidden: (windows, length, width) vectors of pieces.
            reading: where words begin and end there.
            sentences: (s, longest) words of each, n where there are no more; the root is before them.
            drop: share of values dropped.
        """
        flat, n = hidden.reshape(-1, hidden.shape[-1]).float(), len(reading["first"])
        first, last = reading["first"], reading["last"]
        root = first[sentences[:, 0]] // hidden.shape[1] * hidden.shape[1]
        words = torch.cat([flat[torch.cat([first, root])], flat[torch.cat([last, root])]], 1)
        words = functional.dropout(words, drop, self.training)

        def layer(name: str) -> Tensor:
            found = functional.gelu(words @ self._w(name) + self._w(f"{name}/b"), approximate="tanh")
            return functional.dropout(found, drop, self.training)

        shared = layer("shared")[:n]
        found = {task: shared @ self._w(task) + self._w(f"{task}/b") for task in TASKS}
        of_dep, of_head = layer("arc_dep"), layer("arc_head")
        heads = of_head[with_roots(sentences, n)]
        arcs = of_dep[sentences.clamp(max=n - 1)] @ self._w("arc") @ heads.transpose(1, 2)
        found["head"] = arcs + (heads @ self._w("arc/b"))[:, None]
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
        self._held: list[Tensor] = []
        self._known: dict[tuple[int, int, bool], tuple[Example, Rows]] = {}

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
        found = torch.stack(self._held).mean(0).tolist() if self._held else [math.nan] * 2
        self._held.clear()
        return dict(zip(("divergence", "same heads"), (round(one, 4) for one in found), strict=True))

    def prepare(self, examples: Sequence[Example], training: bool = False) -> Group:
        """See `Linker.prepare`.

        In training some windows are smaller, and some know no spaces. Of the windows there are "pieces", "looks"
        (windows, longest), "first" and "last" (n,), where words begin and end in them; the same with "before/" of what
        is read to know what was parsed before; "layers", windows of words; "sentences" (s, longest) words of each,
        n where there are no more, and "inside" (n,), where each word is there.
        """
        chosen = [self._variant(training) for _ in examples]
        mine = [self._rows(one, *way) for one, way in zip(examples, chosen, strict=True)]
        before = [self._rows(one, WINDOW, hidden) for one, (_, hidden) in zip(examples, chosen, strict=True)]
        group = group_of(examples)
        group.reading = _joined(mine) | {f"before/{name}": value for name, value in _joined(before).items()}
        group.reading["layers"] = windows_of_words(examples, self.sizes.window)
        group.reading["sentences"] = sentences = _sentences(examples, mine, before)
        group.reading["inside"] = torch.nonzero(sentences.ravel() < len(group))[:, 0]
        return group

    def _variant(self, training: bool) -> tuple[int, bool]:
        """Most pieces of a window, and whether spaces are hidden."""
        if not training:
            return self.sizes.window, False
        smaller = [size for size in SMALLER_WINDOWS if size < self.sizes.window]
        most = random.choice(smaller) if smaller and random.random() < SMALLER else self.sizes.window
        return most, random.random() < UNSPACED

    def _rows(self, example: Example, most: int, unspaced: bool) -> Rows:
        """The windows of an example, found once."""
        known = self._known.get((id(example), most, unspaced))
        if known is None or known[0] is not example:
            gaps = np.full_like(example.gaps, UNKNOWN) if unspaced else example.gaps
            known = self._known[id(example), most, unspaced] = example, rows_of(example, gaps, most, self._pieces_of)
        return known[1]

    def read(self, group: Group, drop: float = 0.1) -> Tensor:
        """(n, width) vectors of words."""
        return self._vectors(group, drop)[0]

    def loss(self, group: Group) -> Tensor:
        """The loss of a group, and of what the encoder parses of it."""
        vectors, hidden = self._vectors(group, 0.1)
        return self.loss_of(vectors, group) + HOLD * self.hold(group, hidden)

    def _vectors(self, group: Group, drop: float) -> tuple[Tensor, Tensor]:
        with self.fast():
            hidden = self.encoder.read(group.reading, drop)
        flat = hidden.reshape(-1, hidden.shape[-1])
        ends = (flat[group.reading["first"]] + flat[group.reading["last"]]).float() / 2
        return self.layers(ends, group.reading["layers"], self.fast(), drop), hidden

    def hold(self, group: Group, hidden: Tensor) -> Tensor:
        """How far what is parsed is from what was: the sum of the divergences of all tasks, per word.

        Args:
            group: the words.
            hidden: (windows, length, width) vectors of their pieces.
        """
        before: BaseEncoder = self._before[0].to(hidden.device)
        reading, n = group.reading, len(group)
        was = {name.removeprefix("before/"): one for name, one in reading.items() if name.startswith("before/")}
        sentences = reading["sentences"]
        there = sentences < n
        seen = torch.cat([there.new_ones(len(there), 1), there], 1)[:, None]
        with self.fast():
            with torch.no_grad():
                theirs = before.scores(before.read(was, 0.0), was, sentences)
                wanted = theirs["head"].float().masked_fill(~seen, NEVER)
                best = wanted.argmax(2)
                words = torch.arange(n, device=hidden.device)
                heads = with_roots(sentences, n).gather(1, best).ravel()[reading["inside"]]
                relations = before.relations(theirs, words, heads)
            mine = self.encoder.scores(hidden, reading, sentences, drop=0.1)
            arcs = mine["head"].float().masked_fill(~seen, NEVER)
            own_relations = self.encoder.relations(mine, words, heads)
        total = sum(_divergence(mine[task], theirs[task]).sum() for task in TASKS)
        total = total + (_divergence(arcs, wanted) * there).sum()
        total = total + _divergence(own_relations, relations).sum()
        same = ((arcs.argmax(2) == best) & there).sum()
        self._held.append(torch.stack([total.detach(), same]) / n)
        return total / n


def with_roots(sentences: Tensor, n: int) -> Tensor:
    """(s, 1 + longest) the number of each sentence's root, n more than the sentence's, and of its words."""
    roots = n + torch.arange(len(sentences), device=sentences.device)
    return torch.cat([roots[:, None], sentences.clamp(max=n - 1)], 1)


def _divergence(scores: Tensor, wanted: Tensor) -> Tensor:
    """(...) Kullback-Leibler divergence of what is believed from what is wanted."""
    wanted = wanted.float().log_softmax(-1)
    return (wanted.exp() * (wanted - scores.float().log_softmax(-1))).sum(-1)


def rows_of(example: Example, gaps: np.ndarray, most: int, pieces_of: WordPieces) -> Rows:
    """The windows of an example, of at most so many pieces, those at the ends included."""
    cut = [pieces_of(word) for word in example.words]
    rows, looks, n = [], [], len(example)
    row, first, last = (np.zeros(n, dtype=np.int64) for _ in range(3))
    for number, (start, own, end) in enumerate(windows_of(example, cut, most - 2)):
        pieces, look = [pieces_of.begin], [0]
        for word in range(start, end):
            if word < own:
                row[word], first[word], last[word] = number, len(pieces), len(pieces) + len(cut[word]) - 1
            pieces += cut[word]
            look += look_of(example.words[word], int(gaps[word]), len(cut[word]))
        rows.append(np.array([*pieces, pieces_of.end]))
        looks.append(np.array([*look, 0]))
    return Rows(rows, looks, row, first, last)


def windows_of(example: Example, pieces: list[tuple[int, ...]], most: int) -> Iterator[tuple[int, int, int]]:
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


def _joined(several: Sequence[Rows]) -> dict[str, Tensor]:
    pieces = [torch.from_numpy(row) for one in several for row in one.pieces]
    looks = [torch.from_numpy(row) for one in several for row in one.looks]
    length = max(map(len, pieces))
    before = np.cumsum([0, *(len(one.pieces) for one in several)])
    rows = np.concatenate([one.row + start for one, start in zip(several, before[:-1], strict=True)]) * length
    return {
        "pieces": nn.utils.rnn.pad_sequence(pieces, batch_first=True),
        "looks": nn.utils.rnn.pad_sequence(looks, batch_first=True),
        "first": torch.from_numpy(rows + np.concatenate([one.first for one in several])),
        "last": torch.from_numpy(rows + np.concatenate([one.last for one in several])),
    }


def _sentences(examples: Sequence[Example], *read: Sequence[Rows]) -> Tensor:
    """(s, longest) words of sentences, n where there are no more; one that windows cut is several."""
    change = []
    for number, one in enumerate(examples):
        differs = np.diff(one.sentences) != 0
        for of in ([rows[number].row for rows in read], [one.texts]):
            for array in of:
                differs |= np.diff(array) != 0
        change.append(np.concatenate([[True], differs]))
    starts = np.flatnonzero(np.concatenate(change))
    n = sum(map(len, examples))
    sizes = np.diff([*starts, n])
    place = np.arange(sizes.max())
    return torch.from_numpy(np.where(place < sizes[:, None], starts[:, None] + place, n))
