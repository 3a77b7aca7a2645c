"""What treebanks say of the words of examples, by their sentences: tags, features, trees, entity types, names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np
from base_recipe import Sentence, columns
from examples import TREES, Example, Gold

from corefpipe.parsing.encoder.labels import JOINED, SPACE, TASKS

_LABELLED = (*TASKS, "dep")
_STARTS = ("inside", "start")


class Trees:
    """Sentences of treebanks, known again by their words.

    Args:
        documents: those of the treebanks.
    """

    def __init__(self, documents: Iterable[Iterable[Sentence]]):
        self._known = {
            tuple(word.form for word in sentence.words): sentence for document in documents for sentence in document
        }

    def gold(self, example: Example) -> Gold | None:
        """What they say of an example; None if they have none of its sentences."""
        starts = [0, *(np.flatnonzero(np.diff(example.sentences)) + 1).tolist(), len(example)]
        found = [(start, self._known.get(tuple(example.words[start:end]))) for start, end in pairwise(starts)]
        known = [(start, sentence) for start, sentence in found if sentence is not None]
        return gold_of(known, len(example)) if known else None


def gold_of(sentences: Iterable[tuple[int, Sentence]], n: int) -> Gold:
    """What sentences that begin at these words say of n words."""
    labels: dict[str, list[str | None]] = {task: [None] * n for task in _LABELLED}
    heads = np.full(n, -1)
    for start, sentence in sentences:
        own = slice(start, start + len(sentence.words))
        for task, column in columns(sentence).items():
            labels[task][own] = column
        labels["start"][own] = [_STARTS[place == 0] for place in range(len(sentence.words))]
        if sentence.trees:
            heads[own] = [start + word.head for word in sentence.words]
    return Gold(labels, heads)


def examples_of_trees(documents: Iterable[tuple[str, list[Sentence]]]) -> Iterator[Example]:
    """Examples of which nothing is known but their trees."""
    for name, sentences in documents:
        sizes = [len(sentence.words) for sentence in sentences]
        starts, n = np.cumsum([0, *sizes[:-1]]).tolist(), sum(sizes)
        words = [word for sentence in sentences for word in sentence.words]
        nothing = np.zeros(n, dtype=np.int64)
        yield Example(
            name,
            TREES,
            [word.form for word in words],
            np.array([SPACE, *(SPACE if word.space else JOINED for word in words[:-1])]),
            np.repeat(np.arange(len(sizes)), sizes),
            nothing,
            nothing,
            nothing,
            np.zeros((0, 3), dtype=np.int64),
            gold=gold_of(zip(starts, sentences, strict=True), n),
        )
