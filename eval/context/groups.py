"""Several examples as tensors, which a network reads in one step: a GPU is hardly busy with one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import accumulate, pairwise
from typing import Any, TypeVar

import numpy as np
import torch
from examples import PARTIAL, WHOLE, Example
from torch import Tensor

T = TypeVar("T")
HEADS_OF = {WHOLE: 0, PARTIAL: 1}
"""The scheme of what is the head of a mention: that of OntoNotes and GUM; that of LitBank, where partial."""


@dataclass
class Group:
    """Examples of one kind; words are numbered through.

    Attributes:
        kind: theirs.
        grid: (documents, longest) words of each, n where there are no more.
        at: (n,) where each word is in the flat grid.
        sentences, speakers, chains: (n,) as in `Example`; sentences and chains of
            different examples have different numbers.
        mentions, pairs, soft, odds: as in `Example`, of all.
        heads: (n,) 1 for the head of a mention, 0 for other words, -1 where that is unknown.
        scheme: of the heads.
        reading: what the encoder reads, as it needs it.
    """

    kind: str
    grid: Tensor
    at: Tensor
    sentences: Tensor
    speakers: Tensor
    chains: Tensor
    mentions: Tensor
    pairs: Tensor
    soft: Tensor
    odds: Tensor
    heads: Tensor
    scheme: int = 0
    reading: dict[str, Tensor] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.sentences)

    def to(self, device: torch.device) -> Group:
        """The same on a device."""
        moved: dict[str, Any] = {
            one.name: value.to(device, non_blocking=True)
            for one in fields(self)
            if isinstance(value := getattr(self, one.name), Tensor)
        }
        reading = {name: value.to(device, non_blocking=True) for name, value in self.reading.items()}
        return replace(self, **moved, reading=reading)


def group_of(examples: Sequence[Example]) -> Group:
    """Examples of one kind as a group."""
    sizes = [len(one) for one in examples]
    starts = [0, *accumulate(sizes)]
    n = starts[-1]
    grid = np.full((len(examples), max(sizes)), n, dtype=np.int64)
    for row, (start, end) in enumerate(pairwise(starts)):
        grid[row, : end - start] = np.arange(start, end)

    def joined(arrays: Iterable[np.ndarray | None], width: int, shift: Sequence[int]) -> Tensor:
        there = [np.zeros((0, width), dtype=np.int64)]
        there += [one + np.array(shift) * start for one, start in zip(arrays, starts, strict=False) if one is not None]
        return torch.from_numpy(np.concatenate(there))

    most = 1 + max(int(max(one.chains.max(), one.sentences.max())) for one in examples)
    chains = [np.where(one.chains > 0, one.chains + most * row, 0) for row, one in enumerate(examples)]
    sentences = [one.sentences + most * row for row, one in enumerate(examples)]
    odds = [one.odds for one in examples if one.odds is not None]
    return Group(
        examples[0].kind,
        torch.from_numpy(grid),
        torch.from_numpy(np.flatnonzero(grid.ravel() < n)),
        torch.from_numpy(np.concatenate(sentences)),
        torch.from_numpy(np.concatenate([one.speakers for one in examples])),
        torch.from_numpy(np.concatenate(chains)),
        joined([one.mentions for one in examples], 3, (1, 1, 1)),
        joined([one.pairs for one in examples], 3, (1, 1, 0)),
        joined([one.soft for one in examples], 2, (1, 1)),
        torch.from_numpy(np.concatenate([np.zeros(0, dtype=np.float32), *odds])),
        torch.from_numpy(np.concatenate([_heads(one) for one in examples])),
        HEADS_OF.get(examples[0].kind, 0),
    )


def _heads(example: Example) -> np.ndarray:
    """See `Group`: where some mentions are annotated (LitBank's), these are all of their scheme."""
    if example.kind == PARTIAL:
        return (example.chains > 0).astype(np.float32)
    if example.heads is None:
        return np.full(len(example), -1, dtype=np.float32)
    return example.heads.astype(np.float32)


def by_words(stream: Iterable[tuple[str, Example]], most: int) -> Iterator[tuple[str, list[Example]]]:
    """Examples of one kind together, of about so many words; the name is that of the last one's part."""
    waiting: dict[str, list[Example]] = {}
    for name, one in stream:
        several = waiting.setdefault(one.kind, [])
        several.append(one)
        if sum(map(len, several)) >= most:
            yield name, waiting.pop(one.kind)


def drawn(parts: Sequence[tuple[str, Sequence[T], float]], rng: random.Random) -> Iterator[tuple[str, T]]:
    """Examples without end, in random order; of each part so many times as many as it has in a pass."""
    while True:
        once = [
            (name, one)
            for name, examples, times in parts
            for one in examples
            for _ in range(int(times) + (rng.random() < times % 1))
        ]
        rng.shuffle(once)
        yield from once
