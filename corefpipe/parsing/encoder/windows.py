"""Windows of word pieces, and batches of windows as arrays for the network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.network.pieces import WordPieces
from corefpipe.parsing.encoder.labels import look_of

WINDOW = 128
"""Default number of pieces of a window; only longer sentences have larger ones."""
MOST_PIECES = 512
"""Maximum number of pieces of a window."""
_ENOUGH = 2
"""Fraction 1/n of a window: it is not cut at a known start of a sentence below that size."""

Batch = dict[str, np.ndarray]


@dataclass(slots=True)
class Run:
    """The words of a text.

    Attributes:
        words: the words, without whitespace.
        gaps: the gap before each word (see `labels.UNKNOWN`).
        starts: for each word, 1 if a sentence starts there, -1 if none does, 0 if unknown.
    """

    words: list[str]
    gaps: list[int]
    starts: np.ndarray


@dataclass(slots=True)
class Window:
    """Words of a run as numbers; the first value of `first` and `last` is the root's.

    Attributes:
        run: number of the run.
        start, end: position of the words in the run.
        ends_here: whether the last sentence ends at `end`.
        pieces: word pieces with [CLS] and [SEP].
        look: for each piece, the capitalization of its word and the gap before it (see `look_of`).
        first, last: for each word, its first and last piece.
    """

    run: int
    start: int
    end: int
    ends_here: bool
    pieces: list[int]
    look: list[int]
    first: list[int]
    last: list[int]


def cut_window(number: int, run: Run, start: int, most: int, pieces_of: WordPieces) -> Window:
    """A window of at most `most` pieces, at least one word; it ends at a known start of a sentence if possible."""
    pieces, look, first, last = [pieces_of.begin], [0], [0], [0]
    end = start
    while end < len(run.words):
        found = pieces_of(run.words[end])
        if end > start and len(pieces) + len(found) + 1 > most:
            break
        first.append(len(pieces))
        pieces += found
        look += look_of(run.words[end], run.gaps[end], len(found))
        last.append(len(pieces) - 1)
        end += 1
    ends_here = end == len(run.words)
    if not ends_here:
        known = np.flatnonzero(run.starts[start + 1 : end + 1] == 1)
        if len(known) and (known[-1] + 1 >= (end - start) // _ENOUGH or run.starts[end] != 0):
            end = start + 1 + int(known[-1])
            ends_here = True
            del first[end - start + 1 :], last[end - start + 1 :]
            del pieces[last[-1] + 1 :], look[last[-1] + 1 :]
    return Window(number, start, end, ends_here, [*pieces, pieces_of.end], [*look, 0], first, last)


def batches(windows: Sequence[Window], pieces: int) -> Iterator[tuple[list[int], Batch]]:
    """Group windows of similar length into batches, the longest first.

    Args:
        windows: the windows.
        pieces: maximum number of pieces of a batch, including padding; a batch has at least one window.

    Yields:
        The numbers of the windows, and int64 arrays padded with 0: "pieces" and "look" (windows, pieces), "first" and
        "last" (windows, words).
    """
    order = sorted(range(len(windows)), key=lambda number: -len(windows[number].pieces))
    start = 0
    while start < len(order):
        rows = max(1, pieces // len(windows[order[start]].pieces))
        numbers = order[start : start + rows]
        yield numbers, to_batch([windows[number] for number in numbers])
        start += rows


def to_batch(windows: Sequence[Window]) -> Batch:
    """Windows as arrays (see `batches`), padded with 0."""
    return {
        name: _padded([getattr(window, name) for window in windows]) for name in ("pieces", "look", "first", "last")
    }


def _padded(rows: Sequence[Sequence[int]]) -> np.ndarray:
    found = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
    for row, values in enumerate(rows):
        found[row, : len(values)] = values
    return found
