"""Match mentions that have different words: by head, by parts, or by minimal spans.

Of all mentions that may be the same, those are paired that share the largest parts of the key mention's words in sum,
as the CorefUD scorer of 2023 does; of pairs that share as much, any. The best pairs of n mentions take up to n³ steps,
so the number of pairs to choose from is limited: texts have a few mentions with the same head, not hundreds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Sequence
from itertools import chain
from math import inf

import numpy as np

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.scoring.assignment import best_assignment
from corefpipe.scoring.heads import head_words
from corefpipe.scoring.places import place_of
from corefpipe.scoring.policy import Heads, Match

MOST_PAIRS = 2**20
"""Largest number of pairs of mentions of one document that may be the same: over a thousand with one head on a side."""

Pairs = list[tuple[int, int]]
_Cells = tuple[np.ndarray, np.ndarray]
"""Indices of the key mention and of the response mention of each pair, in the order of the response."""


def loose_pairs(
    left: Sequence[Mention],
    right: Sequence[Mention],
    exact: Pairs,
    key: Document,
    response: Document,
    match: Match,
    rule: Heads = "tree",
) -> Pairs:
    """Return the pairs of mentions that are the same.

    Args:
        left: mentions of the key.
        right: mentions of the response.
        exact: the pairs with the same words (`exact_pairs`), and others that are settled. They are left as they are.
        key: document of the key.
        response: document of the response.
        match: `head`, `partial` or `min-span`.
        rule: where heads come from that are not annotated.

    Raises:
        AnnotationError: a mention without a head, or a document without a parse, where they are needed; more than
            `MOST_PAIRS` pairs to choose from.
    """
    taken = {i for i, _ in exact}, {j for _, j in exact}
    rest = [[n for n in range(len(side)) if n not in used] for side, used in zip((left, right), taken, strict=True)]
    keys, responses = [left[i] for i in rest[0]], [right[j] for j in rest[1]]
    if match == "head":
        cells = _same(head_words(keys, key, rule=rule), head_words(responses, response, key, rule=rule), response)
    elif match == "partial":
        cells = _parts(keys, head_words(keys, key, rule=rule), responses, response)
    else:
        from corefpipe.scoring.minimal_spans import minimal_spans

        syntax = key if "parse" in key.other else response
        cells = _same(minimal_spans(keys, key, syntax), minimal_spans(responses, response, syntax), response)
    rows, columns = cells
    shared = _shared(keys, responses, rows, columns, response)
    if match == "partial":
        parts = shared == np.array([_size(mention) for mention in responses], dtype=np.int64)[columns]
        rows, columns, shared = rows[parts], columns[parts], shared[parts]
    sizes = np.array([_size(mention) for mention in keys], dtype=np.int64)[rows]
    chosen = best_assignment(rows, columns, shared / sizes)
    found = zip(rows[chosen].tolist(), columns[chosen].tolist(), strict=True)
    return exact + [(rest[0][row], rest[1][column]) for row, column in found]


def _same(left: Sequence[Hashable], right: Sequence[Hashable], document: Document) -> _Cells:
    """Return the pairs with equal marks, given the mark of each mention."""
    marked: dict[Hashable, list[int]] = {}
    for number, mark in enumerate(left):
        marked.setdefault(mark, []).append(number)
    found = [marked.get(mark, ()) for mark in right]
    sizes = [len(numbers) for numbers in found]
    check_pairs(sum(sizes), document)
    return np.fromiter(chain.from_iterable(found), np.int64), np.repeat(np.arange(len(right)), sizes)


def _parts(keys: Sequence[Mention], heads: Sequence[int], responses: Sequence[Mention], document: Document) -> _Cells:
    """Return the pairs of a key mention and a response mention between its ends that contains its head."""
    index = _Ends(responses)
    rows: list[int] = []
    columns: list[int] = []
    for number, (mention, head) in enumerate(zip(keys, heads, strict=True)):
        columns += index.of(mention.start, head, mention.end)
        check_pairs(len(columns), document)
        rows += [number] * (len(columns) - len(rows))
    row, column = np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)
    inside = np.ones(len(row), dtype=bool)
    for pair in np.flatnonzero([bool(responses[j].fragments) for j in columns]):
        inside[pair] = any(start <= heads[rows[pair]] < end for start, end in _pieces(responses[columns[pair]]))
    row, column = row[inside], column[inside]
    order = np.lexsort((row, np.array(heads, dtype=np.int64)[row], column))
    return row[order], column[order]


class _Ends:
    """The ends of mentions in the order of their starts, sorted in blocks of 1, 2, 4 … mentions."""

    def __init__(self, mentions: Sequence[Mention]):
        order = sorted(range(len(mentions)), key=lambda number: mentions[number].start)
        self._starts = [mentions[number].start for number in order]
        self._levels: list[list[tuple[float, float]]] = [[(mentions[number].end, number) for number in order]]
        size = 1
        while size < len(order):
            size *= 2
            below = self._levels[-1]
            blocks = (sorted(below[first : first + size]) for first in range(0, len(order), size))
            self._levels.append(list(chain.from_iterable(blocks)))

    def of(self, start: int, head: int, end: int) -> list[int]:
        """Return the mentions that begin at `start` or later, contain the word `head`, and end at `end` or before."""
        found: list[int] = []
        low, high = bisect_right(self._starts, start - 1), bisect_right(self._starts, head)
        size = 1
        for ends in self._levels:
            blocks = []
            if low < high and low % 2:
                blocks.append(low)
                low += 1
            if low < high and high % 2:
                high -= 1
                blocks.append(high)
            for block in blocks:
                bounds = block * size, min((block + 1) * size, len(ends))
                first, last = (bisect_right(ends, (limit, inf), *bounds) for limit in (head, end))
                found += [int(number) for _, number in ends[first:last]]
            low, high, size = low // 2, high // 2, 2 * size
        return found


def _shared(
    keys: Sequence[Mention], responses: Sequence[Mention], rows: np.ndarray, columns: np.ndarray, document: Document
) -> np.ndarray:
    """Return the number of words that the mentions of each pair share."""
    bounds = [np.array([m.span for m in side], dtype=np.int64).reshape(-1, 2) for side in (keys, responses)]
    (first, last), (start, end) = bounds[0][rows].T, bounds[1][columns].T
    found = np.maximum(np.minimum(last, end) - np.maximum(first, start), 0)
    broken = [np.array([bool(m.fragments) for m in side], dtype=bool) for side in (keys, responses)]
    pairs = np.flatnonzero(broken[0][rows] | broken[1][columns]).tolist()
    pieces = [(_pieces(keys[rows[pair]]), _pieces(responses[columns[pair]])) for pair in pairs]
    check_pairs(sum(len(one) + len(other) for one, other in pieces), document)
    for pair, (one, other) in zip(pairs, pieces, strict=True):
        found[pair] = _common(one, other)
    return found


def _pieces(mention: Mention) -> Sequence[tuple[int, int]]:
    return mention.fragments or (mention.span,)


def _size(mention: Mention) -> int:
    return sum(end - start for start, end in _pieces(mention))


def _common(left: Sequence[tuple[int, int]], right: Sequence[tuple[int, int]]) -> int:
    """Return the number of words in both of two ascending sequences of pieces."""
    i = j = common = 0
    while i < len(left) and j < len(right):
        common += max(min(left[i][1], right[j][1]) - max(left[i][0], right[j][0]), 0)
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return common


def check_pairs(number: int, document: Document) -> None:
    """Raise an AnnotationError if a document has more than `MOST_PAIRS` pairs of mentions to choose from."""
    if number > MOST_PAIRS:
        raise AnnotationError(
            f"too many mentions may be the same: more than {MOST_PAIRS} pairs (mentions that share a head, or a part)",
            cure="Remove the mentions that no text has, or match exactly (match='exact', --match exact)",
            **place_of(document),
        )
