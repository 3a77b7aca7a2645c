"""Sentence splitting, tagging, parsing and NER of runs of words, with any network that scores windows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np

from corefpipe.lexicon import Lexicon
from corefpipe.network.pieces import WordPieces
from corefpipe.parsing.encoder.best_names import BestNames
from corefpipe.parsing.encoder.best_tree import best_tree
from corefpipe.parsing.encoder.labels import BREAK
from corefpipe.parsing.encoder.whole_sentences import certain_starts, whole_sentences
from corefpipe.parsing.encoder.windows import MOST_PIECES, Batch, Run, Window, batches, cut_window

_PART = 3
"""Minimum size, in windows, of the parts of a text that are processed in parallel batches, which is faster."""
_LITTLE, _LEAST = 4, 16
"""Fractions 1/n of a window: with fewer words in complete sentences, it is enlarged, or cut within a sentence."""


@dataclass(slots=True)
class Scored:
    """Output of a network for the windows of a batch; arrays may be padded beyond the words of a window.

    Attributes:
        labels: for each of `TASKS` and each window, (words,) numbers of labels; for "start" the score of a start minus
            that of none; for "name" (words, tags) scores.
        arcs: for each window, (words, words) scores of each head for each word; 0 is the root.
        dependents, heads: for each window, (words, width) vectors of the ends of relations.
        vectors: for each window, (words, width) word vectors, the means of those of their first and last piece.
    """

    labels: Mapping[str, Sequence[np.ndarray]]
    arcs: Sequence[np.ndarray]
    dependents: Sequence[np.ndarray]
    heads: Sequence[np.ndarray]
    vectors: Sequence[np.ndarray]


class Network(Protocol):
    """Scores windows.

    Attributes:
        pieces: maximum number of pieces of a batch, including padding.
        window: number of pieces of a window; only longer sentences have larger ones.
    """

    pieces: int
    window: int

    def score(self, batch: Batch) -> Scored:
        """Scores of a batch of windows."""

    def relations(self, dependents: np.ndarray, heads: np.ndarray) -> np.ndarray:
        """(n,) numbers of the best relations, of (n, width) vectors of both ends."""


@dataclass(slots=True)
class Parsed:
    """The annotation of a run.

    Attributes:
        starts: (n,) bool, whether a sentence starts at each word.
        heads: (n,) position of each word's head in the run; a root is its own head.
        labels: for each of `TASKS` except "start", and for "dep", (n,) numbers of labels; "dep" is undefined for roots.
        vectors: (n, width) float16 word vectors.
    """

    starts: np.ndarray
    heads: np.ndarray
    labels: dict[str, np.ndarray]
    vectors: np.ndarray


class EncoderParser:
    """Annotates runs of words.

    A window begins at the start of a sentence; if it ends within a sentence, the next window begins at the start of
    that sentence. If that sentence is most of the window, the window is enlarged; if it is nearly all of the largest
    window, it is cut.

    Args:
        network: scores windows.
        pieces_of: the word pieces of a word.
        name_tags: the tags of names by number.
        lexicon: word lists of the language.
    """

    def __init__(self, network: Network, pieces_of: WordPieces, name_tags: Sequence[str], lexicon: Lexicon):
        self._network = network
        self._pieces_of = pieces_of
        self._best_names = BestNames(name_tags)
        self._lexicon = lexicon

    def __call__(self, runs: Sequence[Run]) -> list[Parsed]:
        """Annotate runs, in time linear in the number of words."""
        cuts = [_cuts(run, _PART * self._network.window) for run in runs]
        parts = [
            Run(run.words[start:end], run.gaps[start:end], run.starts[start:end])
            for run, of_run in zip(runs, cuts, strict=True)
            for start, end in pairwise(of_run)
        ]
        parsed = iter(self._annotated(parts))
        return [_together([next(parsed) for _ in of_run[1:]], of_run) for of_run in cuts]

    def _annotated(self, runs: Sequence[Run]) -> list[Parsed]:
        found = [_empty(len(run.words)) for run in runs]
        waiting = [(number, 0, self._network.window) for number, run in enumerate(runs) if run.words]
        while waiting:
            windows = [
                cut_window(number, runs[number], start, most, self._pieces_of) for number, start, most in waiting
            ]
            most_of = [most for _, _, most in waiting]
            waiting = []
            for numbers, batch in batches(windows, self._network.pieces):
                scored = self._network.score(batch)
                chosen: list[tuple[Window, int]] = []
                for row, number in enumerate(numbers):
                    window = windows[number]
                    starts = self._starts(window, runs[window.run], scored.labels["start"][row])
                    size, reach = window.end - window.start, starts[-1]
                    if not window.ends_here and reach <= size // _LITTLE and most_of[number] < MOST_PIECES:
                        waiting.append((window.run, window.start, min(2 * most_of[number], MOST_PIECES)))
                        continue
                    if not window.ends_here and reach > size // _LEAST:
                        window.end = window.start + starts.pop()
                    self._put_trees(found[window.run], window, starts, scored.arcs[row])
                    _put_vectors(found[window.run], window, scored.vectors[row])
                    chosen.append((window, row))
                    if window.end < len(runs[window.run].words):
                        waiting.append((window.run, window.end, self._network.window))
                self._put_labels(found, chosen, scored)
        return found

    def _starts(self, window: Window, run: Run, scores: np.ndarray) -> list[int]:
        """Positions in a window at which sentences start."""
        size = window.end - window.start
        known = run.starts[window.start : window.end]
        place = slice(window.start, window.end)
        words, gaps = run.words[place], run.gaps[place]
        found = scores[1 : size + 1] > 0
        found[certain_starts(words, gaps)] = True
        starting = np.where(known == 0, found, known == 1)
        starting[0] = True
        starts: list[int] = np.flatnonzero(starting).tolist()
        return whole_sentences(starts, words, gaps, known.tolist(), self._lexicon)

    @staticmethod
    def _put_trees(parsed: Parsed, window: Window, starts: list[int], arcs: np.ndarray) -> None:
        for start, end in zip(starts, [*starts[1:], window.end - window.start], strict=True):
            index = np.append(0, np.arange(start + 1, end + 1))
            head = best_tree(arcs[np.ix_(index, index)])
            own = np.arange(end - start)
            place = slice(window.start + start, window.start + end)
            parsed.heads[place] = window.start + start + np.where(head == 0, own, head - 1)
            parsed.starts[place.start] = True

    def _put_labels(self, found: list[Parsed], chosen: list[tuple[Window, int]], scored: Scored) -> None:
        """Write the labels of the words of windows, including the relations to the chosen heads."""
        dependents, heads = [], []
        for window, row in chosen:
            parsed, size = found[window.run], window.end - window.start
            place = slice(window.start, window.end)
            for task in parsed.labels.keys() - {"dep"}:
                of_words = scored.labels[task][row][1 : size + 1]
                names = task == "name"
                parsed.labels[task][place] = self._best_names(of_words, parsed.starts[place]) if names else of_words
            head = parsed.heads[place] - window.start
            head = np.where(head == np.arange(size), 0, head + 1)
            dependents.append(scored.dependents[row][1 : size + 1])
            heads.append(scored.heads[row][head])
        if not chosen:
            return
        relations = self._network.relations(np.concatenate(dependents), np.concatenate(heads))
        at = 0
        for window, _ in chosen:
            size = window.end - window.start
            found[window.run].labels["dep"][window.start : window.end] = relations[at : at + size]
            at += size


def _cuts(run: Run, least: int) -> list[int]:
    """Bounds of the parts of a run: known starts of sentences after line breaks, at least `least` words apart."""
    cuts = [0]
    for start in np.flatnonzero(run.starts == 1).tolist():
        if start - cuts[-1] >= least and run.gaps[start] == BREAK:
            cuts.append(start)
    return [*cuts, len(run.words)]


def _together(parts: Sequence[Parsed], cuts: Sequence[int]) -> Parsed:
    """Join the parts of a run."""
    if len(parts) == 1:
        return parts[0]
    return Parsed(
        np.concatenate([part.starts for part in parts]),
        np.concatenate([part.heads + start for part, start in zip(parts, cuts, strict=False)]),
        {task: np.concatenate([part.labels[task] for part in parts]) for task in parts[0].labels},
        np.concatenate([part.vectors for part in parts]),
    )


def _put_vectors(parsed: Parsed, window: Window, vectors: np.ndarray) -> None:
    if not parsed.vectors.size:
        parsed.vectors = np.zeros((len(parsed.heads), vectors.shape[1]), dtype=np.float16)
    parsed.vectors[window.start : window.end] = vectors[1 : window.end - window.start + 1]


def _empty(size: int) -> Parsed:
    tasks = ("tag", "morph", "type", "name", "dep")
    labels = {task: np.zeros(size, dtype=np.int64) for task in tasks}
    return Parsed(np.zeros(size, dtype=bool), np.arange(size), labels, np.zeros((size, 0), dtype=np.float16))
