"""Stretches of text as windows of word pieces, and these as arrays for the network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.network.pieces import WordPieces
from corefpipe.parsing.encoder.labels import look_of

WINDOW = 128
"""Pieces of a window, where a network does not say how many; more only where a sentence is longer."""
MOST_PIECES = 512
"""Most pieces of a window."""
_ENOUGH = 2
"""Part of a window: it does not end at a known start of a sentence if it would be smaller than that."""

Batch = dict[str, np.ndarray]


@dataclass(slots=True)
class Run:
    """The words of a text.

    Attributes:
        words: without white space.
        gaps: what is before each word (see `labels.UNKNOWN`).
        starts: for each word 1 if a sentence starts there, -1 if none does, 0 if that is unknown.
    """

    words: list[str]
    gaps: list[int]
    starts: np.ndarray


@dataclass(slots=True)
class Window:
    """Words of a run as numbers; of `first` and `last` the first value is the root's.

    Attributes:
        run: number of the run.
        start, end: the words in the run.
        ends_here: whether the last sentence ends at `end`.
        pieces: word pieces with [CLS] and [SEP].
        look: for each piece its word's capitals and what is before it (see `look_of`).
        first, last: for each word its first and last piece.
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
    """As many words as have `most` pieces, at least one; it rather ends where a sentence is known to start."""
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
    """Numbers of windows of about one length, and these as arrays; the longest first.

    Args:
        windows: which to put into batches.
        pieces: most pieces of a batch, padding included; a batch has at least one window.

    Yields:
        The numbers, and int64 arrays, 0 where there is nothing: "pieces" and "look" (windows, pieces), "first" and
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
