"""An encoder that is tuned for coreference (PyTorch): BERT (Devlin et al. 2019), such as all-MiniLM-L6-v2, or MPNet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from base_recipe import RELATIVE, WORDS, layers_of
from examples import Example
from groups import Group, group_of
from linking import NEVER, Linker, Sizes
from mpnet import Mpnet
from torch import Tensor, nn
from torch.nn import functional
from weights import own_name

from corefpipe.network import pieces as bert_pieces
from corefpipe.network.pieces import WordPieces
from corefpipe.network.windows import Window, windows_of

OF_HEAD = 32
EPSILON = 1e-12
ENCODER_RATE = 8e-5
PLACES, KIND = "embeddings.position_embeddings.weight", "embeddings.token_type_embeddings.weight"
FIXED = (WORDS, PLACES, KIND)
"""What is not tuned."""
PIECES_OF_WORD = 8
"""Pieces of a word that are read."""
AT_ONCE = 64
"""Windows are read together whose numbers of pieces are the same in steps of this."""


class Bert(nn.Module):
    """The encoder.

    Args:
        weights: as Hugging Face names them.
    """

    ends = (bert_pieces.BEGIN, bert_pieces.END)

    def __init__(self, weights: Mapping[str, np.ndarray]):
        super().__init__()
        self.tuned = nn.ParameterDict()
        for name, array in weights.items():
            value = torch.tensor(np.asarray(array, dtype=np.float32))
            if name in FIXED:
                self.register_buffer(own_name(name), value)
            else:
                self.tuned[own_name(name)] = nn.Parameter(value)
        self.layers = layers_of(weights)

    def weights(self) -> dict[str, np.ndarray]:
        """All weights as Hugging Face names them."""
        every = {name.removeprefix("tuned."): value for name, value in self.state_dict().items()}
        return {name.replace("/", "."): value.detach().cpu().numpy() for name, value in every.items()}

    def forward(self, pieces: Tensor, seen: Tensor, drop: float, looks: Tensor | float = 0.0) -> Tensor:
        """(windows, length, width) vectors of (windows, length) pieces, of which some are `seen`.

        To the embeddings of pieces `looks` are added.
        """
        fixed = {name: self.get_buffer(own_name(name)) for name in FIXED}
        hidden = fixed[WORDS][pieces] + fixed[PLACES][: pieces.shape[1]] + fixed[KIND][0] + looks
        hidden = functional.dropout(self._norm("embeddings", hidden), drop, self.training)
        mask = torch.where(seen, 0.0, NEVER)[:, None, None]
        rows, length, _ = hidden.shape
        for number in range(self.layers):
            name = f"encoder.layer.{number}"
            parts = (self._dense(f"{name}.attention.self.{part}", hidden) for part in ("query", "key", "value"))
            query, key, value = (one.view(rows, length, -1, OF_HEAD).transpose(1, 2) for one in parts)
            found = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask.to(query.dtype))
            found = self._dense(f"{name}.attention.output.dense", found.transpose(1, 2).reshape(rows, length, -1))
            found = functional.dropout(found, drop, self.training)
            hidden = self._norm(f"{name}.attention.output", hidden + found)
            found = functional.gelu(self._dense(f"{name}.intermediate.dense", hidden))
            found = functional.dropout(self._dense(f"{name}.output.dense", found), drop, self.training)
            hidden = self._norm(f"{name}.output", hidden + found)
        return hidden

    def _dense(self, name: str, values: Tensor) -> Tensor:
        return functional.linear(values, self.tuned[own_name(f"{name}.weight")], self.tuned[own_name(f"{name}.bias")])

    def _norm(self, name: str, values: Tensor) -> Tensor:
        weight, bias = (self.tuned[own_name(f"{name}.LayerNorm.{part}")] for part in ("weight", "bias"))
        return functional.layer_norm(values, weight.shape, weight, bias, EPSILON)


def encoder_of(weights: Mapping[str, np.ndarray]) -> Bert | Mpnet:
    """The encoder with these weights, as Hugging Face names them."""
    return Mpnet(weights) if RELATIVE in weights else Bert(weights)


def by_length(encoder: Bert | Mpnet, pieces: Tensor, seen: Tensor, drop: float, looks: Tensor | None = None) -> Tensor:
    """(windows, longest, width) vectors of pieces; windows of about the same length are read together.

    Args:
        encoder: reads them.
        pieces, seen: (windows, longest) the pieces, and which are there.
        drop: share of values dropped.
        looks: (windows, longest, width) what is added to them, if anything is.
    """
    lengths = -(-seen.sum(1) // AT_ONCE) * AT_ONCE
    rows, found = [], []
    for length in lengths.unique().tolist():
        own = (lengths == length).nonzero()[:, 0]
        given = 0.0 if looks is None else looks[own, :length]
        hidden = encoder(pieces[own, :length], seen[own, :length], drop, given)
        rows.append(own)
        found.append(functional.pad(hidden, (0, 0, 0, pieces.shape[1] - hidden.shape[1])))
    return torch.cat(found)[torch.cat(rows).argsort()]


class TunedLinker(Linker):
    """An encoder, with the scores of what corefers.

    Args:
        sizes: `window` counts word pieces here, those at its ends included.
        weights: of the encoder, as Hugging Face names them.
        pieces: the word pieces by number.
        rate: highest rate of learning of the encoder.
    """

    def __init__(
        self, sizes: Sizes, weights: Mapping[str, np.ndarray], pieces: Sequence[str], rate: float = ENCODER_RATE
    ):
        super().__init__(sizes)
        self.encoder = encoder_of(weights)
        self.pieces, self.rate = list(pieces), rate
        begin, end = self.encoder.ends
        self._pieces_of = WordPieces(self.pieces, begin=begin, end=end, most=PIECES_OF_WORD)
        self._read: dict[int, tuple[Example, list[tuple[np.ndarray, np.ndarray]]]] = {}

    def groups(self, rate: float) -> list[dict[str, Any]]:
        """See `Linker.groups`: the encoder has its own."""
        own = list(self.encoder.parameters())
        known = {id(one) for one in own}
        others = [one for one in self.parameters() if id(one) not in known]
        return [{"params": own, "lr": self.rate}, {"params": others, "lr": rate}]

    def prepare(self, examples: Sequence[Example], training: bool = False) -> Group:
        """See `Linker.prepare`: "pieces" (windows, longest), and of each piece the word (n for none)."""
        n, start = sum(map(len, examples)), 0
        rows, words = [], []
        for example in examples:
            for pieces, own in self._rows(example):
                rows.append(torch.from_numpy(pieces))
                words.append(torch.from_numpy(np.where(own >= 0, own + start, n)))
            start += len(example)
        group = group_of(examples)
        group.reading["pieces"] = nn.utils.rnn.pad_sequence(rows, batch_first=True)
        seen = [torch.ones(len(row), dtype=torch.bool) for row in rows]
        group.reading["seen"] = nn.utils.rnn.pad_sequence(seen, batch_first=True)
        group.reading["words"] = nn.utils.rnn.pad_sequence(words, batch_first=True, padding_value=n)
        group.reading["counts"] = torch.bincount(group.reading["words"].ravel(), minlength=n + 1)[:-1].float()
        return group

    def read(self, group: Group, drop: float = 0.1) -> Tensor:
        """(n, width) mean of the vectors of each word's pieces."""
        reading = group.reading
        with self.fast():
            hidden = by_length(self.encoder, reading["pieces"], reading["seen"], drop).float()
        flat = hidden.reshape(-1, hidden.shape[-1])
        total = flat.new_zeros(len(group) + 1, flat.shape[-1]).index_add(0, reading["words"].ravel(), flat)[:-1]
        return total / group.reading["counts"][:, None]

    def _rows(self, example: Example) -> list[tuple[np.ndarray, np.ndarray]]:
        """The pieces of each window, and the word of each, -1 for none; found once for each example."""
        known = self._read.get(id(example))
        if known is None or known[0] is not example:
            known = self._read[id(example)] = (example, list(self._new_rows(example)))
        return known[1]

    def _new_rows(self, example: Example) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        for start, window in self._windows(example):
            counts = np.diff(window.first, append=len(window.pieces))
            words = np.arange(window.start, window.end)
            own = np.where((words >= window.own[0]) & (words < window.own[1]), start + words, -1)
            pieces = np.array([self._pieces_of.begin, *window.pieces, self._pieces_of.end])
            yield pieces, np.concatenate([[-1], np.repeat(own, counts), [-1]])

    def _windows(self, example: Example) -> Iterator[tuple[int, Window]]:
        """The windows of each text of an example, with the first word of the text."""
        bounds = [0, *(np.flatnonzero(np.diff(example.texts)) + 1).tolist(), len(example)]
        for start, end in pairwise(bounds):
            words, sentences = example.words[start:end], example.sentences[start:end].tolist()
            for window in windows_of(words, sentences, self._pieces_of, self.sizes.window - 2):
                yield start, window
