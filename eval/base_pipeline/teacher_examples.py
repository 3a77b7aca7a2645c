"""Sentences as numbers for the teacher: word pieces, labels, batches of a few shapes; and its labels as annotation."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from encoder import MOST_PIECES, load_tokenizer
from gum import Sentence
from tokenizers import Tokenizer

TASKS = ("tag", "morph", "lemma", "type", "name")
LENGTHS = (16, 24, 32, 48, 64, 96, 128, 192, 256, MOST_PIECES)
PIECES = 2048  # of a batch, padding included
LEAST = 3  # times that a label must occur
CLS, SEP = 101, 102
Batch = dict[str, np.ndarray]


@dataclass
class Example:
    """One sentence as numbers; index 0 of the words is the root.

    Attributes:
        pieces: word pieces with [CLS] and [SEP].
        first, last: for each word its first and last piece.
        case: for each word the class of its capitals.
        gold: for each task, and "head" and "dep", the label of each word, -1 where unknown.
    """

    pieces: list[int]
    first: list[int]
    last: list[int]
    case: list[int]
    gold: dict[str, list[int]]


class Labels:
    """The labels of each task, by number."""

    def __init__(self, values: dict[str, list[str]]):
        self.values = values
        self.number = {task: {value: i for i, value in enumerate(found)} for task, found in values.items()}

    @classmethod
    def of(cls, sentences: Iterable[Sentence]) -> Labels:
        """Those that occur often enough."""
        counts: dict[str, Counter[str]] = {task: Counter() for task in (*TASKS, "dep")}
        for sentence in sentences:
            for task, column in columns(sentence).items():
                counts[task].update(value for value in column if value is not None)
        return cls({task: sorted(v for v, n in found.items() if n >= LEAST) for task, found in counts.items()})


def columns(sentence: Sentence) -> dict[str, list[str | None]]:
    """For each task the value of each word; None where unknown."""
    words, nothing = sentence.words, [None] * len(sentence.words)
    found: dict[str, list[str | None]] = dict.fromkeys((*TASKS, "dep"), nothing)
    if sentence.trees:
        found["tag"] = [word.xpos for word in words]
        found["morph"] = [f"{word.upos}|{word.feats}" for word in words]
        found["lemma"] = [lemma_rule(word.form, word.lemma) for word in words]
        found["dep"] = [word.deprel for word in words]
    if sentence.typed:
        found["type"] = [word.entity_type for word in words]
    if sentence.names is not None:
        tags = ["O"] * len(words)
        for start, end, kind in sentence.names:
            tags[start:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - start - 1)]
        found["name"] = list(tags)
    return found


def lemma_rule(form: str, lemma: str) -> str:
    """How a lemma is made of a form: whether of its lower case, how many letters to cut, and what to append."""
    base = form if lemma[:1] == form[:1] else form.lower()
    same = next((i for i, (a, b) in enumerate(zip(base, lemma, strict=False)) if a != b), min(len(base), len(lemma)))
    return f"{'=' if base is form else '↓'}{len(base) - same}|{lemma[same:]}"


def case_of(form: str) -> int:
    """The class of a word's capitals."""
    if not any(letter.isalpha() for letter in form):
        return 1
    if form.islower():
        return 2
    if form.isupper():
        return 3 if len(form) > 1 else 4
    return 4 if form[0].isupper() and form[1:].islower() else 5


class Pieces:
    """Word pieces of words, each looked up once."""

    def __init__(self) -> None:
        self._tokenizer: Tokenizer = load_tokenizer()
        self._known: dict[str, list[int]] = {}

    def __call__(self, form: str) -> list[int]:
        if form not in self._known:
            found = self._tokenizer.encode(form, add_special_tokens=False).ids[:16]
            self._known[form] = found or [100]
        return self._known[form]


def example_of(forms: Sequence[str], pieces_of: Pieces, labels: Labels, sentence: Sentence | None = None) -> Example:
    """A sentence as numbers, cut where it has too many pieces."""
    pieces, first, last = [CLS], [0], [0]
    for form in forms:
        found = pieces_of(form)
        if len(pieces) + len(found) >= MOST_PIECES:
            break
        first.append(len(pieces))
        pieces += found
        last.append(len(pieces) - 1)
    n = len(first) - 1
    gold: dict[str, list[int]] = {task: [-1] * (n + 1) for task in (*TASKS, "dep", "head")}
    if sentence is not None:
        for task, column in columns(sentence).items():
            known = labels.number[task]
            gold[task] = [-1, *(-1 if value is None else known.get(value, -1) for value in column[:n])]
        if sentence.trees and n == len(sentence.words):
            gold["head"] = [-1, *(0 if w.head == i else w.head + 1 for i, w in enumerate(sentence.words))]
    return Example([*pieces, SEP], first, last, [0, *map(case_of, forms[:n])], gold)


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
    names = ("pieces", "first", "last", "case")
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


def by_rule(form: str, rule: str) -> str:
    """The lemma of a form (see `lemma_rule`)."""
    cut, _, end = rule[1:].partition("|")
    base = form if rule[0] == "=" else form.lower()
    return (base[: max(len(base) - int(cut), 0)] + end) or form


def names_of_tags(tags: Sequence[str]) -> list[tuple[int, int, str]]:
    """(start, end, label) of the names that tags B-, I- and O describe."""
    found: list[tuple[int, int, str]] = []
    for i, tag in enumerate(tags):
        if tag == "O":
            continue
        if tag[0] == "I" and found and found[-1][1] == i and found[-1][2] == tag[2:]:
            found[-1] = (found[-1][0], i + 1, tag[2:])
        else:
            found.append((i, i + 1, tag[2:]))
    return found
