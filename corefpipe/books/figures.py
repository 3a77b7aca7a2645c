"""The figures of a book's page: positions of a network, and counts of mentions over the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.books.characters import Character
from corefpipe.books.contents import BookContents

_STEPS = 300
_GRAVITY = 0.08  # pull to the middle, which keeps groups that do not talk to each other in the picture
_FEW, _SLICES = 3, 24  # chapters below which the text is cut into so many slices of equal length


def positions(weights: np.ndarray) -> np.ndarray:
    """(n, 2) places of the nodes of a network in [0, 1], the same for the same weights.

    The method is force-directed placement (Fruchterman & Reingold 1991): nodes repel each other, edges pull them
    together.

    Args:
        weights: (n, n) symmetric, 0 where there is no edge.
    """
    n = len(weights)
    angles = 2 * np.pi * np.arange(n) / max(n, 1)
    places = 0.5 + 0.4 * np.column_stack([np.cos(angles), np.sin(angles)])
    if n < 2:
        return np.full((n, 2), 0.5)
    ideal = 1 / np.sqrt(n)
    pull = np.log1p(weights) / max(np.log1p(weights.max()), 1e-9)
    for step in range(_STEPS):
        apart = places[:, None] - places[None]
        distance = np.maximum(np.sqrt((apart**2).sum(-1)), 1e-3)
        force = ideal**2 / distance**2 - pull * distance / ideal
        np.fill_diagonal(force, 0)
        move = (apart * force[:, :, None]).sum(1) - _GRAVITY * (places - 0.5)
        length = np.maximum(np.sqrt((move**2).sum(-1, keepdims=True)), 1e-9)
        places += move / length * np.minimum(length, 0.1 * (1 - step / _STEPS))
    low, high = places.min(0), places.max(0)
    spread: np.ndarray = (places - low) / np.maximum(high - low, 1e-9)
    return spread


@dataclass(slots=True, frozen=True)
class Timeline:
    """How often characters are mentioned over the text.

    Attributes:
        titles: name of each chapter or slice.
        sizes: number of words of each.
        counts: (n_characters, n_chapters) number of mentions.
        first: (n_characters, n_chapters) index of the word of the first mention there, -1 for none.
    """

    titles: list[str]
    sizes: list[int]
    counts: np.ndarray
    first: np.ndarray


def timeline(book: BookContents, characters: Sequence[Character]) -> Timeline:
    """Mentions of some characters by chapter; by slices of equal length in a text with few chapters."""
    parts = book.parts
    starts = [part.start for part in parts]
    ends = [part.end for part in parts]
    titles = [part.title or (f"Chapter {part.number}" if part.number else "Before the first chapter") for part in parts]
    if len(parts) < _FEW:
        bounds = np.linspace(starts[0], ends[-1], min(_SLICES, max(ends[-1] - starts[0], 1)) + 1).astype(int).tolist()
        starts, ends = bounds[:-1], bounds[1:]
        titles = [f"Slice {number} of {len(starts)}" for number in range(1, len(starts) + 1)]
    counts = np.zeros((len(characters), len(starts)), dtype=int)
    first = np.full(counts.shape, -1)
    for row, one in enumerate(characters):
        words = np.array([mention.start for mention in book.mentions[one.entity]])
        columns = np.searchsorted(starts, words, "right") - 1
        counts[row] = np.bincount(columns, minlength=len(starts))
        known, index = np.unique(columns, return_index=True)
        first[row, known] = words[index]
    return Timeline(titles, [end - start for start, end in zip(starts, ends, strict=True)], counts, first)
