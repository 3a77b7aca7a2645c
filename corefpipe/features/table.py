"""The mention table: every attribute of every mention of a document, computed once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from spacy.strings import hash_string  # type: ignore[attr-defined]

from corefpipe.errors import SettingError
from corefpipe.features.quotes import Quotes, find_quotes
from corefpipe.mentions.spans import Spans
from corefpipe.parse import Parse

Attribute = Callable[["MentionTable"], Sequence[str]]
ATTRIBUTES: dict[str, Attribute] = {}
Made = TypeVar("Made")


def attribute(function: Attribute) -> Attribute:
    """Register a function that gives one string a mention, under its own name; "" means not applicable."""
    ATTRIBUTES[function.__name__] = function
    return function


@dataclass(slots=True)
class Column:
    """One attribute of all mentions.

    Attributes:
        codes: (n_mentions,) int32 into `names`; equal codes are equal values.
        names: the values that occur.
        hashes: (n_mentions,) uint64, the same for the same value in every document; 0 where the value is "".
    """

    codes: np.ndarray
    names: list[str]
    hashes: np.ndarray

    @classmethod
    def of(cls, values: Sequence[str]) -> Column:
        """From one string a mention."""
        numbers: dict[str, int] = {}
        codes = np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.int32)
        hashes = np.array([hash_string(name) if name else 0 for name in numbers], dtype=np.uint64)
        return cls(codes, list(numbers), hashes[codes] if len(codes) else np.zeros(0, dtype=np.uint64))

    def is_(self, *values: str) -> np.ndarray:
        """(n_mentions,) bool: whether the value is one of these."""
        return np.isin(self.codes, [i for i, name in enumerate(self.names) if name in values])

    def known(self) -> np.ndarray:
        """(n_mentions,) bool: whether the value is not ""."""
        return ~self.is_("")


@dataclass(slots=True)
class MentionTable:
    """The mentions of one document: their spans, and their attributes as columns made on first use."""

    parse: Parse
    spans: Spans
    columns: dict[str, Column] = field(default_factory=dict)
    _made: dict[str, Any] = field(default_factory=dict)

    def once(self, make: Callable[[MentionTable], Made]) -> Made:
        """What `make` gives for this table, computed on the first call: for what many features or blocks share."""
        if make.__name__ not in self._made:
            self._made[make.__name__] = make(self)
        return self._made[make.__name__]

    @property
    def quotes(self) -> Quotes:
        """The quotations of the document."""
        return self.once(_quotes)

    def __len__(self) -> int:
        return len(self.spans)

    def __getitem__(self, name: str) -> Column:
        if name not in self.columns:
            if name not in ATTRIBUTES:
                raise SettingError(
                    f"unknown mention attribute '{name}'", cure=f"Valid names are {', '.join(ATTRIBUTES)}"
                )
            self.columns[name] = Column.of(ATTRIBUTES[name](self))
        return self.columns[name]

    def values(self, name: str) -> list[str]:
        """One string a mention."""
        column = self[name]
        return [column.names[code] for code in column.codes.tolist()]

    def triples(self) -> list[tuple[int, int, int]]:
        """(start, end, head) of each mention."""
        return list(zip(self.spans.start.tolist(), self.spans.end.tolist(), self.spans.head.tolist(), strict=True))


def _quotes(table: MentionTable) -> Quotes:
    return find_quotes(table.parse)
