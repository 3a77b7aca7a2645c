"""An encoder that is tuned for coreference (PyTorch): BERT (Devlin et al. 2019), such as all-MiniLM-L6-v2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from examples import Example
from linking import NEVER, Linker, Sizes
from torch import Tensor, nn
from torch.nn import functional
from weights import layers_of

from corefpipe.network.pieces import WordPieces
from corefpipe.network.windows import Window, windows_of

OF_HEAD = 32
EPSILON = 1e-12
ENCODER_RATE = 8e-5
WORDS = "embeddings.word_embeddings.weight"
PLACES, KIND = "embeddings.position_embeddings.weight", "embeddings.token_type_embeddings.weight"
FIXED = (WORDS, PLACES, KIND)
"""What is not tuned."""
PIECES_OF_WORD = 8
"""Pieces of a word that are read."""


class Bert(nn.Module):
    """The encoder.

    Args:
        weights: as Hugging Face names them.
    """

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
        return {name.replace("/", "."): value.detach().numpy() for name, value in every.items()}

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


def own_name(name: str) -> str:
    """The name of a weight in PyTorch, where names have no dots."""
    return name.replace(".", "/")


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
        self.encoder = Bert(weights)
        self.pieces, self.rate = list(pieces), rate
        self._pieces_of = WordPieces(self.pieces, most=PIECES_OF_WORD)

    def groups(self, rate: float) -> list[dict[str, Any]]:
        """See `Linker.groups`: the encoder has its own."""
        own = list(self.encoder.parameters())
        known = {id(one) for one in own}
        others = [one for one in self.parameters() if id(one) not in known]
        return [{"params": own, "lr": self.rate}, {"params": others, "lr": rate}]

    def read(self, example: Example, drop: float = 0.1) -> Tensor:
        """(n, width) the mean of the vectors of each word's pieces."""
        windows = list(self._windows(example))
        longest = 2 + max(len(window.pieces) for _, window in windows)
        pieces = np.zeros((len(windows), longest), dtype=np.int64)
        seen = np.zeros(pieces.shape, dtype=bool)
        word_of = np.full(pieces.shape, len(example), dtype=np.int64)  # that of no word is left out at the end
        for row, (start, window) in enumerate(windows):
            inside = slice(1, len(window.pieces) + 1)
            pieces[row, 0], pieces[row, inside.stop] = self._pieces_of.begin, self._pieces_of.end
            pieces[row, inside], seen[row, : inside.stop + 1] = window.pieces, True
            counts = np.diff(window.first, append=len(window.pieces))
            words = np.arange(window.start, window.end)
            own = (words >= window.own[0]) & (words < window.own[1])
            word_of[row, inside] = np.repeat(np.where(own, start + words, len(example)), counts)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.training):
            hidden = self.encoder(torch.from_numpy(pieces), torch.from_numpy(seen), drop)
        flat = torch.from_numpy(word_of.ravel())
        total = torch.zeros(len(example) + 1, hidden.shape[-1])
        total = total.index_add(0, flat, hidden.reshape(-1, hidden.shape[-1]).float())[:-1]
        counts = np.bincount(word_of.ravel(), minlength=len(example) + 1)[:-1]
        return total / torch.from_numpy(counts.astype(np.float32))[:, None]

    def _windows(self, example: Example) -> Iterator[tuple[int, Window]]:
        """The windows of each text of an example, with the first word of the text."""
        bounds = [0, *(np.flatnonzero(np.diff(example.texts)) + 1).tolist(), len(example)]
        for start, end in pairwise(bounds):
            words, sentences = example.words[start:end], example.sentences[start:end].tolist()
            for window in windows_of(words, sentences, self._pieces_of, self.sizes.window - 2):
                yield start, window
