"""Words and empty nodes of a CoNLL-U document in one sequence, as its brackets and head numbers count them.

A *position* is an index in this sequence. A mention is a set of nodes; its *runs* are the maximal stretches of nodes
that belong to it, (start, end) in positions. Two pieces of a mention's words are two runs even if they are adjacent.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from corefpipe.document import Mention

Runs = tuple[tuple[int, int], ...]


class Nodes:
    """The nodes of a document.

    Args:
        before: for each empty node, the index of the word before it, or -1; ascending.
    """

    def __init__(self, before: Sequence[int]):
        self._before = before
        self._empty = [word + 1 + number for number, word in enumerate(before)]  # their positions

    def position(self, word: int) -> int:
        """Return the position of a word."""
        return word + bisect_left(self._before, word)

    def position_of_empty(self, number: int) -> int:
        """Return the position of an empty node."""
        return self._empty[number]

    def word(self, position: int) -> int:
        """Return the word at a position; for an empty node, the first word after it."""
        return position - bisect_left(self._empty, position)

    def empty(self, position: int) -> int | None:
        """The empty node at a position, if there is one."""
        number = bisect_left(self._empty, position)
        return number if number < len(self._empty) and self._empty[number] == position else None

    def place(self, mention: Mention, runs: Runs) -> None:
        """Set the words and empty nodes of a mention with these runs."""
        pieces: list[tuple[int, int]] = []
        empty: list[int] = []
        for start, end in runs:
            first, last = bisect_left(self._empty, start), bisect_left(self._empty, end)
            words = (start - first, end - last)
            if words[0] < words[1]:
                pieces.append(words)
                leading, trailing = first, last
                while leading < last and self._before[leading] < words[0]:
                    leading += 1
                while trailing > leading and self._before[trailing - 1] >= words[1] - 1:
                    trailing -= 1
                empty += [*range(first, leading), *range(trailing, last)]
            else:
                empty += range(first, last)
        if pieces:
            mention.start, mention.end = pieces[0][0], pieces[-1][1]
        else:
            mention.start = mention.end = self.word(runs[0][0])
        mention.fragments = tuple(pieces) if len(pieces) > 1 else ()
        mention.empty = tuple(empty)

    def runs(self, mention: Mention) -> Runs:
        """Return the runs of a mention; none if it has neither words nor empty nodes."""
        pieces = mention.fragments or ((mention.span,) if mention.start < mention.end else ())
        if not self._empty:
            return pieces
        nodes = [(self.position(start), self.position(end - 1) + 1, True) for start, end in pieces]
        if mention.empty:
            nodes += [(self._empty[number], self._empty[number] + 1, False) for number in mention.empty]
            nodes.sort()
        runs: list[tuple[int, int]] = []
        has_words = False  # the last run
        for start, end, words in nodes:
            if runs and start < runs[-1][1] and not words:
                continue  # within a piece
            if runs and start == runs[-1][1] and not (words and has_words):
                runs[-1] = (runs[-1][0], end)
            else:
                runs.append((start, end))
                has_words = False
            has_words = has_words or words
        return tuple(runs)


def nth(runs: Runs, number: int) -> int | None:
    """Return the position of the node with this number, from 1, in these runs; None if it does not exist."""
    for start, end in runs:
        if 0 < number <= end - start:
            return start + number - 1
        number -= end - start
    return None


def number_of(runs: Runs, position: int) -> int | None:
    """Return the number, from 1, of the node at a position in these runs; None if it is not in them."""
    before = 0
    for start, end in runs:
        if start <= position < end:
            return before + position - start + 1
        before += end - start
    return None
