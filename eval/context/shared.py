"""The encoder of a base pipeline, tuned for coreference too, while what it parses stays as it was (PyTorch).

One encoder is read once: the heads that tag, parse and name, and those of links and mentions read the same vectors.
What it parsed before teaches it to go on so (Li & Hoiem 2018, "Learning without Forgetting"): the encoder as it was
reads windows of its own, and what it believes of their words is learned (Hinton, Vinyals & Dean 2015).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import torch
from base_recipe import Network, new_heads
from base_recipe import Sizes as HeadSizes
from examples import TREES, Example, Gold
from groups import Group, group_of
from layers import Layers, windows_of_words
from linking import NEVER, Linker, Sizes
from mpnet import Mpnet
from torch import Tensor, nn
from torch.nn import functional
from tuned import by_length, encoder_of

from corefpipe.network.pieces import WordPieces
from corefpipe.parsing.encoder.labels import TASKS, UNKNOWN, look_of
from corefpipe.parsing.encoder.windows import WINDOW

HOLD, LEARNED = 4.0, 1.0
"""Weight of what is learned of the parse: by an encoder that parsed before, by one that has not."""
HEADS_RATE = 8e-4
"""Highest rate of learning of untrained heads that parse."""
UNSPACED, SMALLER = 0.2, 0.3
"""How often the spaces between words are hidden, and how often windows are smaller, in training."""
CASES: tuple[tuple[Callable[[str], str], float], ...] = ((str.lower, 0.06), (str.upper, 0.03))
"""How often all words look as in lower case, as in capitals, to an encoder that learns to parse."""
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


@dataclass(frozen=True)
class Variant:
    """How an example is read.

    Attributes:
        most: pieces of a window, those at its ends included.
        unspaced: whether the spaces between words are hidden.
        case: how words are made to look; None for as they are.
    """

    most: int
    unspaced: bool = False
    case: Callable[[str], str] | None = None


class BaseEncoder(nn.Module):
    """The encoder of a base pipeline with its heads (see `eval/base_pipeline/biaffine.py`)."""

    def __init__(self, network: Network):
        super().__init__()
        self.bert = encoder_of(network.encoder)
        self.heads = nn.ParameterDict(
            {
                OVER + name: nn.Parameter(torch.tensor(array, dtype=torch.float32))
                for name, array in network.heads.items()
            }
        )

    def pieces_of(self, pieces: Sequence[str]) -> WordPieces:
        """The pieces of words, of those that it knows."""
        begin, end = self.bert.ends
        return WordPieces(pieces, begin=begin, end=end)

    def network(self, labels: dict[str, list[str]], pieces: list[str], window: int) -> Network:
        """Its weights."""
        heads = {name.removeprefix(OVER): value.detach().cpu().numpy() for name, value in self.heads.items()}
        return Network(self.bert.weights(), heads, labels, pieces, window)

    def read(self, reading: Mapping[str, Tensor], drop: float) -> Tensor:
        """(windows, length, width) vectors of pieces (see `SharedLinker.prepare`)."""
        looks = functional.embedding(reading["looks"], self._w("look"))
        return by_length(self.bert, reading["pieces"], reading["seen"], drop, looks)

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


def untrained(encoder: Mapping[str, np.ndarray], pieces: Sequence[str], window: int, before: Network) -> Network:
    """An encoder with untrained heads that are to parse as another network does."""
    width = encoder["embeddings.word_embeddings.weight"].shape[1]
    heads = new_heads(before.labels, HeadSizes(), 0, width)
    return Network(dict(encoder), heads, before.labels, list(pieces), window)


class SharedLinker(Linker):
    """The encoder of a base pipeline, layers over it, and the scores of what corefers.

    Args:
        sizes: `window` counts word pieces of the encoder's windows, and words of those of the layers.
        network: the encoder with its heads.
        encoder_rate: highest rate of learning of both.
        before: what teaches it to parse where no treebank does; None for itself as it is.
    """

    def __init__(self, sizes: Sizes, network: Network, encoder_rate: float = 8e-5, before: Network | None = None):
        super().__init__(sizes)
        before = before or network
        self.encoder = BaseEncoder(network)
        self.layers = Layers(sizes) if sizes.layers else None
        self.labels, self.pieces, self._rate = network.labels, network.pieces, encoder_rate
        # Not a part of this module: it neither learns nor is kept.
        self._before = [BaseEncoder(before).requires_grad_(False).eval()]
        self._pieces_of = self.encoder.pieces_of(network.pieces)
        self._pieces_before = self._before[0].pieces_of(before.pieces)
        self._learns = isinstance(self.encoder.bert, Mpnet)
        self._numbers = {task: {value: i for i, value in enumerate(of)} for task, of in self.labels.items()}
        self._held: list[Tensor] = []
        self._known: dict[tuple[object, ...], tuple[Example, Rows]] = {}

    def groups(self, rate: float) -> list[dict[str, Any]]:
        """See `Linker.groups`."""
        own, heads = list(self.encoder.bert.parameters()), list(self.encoder.heads.parameters())
        known = {id(one) for one in (*own, *heads)}
        others = [one for one in self.parameters() if id(one) not in known]
        return [
            {"params": own, "lr": self._rate},
            {"params": heads, "lr": HEADS_RATE if self._learns else self._rate},
            {"params": others, "lr": rate},
        ]

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

        In training some windows are smaller, and some know no spaces. Of the windows there are "pieces", "seen",
        "looks" (windows, longest), "first" and "last" (n,), where words begin and end in them; the same with "before/"
        of what is read to know what was parsed before; "layers", windows of words; "sentences" (s, longest) words of
        each, n where there are no more, and "inside" (n,), where each word is there; "gold/" (n,) what treebanks say
        of words, -1 where they say nothing.
        """
        chosen = [self._variant(training) for _ in examples]
        mine = [self._rows(one, way) for one, way in zip(examples, chosen, strict=True)]
        before = [self._rows_before(one, way.unspaced) for one, way in zip(examples, chosen, strict=True)]
        group = group_of(examples)
        group.reading = _joined(mine) | {f"before/{name}": value for name, value in _joined(before).items()}
        group.reading["layers"] = windows_of_words(examples, self.sizes.window)
        group.reading["sentences"] = sentences = _sentences(examples, mine, before)
        group.reading["inside"] = torch.nonzero(sentences.ravel() < len(group))[:, 0]
        group.reading |= {f"gold/{task}": told for task, told in self._gold(examples).items()}
        return group

    def _gold(self, examples: Sequence[Example]) -> dict[str, Tensor]:
        """What treebanks say of the words of examples; heads are words of the group."""
        found: dict[str, list[int]] = {task: [] for task in (*TASKS, "dep", "head")}
        for one in examples:
            start = len(found["head"])
            gold = one.gold or Gold({}, np.full(len(one), -1))
            found["head"] += np.where(gold.heads < 0, -1, gold.heads + start).tolist()
            for task in (*TASKS, "dep"):
                column, number_of = gold.labels.get(task, [None] * len(one)), self._numbers[task]
                found[task] += [-1 if value is None else number_of.get(value, -1) for value in column]
        return {task: torch.tensor(column, dtype=torch.long) for task, column in found.items()}

    def _variant(self, training: bool) -> Variant:
        """How an example is read."""
        if not training:
            return Variant(self.sizes.window)
        smaller = [size for size in SMALLER_WINDOWS if size < self.sizes.window]
        most = random.choice(smaller) if smaller and random.random() < SMALLER else self.sizes.window
        case = random.choices((None, *dict(CASES)), (1 - sum(dict(CASES).values()), *dict(CASES).values()))[0]
        return Variant(most, random.random() < UNSPACED, case if self._learns else None)

    def _rows(self, example: Example, variant: Variant) -> Rows:
        """The windows of an example, found once."""
        return self._found_once(example, variant, self._pieces_of)

    def _rows_before(self, example: Example, unspaced: bool) -> Rows:
        """The windows of an example as what parsed before reads them, found once."""
        return self._found_once(example, Variant(WINDOW, unspaced), self._pieces_before)

    def _found_once(self, example: Example, variant: Variant, pieces_of: WordPieces) -> Rows:
        key = id(example), variant, pieces_of is self._pieces_of
        known = self._known.get(key)
        if known is None or known[0] is not example:
            known = self._known[key] = example, rows_of(example, variant, pieces_of)
        return known[1]

    def read(self, group: Group, drop: float = 0.1) -> Tensor:
        """(n, width) vectors of words."""
        return self._vectors(group, drop)[0]

    def loss(self, group: Group) -> Tensor:
        """The loss of a group, and of what the encoder parses of it."""
        vectors, hidden = self._vectors(group, 0.1)
        parsed = (LEARNED if self._learns else HOLD) * self.hold(group, hidden)
        return parsed if group.kind == TREES else self.loss_of(vectors, group) + parsed

    def _vectors(self, group: Group, drop: float) -> tuple[Tensor, Tensor]:
        with self.fast():
            hidden = self.encoder.read(group.reading, drop)
        flat = hidden.reshape(-1, hidden.shape[-1])
        ends = (flat[group.reading["first"]] + flat[group.reading["last"]]).float() / 2
        if self.layers is None:
            return ends, hidden
        return self.layers(ends, group.reading["layers"], self.fast(), drop), hidden

    def hold(self, group: Group, hidden: Tensor) -> Tensor:
        """How far what is parsed is from what treebanks say, and else from what was: the sum of all tasks, per word.

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
                places = self._places_of_heads(group)
                best = torch.where(places >= 0, places, wanted.argmax(2))
                words = torch.arange(n, device=hidden.device)
                heads = with_roots(sentences, n).gather(1, best).ravel()[reading["inside"]]
                relations = before.relations(theirs, words, heads)
            mine = self.encoder.scores(hidden, reading, sentences, drop=0.1)
            arcs = mine["head"].float().masked_fill(~seen, NEVER)
            own_relations = self.encoder.relations(mine, words, heads)
        total = sum(_missed(mine[task], theirs[task], reading[f"gold/{task}"]).sum() for task in TASKS)
        total = total + (_missed(arcs, wanted, places) * there).sum()
        total = total + _missed(own_relations, relations, reading["gold/dep"]).sum()
        same = ((arcs.argmax(2) == best) & there).sum()
        self._held.append(torch.stack([total.detach(), same]) / n)
        return total / n

    @staticmethod
    def _places_of_heads(group: Group) -> Tensor:
        """(s, longest) place of each word's head in its sentence: 0 for the root, -1 if unknown."""
        sentences, inside, head = (group.reading[name] for name in ("sentences", "inside", "gold/head"))
        longest = sentences.shape[1]
        there = head >= 0
        of_head = inside[head.clamp(min=0)]
        place = torch.where(head == torch.arange(len(head), device=head.device), 0, of_head % longest + 1)
        there &= of_head // longest == inside // longest
        found = torch.full_like(sentences, -1)
        found.view(-1)[inside] = torch.where(there, place, -1)
        return found

    @torch.no_grad()
    def right(self, group: Group) -> dict[str, int]:
        """Of the words of which treebanks say it: how many there are, with the right tag, head, head and relation."""
        _, hidden = self._vectors(group, 0.0)
        reading, sentences, n = group.reading, group.reading["sentences"], len(group)
        found = self.encoder.scores(hidden, reading, sentences)
        there = sentences < n
        seen = torch.cat([there.new_ones(len(there), 1), there], 1)[:, None]
        best = found["head"].masked_fill(~seen, NEVER).argmax(2)
        words = torch.arange(n, device=hidden.device)
        heads = with_roots(sentences, n).gather(1, best).ravel()[reading["inside"]]
        labels = self.encoder.relations(found, words, heads).argmax(1)
        places = self._places_of_heads(group)
        known = places.ravel()[reading["inside"]] >= 0
        same = known & (best == places).ravel()[reading["inside"]]
        tags = known & (found["tag"].argmax(1) == reading["gold/tag"])
        whole = same & (labels == reading["gold/dep"])
        counts = {"words": known, "tag": tags, "head": same, "both": whole}
        return {name: int(one.sum()) for name, one in counts.items()}


