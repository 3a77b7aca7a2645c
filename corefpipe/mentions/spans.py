"""Spans of the mentions of one document, as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from corefpipe.parsing.parse import Parse


@dataclass(slots=True, frozen=True)
class Spans:
    """Mentions in text order (by start, then the longer first), as three int32 arrays of the same length.

    >>> from corefpipe.mentions import Spans
    >>> spans = Spans(*(np.array(x, np.int32) for x in ([0, 2], [1, 4], [0, 3])))
    >>> len(spans.start)
    2

    Attributes:
        start: index of the first token.
        end: index after the last token.
        head: index of the head token.
    """

    start: np.ndarray
    end: np.ndarray
    head: np.ndarray

    def __len__(self) -> int:
        return len(self.start)

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        """(start, end, head) of each mention, as Python integers."""
        return zip(self.start.tolist(), self.end.tolist(), self.head.tolist(), strict=True)

    def at(self, rows: np.ndarray | slice) -> Spans:
        """Some of the mentions, by ascending index."""
        return Spans(self.start[rows], self.end[rows], self.head[rows])

    def in_docs(self, parse: Parse) -> Spans:
        """The mentions in tokens of their Docs, which include whitespace."""
        tokens = parse.tokens
        return Spans(tokens[self.start], tokens[self.end - 1] + 1, tokens[self.head])

    def moved(self, tokens: int) -> Spans:
        """The mentions, shifted to the right by a number of tokens."""
        return Spans(self.start + tokens, self.end + tokens, self.head + tokens)

    def shortened(self, longest: int) -> Spans:
        """The mentions, cut to at most `longest` tokens around their heads."""
        if (self.end - self.start <= longest).all():
            return self
        start = np.maximum(self.start, np.minimum(self.head - longest // 2, self.end - longest))
        return Spans(start, np.minimum(self.end, start + longest), self.head)

    @classmethod
    def of(cls, triples: Iterable[tuple[int, int, int]]) -> Spans:
        """From (start, end, head) triples in any order; of equal spans the first is kept."""
        found = np.fromiter(chain.from_iterable(triples), dtype=np.int32).reshape(-1, 3)
        start, end, head = found[np.lexsort((-found[:, 1], found[:, 0]))].T
        first = (np.diff(start, prepend=-1) != 0) | (np.diff(end, prepend=-1) != 0)
        return cls(start[first], end[first], head[first])

    @classmethod
    def joined(cls, one: Spans, other: Spans) -> Spans:
        """The mentions of the beginning of a document and those of its end."""
        return cls(*(np.concatenate(both) for both in zip(one.columns(), other.columns(), strict=True)))

    def columns(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """`start`, `end`, `head`."""
        return self.start, self.end, self.head

    @classmethod
    def given(cls, spans: Iterable[tuple[int, int]], parse: Parse) -> Spans:
        """From (start, end) spans of a Doc, with heads from its parse; spans of whitespace alone are left out."""
        words = (parse.in_words(start, end) for start, end in spans)
        return cls.of((start, end, parse.head_of(start, end)) for start, end in words if start < end)
