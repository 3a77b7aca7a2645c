"""Windows of annotated text as numbers for the teacher, in batches of a few shapes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from gum import Sentence

from corefpipe.parsing.encoder.labels import TASKS, UNKNOWN, look_of
from corefpipe.parsing.encoder.pieces import WordPieces
from corefpipe.parsing.encoder.windows import MOST_PIECES

PIECES = 768  # of a batch, padding included
LENGTHS = (32, 64, 96, 128, 256, MOST_PIECES)
LEAST = 3  # times that a label must occur
Batch = dict[str, np.ndarray]


@dataclass
class Example:
    """A window of one or more sentences as numbers; index 0 of the words is the root.

    Attributes:
        pieces: word pieces with [CLS] and [SEP].
        first, last: for each word its first and last piece.
        look: for each piece its word's capitals and what is before it (see `look_of`).
        sentence: for each word the number of its sentence; 0 for the root.
        gold: for each task, and "head" and "dep", the label of each word, -1 where unknown.
    """

    pieces: list[int]
    first: list[int]
    last: list[int]
    look: list[int]
    sentence: list[int]
    gold: dict[str, list[int]]


class Labels:
    """The labels of each task, by number."""

    def __init__(self, values: dict[str, list[str]]):
        self.values = values
        self.number = {task: {value: i for i, value in enumerate(found)} for task, found in values.items()}

    @classmethod
    def of(cls, sentences: Iterable[Sentence]) -> Labels:
        """Those that occur often enough."""
        counts: dict[str, Counter[str]] = {task: Counter() for task in (*TASKS, "dep") if task != "start"}
        for sentence in sentences:
            for task, column in columns(sentence).items():
                counts[task].update(value for value in column if value is not None)
        kept = {task: sorted(v for v, n in found.items() if n >= LEAST) for task, found in counts.items()}
        return cls(kept | {"start": ["inside", "start"]})


def columns(sentence: Sentence) -> dict[str, list[str | None]]:
    """For each task the value of each word; None where unknown."""
    words, nothing = sentence.words, [None] * len(sentence.words)
    found: dict[str, list[str | None]] = dict.fromkeys((*TASKS[:-1], "dep"), nothing)
    if sentence.trees:
        found["tag"] = [word.xpos for word in words]
        found["morph"] = [f"{word.upos}|{word.feats}" for word in words]
        found["dep"] = [word.deprel for word in words]
    if sentence.typed:
        found["type"] = [word.entity_type for word in words]
    if sentence.names is not None:
        tags = ["O"] * len(words)
        for start, end, kind in sentence.names:
            tags[start:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - start - 1)]
        found["name"] = list(tags)
    return found


def example_of(
    sentences: Sequence[Sentence], pieces_of: WordPieces, labels: Labels, gaps: Sequence[int] | None = None
) -> Example:
    """Sentences as numbers, cut where they have too many pieces.

    Args:
        sentences: of one window, with what is known of them.
        pieces_of: the word pieces of a word.
        labels: of each task.
        gaps: what is before each word; None where that is unknown.
    """
    pieces, first, last, look, sentence = [pieces_of.begin], [0], [0], [0], [0]
    gap = iter(gaps) if gaps is not None else repeat(UNKNOWN)
    gold: dict[str, list[int]] = {task: [-1] for task in (*TASKS, "dep", "head")}
    for number, one in enumerate(sentences, 1):
        offset = len(first)
        for word in one.words:
            found = pieces_of(word.form)
            if len(pieces) + len(found) >= MOST_PIECES:
                break
            first.append(len(pieces))
            pieces += found
            last.append(len(pieces) - 1)
            look += look_of(word.form, next(gap), len(found))
        n = len(first) - offset
        sentence += [number] * n
        for task, column in columns(one).items():
            known = labels.number[task]
            gold[task] += [-1 if value is None else known.get(value, -1) for value in column[:n]]
        whole = one.trees and n == len(one.words)
        gold["head"] += [
            -1 if not whole else 0 if w.head == i else offset + w.head for i, w in enumerate(one.words[:n])
        ]
        # That a sentence starts where the window does is known.
        gold["start"] += [-1 if number == 1 and i == 0 else int(i == 0) for i in range(n)]
    return Example([*pieces, pieces_of.end], first, last, [*look, 0], sentence, gold)


def batches(examples: Sequence[Example], rng: random.Random | None = None) -> Iterator[tuple[list[int], Batch]]:
    """Numbers of examples, and these as arrays of a few shapes, so that few programs are compiled."""
    groups: dict[int, list[int]] = {}
    for number, example in enumerate(examples):
        groups.setdefault(next(size for size in LENGTHS if len(example.pieces) <= size), []).append(number)
    parts = []
    for size, numbers in groups.items():
        if rng is not None:
            rng.shuffle(numbers)
        of_batch = max(1, PIECES // size)
        parts += [(size, of_batch, numbers[i : i + of_batch]) for i in range(0, len(numbers), of_batch)]
    if rng is not None:
        rng.shuffle(parts)
    for size, of_batch, numbers in parts:
        yield numbers, _arrays([examples[number] for number in numbers], size, of_batch)


def _arrays(examples: list[Example], size: int, rows: int) -> Batch:
    names = ("pieces", "first", "last", "look", "sentence")
    found = {name: np.zeros((rows, size), dtype=np.int32) for name in names}
    found |= {task: np.full((rows, size), -1, dtype=np.int32) for task in (*TASKS, "dep", "head")}
    found["words"] = np.zeros((rows, size), dtype=bool)
    for row, example in enumerate(examples):
        for name in names:
            column = getattr(example, name)
            found[name][row, : len(column)] = column
        for task, column in example.gold.items():
            found[task][row, : len(column)] = column
        found["words"][row, : len(example.first)] = True
    return found
