"""The mention table: every attribute of every mention of a document, computed once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from spacy.strings import hash_string  # type: ignore[attr-defined]

from corefpipe.features.quotes import Quotes, find_quotes
from corefpipe.features.registry import ATTRIBUTES, attribute_named
from corefpipe.mentions.spans import Spans
from corefpipe.parse import Parse

if TYPE_CHECKING:
    from corefpipe.lexicon import Lexicon
    from corefpipe.lexicon.counts import PronounCounts
    from corefpipe.lexicon.wordnet import WordNet

Made = TypeVar("Made")


@dataclass(slots=True)
class Column:
    """One attribute of all mentions.

    Attributes:
        codes: (n_mentions,) int64 into `names`; equal codes are equal values.
        names: the values that occur.
        hashes: (n_names,) uint64, the same for the same value in every document; 0 for "".
    """

    codes: np.ndarray
    names: list[str]
    hashes: np.ndarray

    @classmethod
    def of(cls, values: Sequence[str]) -> Column:
        """From one string a mention."""
        numbers: dict[str, int] = {}
        codes = np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.int64)
        return cls(codes, list(numbers), hashes_of(numbers))

    def is_(self, *values: str) -> np.ndarray:
        """(n_mentions,) bool: whether the value is one of these."""
        return np.array([name in values for name in self.names], dtype=bool)[self.codes]

    def known(self) -> np.ndarray:
        """(n_mentions,) bool: whether the value is not ""."""
        return ~self.is_("")


@dataclass(slots=True)
class MentionTable:
    """The mentions of one document: their spans, and their attributes as columns made on first use.

    Attributes:
        parse: the document.
        spans: the mentions.
        models: the classifiers behind learned features, by name.
    """

    parse: Parse
    spans: Spans
    models: Mapping[str, Any] = field(default_factory=dict)
    _columns: dict[str, Column] = field(default_factory=dict)
    _made: dict[str, Any] = field(default_factory=dict)

    def once(self, make: Callable[[MentionTable], Made]) -> Made:
        """What `make` gives for this table, computed on the first call: for what many features or blocks share."""
        name = f"{make.__module__}.{make.__qualname__}"
        if name not in self._made:
            self._made[name] = make(self)
        return self._made[name]

    @property
    def quotes(self) -> Quotes:
        """The quotations of the document."""
        return self.once(_quotes)

    @property
    def lexicon(self) -> Lexicon:
        """The word lists of the document's language."""
        return self.parse.lexicon

    @property
    def wordnet(self) -> WordNet:
        """The noun table of the document's language."""
        from corefpipe.lexicon.wordnet import load_wordnet

        return load_wordnet(self.parse.language)

    @property
    def counts(self) -> PronounCounts:
        """Which pronouns follow the words of the document's language."""
        from corefpipe.lexicon.counts import load_counts

        return load_counts(self.parse.language)

    def __len__(self) -> int:
        return len(self.spans)

    def __getitem__(self, name: str) -> Column:
        """The column of an attribute; SettingError where there is none of that name."""
        if name not in self._columns:
            self._columns[name] = Column.of(attribute_named(name).compute(self))
        return self._columns[name]

    def lend(self, models: Mapping[str, Any]) -> None:
        """Let learned features find their models; what others gave is forgotten."""
        if self.models is not models:
            self.models = models
            learned = [name for name in self._columns if ATTRIBUTES[name].learned]
            for name in learned:
                del self._columns[name]

    def values(self, name: str) -> list[str]:
        """One string a mention."""
        column = self[name]
        return [column.names[code] for code in column.codes.tolist()]

    def triples(self) -> list[tuple[int, int, int]]:
        """(start, end, head) of each mention."""
        return list(zip(self.spans.start.tolist(), self.spans.end.tolist(), self.spans.head.tolist(), strict=True))


def hashes_of(values: Sequence[str] | Mapping[str, object]) -> np.ndarray:
    """(n,) uint64: the same for the same value in every process; 0 for ""."""
    return np.array([hash_string(value) if value else 0 for value in values], dtype=np.uint64)


def _quotes(table: MentionTable) -> Quotes:
    return find_quotes(table.parse)
