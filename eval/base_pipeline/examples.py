"""Windows of text as numbers, on disk and in batches of a few shapes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from corefpipe.parsing.encoder.labels import TASKS
from corefpipe.parsing.encoder.windows import MOST_PIECES

PIECES, LENGTHS = 768, (32, 64, 96, 128, 256, MOST_PIECES)
"""Of a batch, and of its rows, where nothing else is said (see `Shapes`)."""
TOLD = (*TASKS, "dep", "head")
"""What is told of words: the tasks, relations, and places of heads in the window."""
_OF_PIECES, _OF_WORDS = ("pieces", "look"), ("first", "last", "sentence", "taught")

Batch = dict[str, np.ndarray]
Numbers = Sequence[int] | np.ndarray


@dataclass
class Example:
    """A window of one or more sentences as numbers; index 0 of the words is the root.

    Attributes:
        pieces: word pieces with [CLS] and [SEP].
        first, last: for each word its first and last piece.
        look: for each piece its word's capitals and what is before it (see `look_of`).
        sentence: for each word the number of its sentence; 0 for the root.
        taught: for each word whether teachers may tell what is unknown of it: it is part of a whole sentence.
        gold: for each of `TOLD` the label of each word, -1 where unknown.
    """

    pieces: Numbers
    first: Numbers
    last: Numbers
    look: Numbers
    sentence: Numbers
    taught: Numbers
    gold: dict[str, Numbers]


class Labels:
    """The labels of each task, by number."""

    def __init__(self, values: dict[str, list[str]]):
        self.values = values
        self.number = {task: {value: i for i, value in enumerate(found)} for task, found in values.items()}


def write_examples(path: Path, examples: Sequence[Example]) -> None:
    """Write examples as an array per column, and their numbers of pieces and words."""
    columns = {name: [getattr(one, name) for one in examples] for name in (*_OF_PIECES, *_OF_WORDS)}
    columns |= {task: [one.gold[task] for one in examples] for task in TOLD}
    found = {name: np.concatenate([np.asarray(one, dtype=np.int16) for one in of]) for name, of in columns.items()}
    sizes = np.array([(len(one.pieces), len(one.first)) for one in examples], dtype=np.int16)
    np.savez_compressed(path, sizes=sizes, **found)


def read_examples(path: Path) -> list[Example]:
    """Read what `write_examples` wrote."""
    with np.load(path) as stored:
        ends = np.cumsum(stored["sizes"], axis=0, dtype=np.int64)
        of_pieces, of_words = ends[:-1, 0], ends[:-1, 1]
        found = {name: np.split(stored[name], of_pieces) for name in _OF_PIECES}
        found |= {name: np.split(stored[name], of_words) for name in (*_OF_WORDS, *TOLD)}
    return [
        Example(
            **{name: found[name][i] for name in (*_OF_PIECES, *_OF_WORDS)}, gold={task: found[task][i] for task in TOLD}
        )
        for i in range(len(ends))
    ]


@dataclass(frozen=True)
class Shapes:
    """Pieces of a batch, padding included, and the lengths of its rows: a program is compiled for each."""

    pieces: int = PIECES
    lengths: Sequence[int] = LENGTHS

    def batches(self, examples: Sequence[Example], rng: random.Random | None = None) -> Iterator[Batch]:
        """Examples as arrays of these shapes, in random order if there is a generator."""
        groups: dict[int, list[Example]] = {}
        for example in examples:
            groups.setdefault(next(size for size in self.lengths if len(example.pieces) <= size), []).append(example)
        parts = []
        for size, group in groups.items():
            if rng is not None:
                rng.shuffle(group)
            rows = max(1, self.pieces // size)
            parts += [(group[i : i + rows], size, rows) for i in range(0, len(group), rows)]
        if rng is not None:
            rng.shuffle(parts)
        for part in parts:
            yield _arrays(*part)


def _arrays(examples: list[Example], size: int, rows: int) -> Batch:
    names = (*_OF_PIECES, *_OF_WORDS)
    found = {name: np.zeros((rows, size), dtype=np.int32) for name in names}
    found |= {task: np.full((rows, size), -1, dtype=np.int32) for task in TOLD}
    found["words"] = np.zeros((rows, size), dtype=bool)
    for row, example in enumerate(examples):
        for name in names:
            column = getattr(example, name)
            found[name][row, : len(column)] = column
        for task, column in example.gold.items():
            found[task][row, : len(column)] = column
        found["words"][row, : len(example.first)] = True
    return found
