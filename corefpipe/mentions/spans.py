"""Spans: the mentions of one document as arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from corefpipe.parse import Parse


@dataclass(slots=True, frozen=True)
class Spans:
    """Mentions in text order (start ascending, then the longer first): three int32 arrays of one length.

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

    @classmethod
    def of(cls, triples: Iterable[tuple[int, int, int]]) -> Spans:
        """From (start, end, head) triples in any order; of equal spans the first stays."""
        unique: dict[tuple[int, int], int] = {}
        for start, end, head in triples:
            unique.setdefault((start, end), head)
        ordered = sorted(unique, key=lambda span: (span[0], -span[1]))
        columns = np.array([(*span, unique[span]) for span in ordered], dtype=np.int32).reshape(-1, 3)
        return cls(columns[:, 0], columns[:, 1], columns[:, 2])

    @classmethod
    def given(cls, spans: Iterable[tuple[int, int]], parse: Parse) -> Spans:
        """From (start, end) spans whose heads the parse tells."""
        return cls.of((start, end, parse.head_of(start, end)) for start, end in spans)
