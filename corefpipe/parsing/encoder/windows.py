"""Stretches of text as windows of word pieces, and these as arrays for the network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.parsing.encoder.labels import case_of
from corefpipe.parsing.encoder.pieces import WordPieces

UNKNOWN, JOINED, SPACE, BREAK = range(4)
"""What is before a word: unknown, nothing, a space, a line break."""
WINDOW = 128
"""Pieces of a window; more only where a sentence is longer."""
MOST_PIECES = 512
"""Most pieces of a window."""

Batch = dict[str, np.ndarray]


@dataclass(slots=True)
class Run:
    """The words of a text without blank lines.

    Attributes:
        words: without white space.
        gaps: what is before each word.
        starts: for each word 1 if a sentence starts there, -1 if none does, 0 if that is unknown.
    """

    words: list[str]
    gaps: list[int]
    starts: np.ndarray


@dataclass(slots=True)
class Window:
    """Words of a run as numbers; of the lists per word the first value is the root's.

    Attributes:
        run: number of the run.
        start, end: the words in the run.
        ends_here: whether the last sentence ends at `end`.
        pieces: word pieces with [CLS] and [SEP].
        first, last: first and last piece.
        case: class of the capitals (see `case_of`).
        gap: what is before it.
    """

    run: int
    start: int
    end: int
    ends_here: bool
    pieces: list[int]
    first: list[int]
    last: list[int]
    case: list[int]
    gap: list[int]


def cut_window(number: int, run: Run, start: int, most: int, pieces_of: WordPieces) -> Window:
    """As many words as have `most` pieces, at least one; it rather ends where a sentence is known to start."""
    pieces, first, last = [pieces_of.begin], [0], [0]
    end = start
    while end < len(run.words):
        found = pieces_of(run.words[end])
        if end > start and len(pieces) + len(found) + 1 > most:
            break
        first.append(len(pieces))
        pieces += found
        last.append(len(pieces) - 1)
        end += 1
    ends_here = end == len(run.words)
    if not ends_here:
        known = np.flatnonzero(run.starts[start + 1 : end + 1] == 1)
        if len(known):
            end = start + 1 + int(known[-1])
            ends_here = True
            del first[end - start + 1 :], last[end - start + 1 :]
            del pieces[last[-1] + 1 :]
    words = run.words[start:end]
    case, gap = [0, *map(case_of, words)], [0, *run.gaps[start:end]]
    return Window(number, start, end, ends_here, [*pieces, pieces_of.end], first, last, case, gap)


def batches(windows: Sequence[Window], pieces: int) -> Iterator[tuple[list[int], Batch]]:
    """Numbers of windows of about one length, and these as arrays; the longest first.

    Args:
        windows: which to put into batches.
        pieces: most pieces of a batch, padding included; a batch has at least one window.

    Yields:
        The numbers, and int64 arrays: "pieces" (windows, pieces), 0 where there is none; "first", "last", "case" and
        "gap" (windows, words).
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
    width = max(len(window.first) for window in windows)
    columns = {name: [getattr(window, name) for window in windows] for name in ("first", "last", "case", "gap")}
    found = {name: _padded(rows, width) for name, rows in columns.items()}
    return {"pieces": _padded([w.pieces for w in windows], max(len(w.pieces) for w in windows)), **found}


def _padded(rows: Sequence[Sequence[int]], width: int) -> np.ndarray:
    found = np.zeros((len(rows), width), dtype=np.int64)
    for row, values in enumerate(rows):
        found[row, : len(values)] = values
    return found