def with_roots(sentences: Tensor, n: int) -> Tensor:
    """(s, 1 + longest) the number of each sentence's root, n more than the sentence's, and of its words."""
    roots = n + torch.arange(len(sentences), device=sentences.device)
    return torch.cat([roots[:, None], sentences.clamp(max=n - 1)], 1)


def _divergence(scores: Tensor, wanted: Tensor) -> Tensor:
    """(...) Kullback-Leibler divergence of what is believed from what is wanted."""
    wanted = wanted.float().log_softmax(-1)
    return (wanted.exp() * (wanted - scores.float().log_softmax(-1))).sum(-1)


def _missed(scores: Tensor, wanted: Tensor, gold: Tensor) -> Tensor:
    """(...) Cross entropy where a treebank says what is right, else the divergence from what is wanted."""
    logs = scores.float().log_softmax(-1)
    told = -logs.gather(-1, gold.clamp(min=0)[..., None])[..., 0]
    return torch.where(gold >= 0, told, _divergence(scores, wanted))


def rows_of(example: Example, variant: Variant, pieces_of: WordPieces) -> Rows:
    """The windows of an example."""
    gaps = np.full_like(example.gaps, UNKNOWN) if variant.unspaced else example.gaps
    shown = example.words if variant.case is None else list(map(variant.case, example.words))
    cut = [pieces_of(word) for word in example.words]
    rows, looks, n = [], [], len(example)
    row, first, last = (np.zeros(n, dtype=np.int64) for _ in range(3))
    for number, (start, own, end) in enumerate(windows_of(example, cut, variant.most - 2)):
        pieces, look = [pieces_of.begin], [0]
        for word in range(start, end):
            if word < own:
                row[word], first[word], last[word] = number, len(pieces), len(pieces) + len(cut[word]) - 1
            pieces += cut[word]
            look += look_of(shown[word], int(gaps[word]), len(cut[word]))
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
    seen = [torch.ones(len(row), dtype=torch.bool) for row in pieces]
    before = np.cumsum([0, *(len(one.pieces) for one in several)])
    rows = np.concatenate([one.row + start for one, start in zip(several, before[:-1], strict=True)]) * length
    return {
        "pieces": nn.utils.rnn.pad_sequence(pieces, batch_first=True),
        "seen": nn.utils.rnn.pad_sequence(seen, batch_first=True),
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
