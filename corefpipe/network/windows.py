"""Windows in which a text is read: whole sentences where they fit, with what stands around them as context."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

PiecesOf = Callable[[str], Sequence[int]]
"""The numbers of the pieces of a word, at least one."""


@dataclass(slots=True, frozen=True)
class Window:
    """Consecutive words that are read together.

    Attributes:
        start, end: the words.
        own: first of the words that get their vectors from this window, and the word after the last.
        pieces: the numbers of the pieces of all words.
        first: (end - start,) int64, where the pieces of each word begin.
    """

    start: int
    end: int
    own: tuple[int, int]
    pieces: list[int]
    first: np.ndarray


def windows_of(
    words: Sequence[str], sentences: Sequence[int], pieces_of: PiecesOf, most: int, around: int = 0
) -> Iterator[Window]:
    """The windows of a text; each word gets its vector from one of them.

    A window has as many whole sentences as there is room for. A sentence that is longer than a window is cut.

    Args:
        words: of the text, without white space.
        sentences: number of the sentence of each word, ascending.
        pieces_of: the pieces of a word.
        most: pieces of a window.
        around: pieces that a window has at most, before and after its own words, of the words that are there.
    """
    pieces = [pieces_of(word) for word in words]
    ends = [0, *accumulate(map(len, pieces))]
    for first, last in stretches(sentences, ends, most - 2 * around if ends[-1] > most else most):
        start = _reach(ends, first, -around)
        end = _reach(ends, last, most - (ends[last] - ends[start]))
        inside = [piece for of_word in pieces[start:end] for piece in of_word]
        yield Window(start, end, (first, last), inside, np.array(ends[start:end]) - ends[start])


def stretches(sentences: Sequence[int], ends: Sequence[int], most: int) -> Iterator[tuple[int, int]]:
    """(first, end) of the words that share a window, of at most so many pieces but for a single word."""
    n = len(sentences)
    breaks = [i for i in range(1, n) if sentences[i] != sentences[i - 1]]
    start, place = 0, 0
    while start < n:
        end = max(bisect_right(ends, ends[start] + most) - 1, start + 1)
        if end < n:
            place = bisect_right(breaks, end)
            if place and breaks[place - 1] > start:
                end = breaks[place - 1]
        yield start, end
        start = end


def _reach(ends: Sequence[int], word: int, pieces: int) -> int:
    """The word that is so many pieces after the beginning of a word, or fewer; before it where they are negative."""
    wanted = ends[word] + pieces
    found = bisect_left(ends, wanted) if pieces < 0 else bisect_right(ends, wanted) - 1
    return min(max(found, 0), len(ends) - 1)
