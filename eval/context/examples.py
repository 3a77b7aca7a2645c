"""What a network learns coreference from: words, and what is known of them, in a file per part."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from corefpipe.network.heads import REACH

WHOLE, PARTIAL, PAIRS, SOFT, TREES = "whole", "partial", "pairs", "soft", "trees"
"""Kinds of examples: all chains are annotated; some mentions; pairs of words; odds by a teacher; trees alone."""


@dataclass(slots=True)
class Gold:
    """What a treebank says of words.

    Attributes:
        labels: for each task, "dep" among them, the label of each word, None where that is unknown.
        heads: (n,) the head of each word, the word itself for a root, -1 where that is unknown.
    """

    labels: dict[str, list[str | None]]
    heads: np.ndarray

    def part(self, start: int, end: int) -> Gold:
        """What it says of some of the words."""
        heads = self.heads[start:end]
        inside = (heads >= start) & (heads < end)
        labels = {task: column[start:end] for task, column in self.labels.items()}
        return Gold(labels, np.where(inside, heads - start, -1))


@dataclass(slots=True)
class Example:
    """A text, or a part of one.

    Attributes:
        name: of the document.
        kind: what is known of it.
        words: its words.
        gaps: (n,) what is before each word (see `corefpipe.parsing.encoder.labels.UNKNOWN`).
        sentences: (n,) number of each word's sentence, from 0.
        speakers: (n,) number of each word's speaker, 0 where it is unknown.
        texts: (n,) number of each word's text; several short texts may be one example.
        chains: (n,) number of the chain of the mention that each word is the head of, 0 for none.
        mentions: (m, 3) head, first and last word of mentions.
        heads: (n,) bool, whether each word is the head of any mention, singletons included; None where that is unknown.
        pairs: (p, 3) anaphor, candidate, whether they corefer; the candidates of an anaphor stand together.
        soft: (s, 2) word and antecedent, with `odds`.
        odds: (s,) probability of each of them; the rest is that of no antecedent.
        gold: what a treebank says of the words, where it has their sentences.
    """

    name: str
    kind: str
    words: Sequence[str]
    gaps: np.ndarray
    sentences: np.ndarray
    speakers: np.ndarray
    texts: np.ndarray
    chains: np.ndarray
    mentions: np.ndarray
    heads: np.ndarray | None = None
    pairs: np.ndarray | None = None
    soft: np.ndarray | None = None
    odds: np.ndarray | None = None
    gold: Gold | None = None

    def __len__(self) -> int:
        return len(self.words)


def marked(examples: Iterable[Example], marks: Mapping[str, np.ndarray]) -> Iterator[Example]:
    """Examples of raw text with a teacher's marks; those that it has not marked are left out.

    Args:
        examples: of the words that the teacher read.
        marks: `names` of documents; `ij`, `p`: word and antecedent, probability in 255ths, for document k the rows
            `soft_at[k]` to `soft_at[k + 1]`; `bounds`: head, first and last word of mentions, `bounds_at` likewise.
    """
    number = {name: k for k, name in enumerate(marks["names"].tolist())}
    for one in examples:
        if one.name not in number:
            continue
        k = number[one.name]
        rows, bounds = (slice(*marks[at][k : k + 2].tolist()) for at in ("soft_at", "bounds_at"))
        mentions = marks["bounds"][bounds].astype(np.int64)
        near = (mentions[:, 0] - mentions[:, 1] <= REACH) & (mentions[:, 2] - mentions[:, 0] <= REACH)
        odds = marks["p"][rows].astype(np.float32) / 255
        yield replace(one, mentions=mentions[near], soft=marks["ij"][rows].astype(np.int64), odds=odds)


def chunks(example: Example, most: int) -> Iterator[Example]:
    """Parts of a long example, each of at most so many words and of whole sentences where they fit."""
    n, start = len(example), 0
    while start < n:
        end = min(start + most, n)
        while end < n and end > start + most // 2 and example.sentences[end] == example.sentences[end - 1]:
            end -= 1
        yield part_of(example, start, end)
        start = end


def part_of(example: Example, start: int, end: int) -> Example:
    """Some words of an example."""

    def inside(rows: np.ndarray) -> np.ndarray:
        return ((rows >= start) & (rows < end)).all(axis=1)

    own = slice(start, end)
    found = replace(
        example,
        words=example.words[own],
        gaps=example.gaps[own],
        sentences=example.sentences[own] - example.sentences[start],
        speakers=example.speakers[own],
        texts=example.texts[own],
        chains=example.chains[own],
        mentions=example.mentions[inside(example.mentions)] - start,
        heads=None if example.heads is None else example.heads[own],
    )
    found.gold = example.gold and example.gold.part(start, end)
    if example.soft is not None and example.odds is not None:
        kept = inside(example.soft)
        found.soft, found.odds = example.soft[kept] - start, example.odds[kept]
    return found


def together(examples: Sequence[Example]) -> Example:
    """Several short texts of pairs as one example."""
    starts = np.cumsum([0, *(len(one) for one in examples)])
    sentences, texts, pairs, after = [], [], [], 0
    for number, (one, start) in enumerate(zip(examples, starts.tolist(), strict=False)):
        sentences.append(one.sentences + after)
        after = int(sentences[-1][-1]) + 1
        texts.append(np.full(len(one), number))
        assert one.pairs is not None
        pairs.append(one.pairs + np.array([start, start, 0]))
    return replace(
        examples[0],
        words=[word for one in examples for word in one.words],
        gaps=np.concatenate([one.gaps for one in examples]),
        sentences=np.concatenate(sentences),
        speakers=np.zeros(int(starts[-1]), dtype=np.int64),
        texts=np.concatenate(texts),
        chains=np.concatenate([one.chains for one in examples]),
        mentions=np.zeros((0, 3), dtype=np.int64),
        pairs=np.concatenate(pairs),
    )


def kept(name: str, work: Path, make: Callable[[], Iterable[Example]] | None = None) -> list[Example]:
    """Examples of a part; what was made before is read from the work folder, what was not is made.

    Raises:
        FileNotFoundError: it was not made before, and nothing makes it.
    """
    file = work / "examples" / f"{name}.pickle"
    if not file.is_file() and make is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(list(make())))
    found: list[Example] = pickle.loads(file.read_bytes())  # our own file
    return found
