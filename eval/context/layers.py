"""Layers over the vectors of words of a base pipeline (PyTorch); `corefpipe.network.layers` runs them by NumPy.

They are those of BERT (Devlin et al. 2019), with a bias for the distance of two words instead of embeddings of places
(Raffel et al. 2020).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import torch
from examples import Example
from linking import NEVER, Sizes, class_of
from torch import Tensor, nn
from torch.nn import functional

from corefpipe.network.distances import CLASSES
from corefpipe.network.windows import stretches

OF_HEAD = 32
DISTANCES = 2 * CLASSES  # before, and after


class Layer(nn.Module):
    """Attention and a feed-forward network, each with a residual and a norm after it."""

    def __init__(self, sizes: Sizes):
        super().__init__()
        own = sizes.heads * OF_HEAD
        self.qkv, self.out = nn.Linear(sizes.width, 3 * own), nn.Linear(own, sizes.width)
        self.inner, self.outer = nn.Linear(sizes.width, sizes.units), nn.Linear(sizes.units, sizes.width)
        self.norm1, self.norm2 = (nn.LayerNorm(sizes.width) for _ in range(2))
        self.heads = sizes.heads

    def forward(self, hidden: Tensor, bias: Tensor, drop: float) -> Tensor:
        """(windows, words, width) vectors; `bias` (windows, heads, words, words) is added to attention."""
        rows, n, _ = hidden.shape
        q, k, v = self.qkv(hidden).view(rows, n, 3, self.heads, OF_HEAD).permute(2, 0, 3, 1, 4)
        found = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias.to(q.dtype))
        found = self.out(found.transpose(1, 2).reshape(rows, n, -1))
        hidden = self.norm1(hidden + functional.dropout(found, drop, self.training))
        found = self.outer(functional.gelu(self.inner(hidden), approximate="tanh"))
        return self.norm2(hidden + functional.dropout(found, drop, self.training))


class Layers(nn.Module):
    """Layers over the vectors of words."""

    def __init__(self, sizes: Sizes):
        super().__init__()
        self.sizes = sizes
        width = sizes.width
        self.enter = nn.Sequential(nn.LayerNorm(sizes.given), nn.Linear(sizes.given, width), nn.LayerNorm(width))
        self.layers = nn.ModuleList([Layer(sizes) for _ in range(sizes.layers)])
        self.distances = nn.Embedding(DISTANCES, sizes.heads)
        nn.init.normal_(self.distances.weight, std=0.02)

    def forward(self, own: Tensor, windows: Tensor, fast: torch.autocast, drop: float) -> Tensor:
        """(n, width) vectors of words, of (n, given) vectors of the base pipeline.

        Args:
            own: these.
            windows: (windows, longest) words of each (see `windows_of_words`), n where there are no more.
            fast: the kind of products.
            drop: share of values dropped.
        """
        hidden = functional.dropout(self.enter(own), drop, self.training)
        hidden = torch.cat([hidden, hidden.new_zeros(1, self.sizes.width)])[windows]
        seen = windows < len(own)
        place = torch.arange(windows.shape[1], device=own.device)
        back = place[:, None] - place[None]
        kind = torch.where(back < 0, CLASSES, 0) + class_of(back.abs())
        bias = functional.one_hot(kind, DISTANCES).to(hidden.dtype) @ self.distances.weight
        bias = bias.permute(2, 0, 1)[None] + torch.where(seen, 0.0, NEVER)[:, None, None]
        with fast:
            for layer in self.layers:
                hidden = layer(hidden, bias, drop)
        # Windows share no words: those of all windows, in order.
        return hidden[seen].float()


def windows_of_words(examples: Sequence[Example], most: int) -> Tensor:
    """(windows, longest) words of each window, n where there are no more."""
    sizes, n = [], 0
    for one in examples:
        sizes += np.diff([*starts_of_windows(one, most), len(one)]).tolist()
        n += len(one)
    starts = np.cumsum([0, *sizes[:-1]])
    place = np.arange(max(sizes))
    return torch.from_numpy(np.where(place < np.array(sizes)[:, None], starts[:, None] + place, n))


def starts_of_windows(example: Example, most: int) -> list[int]:
    """First words of the windows, each of one text, as `corefpipe.network.layers` has them."""
    bounds = [0, *(np.flatnonzero(np.diff(example.texts)) + 1).tolist(), len(example)]
    return [
        start + first
        for start, end in pairwise(bounds)
        for first, _ in stretches(example.sentences[start:end].tolist(), range(end - start + 1), most)
    ]
