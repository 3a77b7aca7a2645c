"""Windows of annotated text as numbers: the labels of words, and examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import repeat

from examples import TOLD, Example, Labels
from gum import Sentence, columns

from corefpipe.network.pieces import WordPieces
from corefpipe.parsing.encoder.labels import TASKS, UNKNOWN, look_of
from corefpipe.parsing.encoder.windows import MOST_PIECES

LEAST = 3  # times that a label must occur


def labels_of(sentences: Iterable[Sentence]) -> Labels:
    """The labels that occur often enough."""
    counts: dict[str, Counter[str]] = {task: Counter() for task in (*TASKS, "dep") if task != "start"}
    for sentence in sentences:
        for task, column in columns(sentence).items():
            counts[task].update(value for value in column if value is not None)
    kept = {task: sorted(v for v, n in found.items() if n >= LEAST) for task, found in counts.items()}
    return Labels(kept | {"start": ["inside", "start"]})


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
    pieces, first, last, look, sentence, taught = [pieces_of.begin], [0], [0], [0], [0], [0]
    gap = iter(gaps) if gaps is not None else repeat(UNKNOWN)
    gold: dict[str, list[int]] = {task: [-1] for task in TOLD}
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
            number_of = labels.number[task]
            gold[task] += [-1 if value is None else number_of.get(value, -1) for value in column[:n]]
        whole = one.whole and n == len(one.words)
        taught += [int(whole)] * n
        known = whole and one.trees and not one.silver
        gold["head"] += [
            -1 if not known else 0 if w.head == i else offset + w.head for i, w in enumerate(one.words[:n])
        ]
        # That a sentence starts where the window does is known.
        gold["start"] += [-1 if number == 1 and i == 0 else int(i == 0) for i in range(n)]
    return Example([*pieces, pieces_of.end], first, last, [*look, 0], sentence, taught, gold)
