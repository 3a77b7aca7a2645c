"""The mention table: every attribute of every mention of a document, computed once."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from spacy.strings import hash_string  # type: ignore[attr-defined]

from corefpipe.features.engine.registry import ATTRIBUTES, attribute_named
from corefpipe.mentions.spans import Spans
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quotes import Quotes, find_quotes

if TYPE_CHECKING:
    from corefpipe.lexicon import Lexicon
    from corefpipe.lexicon.counts import PronounCounts
    from corefpipe.lexicon.wordnet import WordNet

Made = TypeVar("Made")


@dataclass(slots=True)
class Column:
    """One attribute of all mentions, or one of all tokens.

    Attributes:
        codes: (n_rows,) int64 into `names`; equal codes are equal values.
        names: the values that occur.
    """

    codes: np.ndarray
    names: list[str]
    _hashes: np.ndarray | None = None

    @classmethod
    def of(cls, values: Sequence[str]) -> Column:
        """From one string a row."""
        names = list(dict.fromkeys(values))
        numbers = dict(zip(names, range(len(names)), strict=True))
        return cls(np.fromiter(map(numbers.__getitem__, values), np.int64, len(values)), names)

    @classmethod
    def of_codes(cls, codes: np.ndarray, names: Sequence[str]) -> Column:
        """From a number a row, and what the numbers mean; not every name need occur, and one may occur twice."""
        used = np.flatnonzero(np.bincount(codes, minlength=len(names)))
        several = cls.of([names[code] for code in used.tolist()])
        numbers = np.zeros(len(names), dtype=np.int64)
        numbers[used] = several.codes
        return cls(numbers[codes], several.names)

    @classmethod
    def binned(cls, numbers: np.ndarray, edges: Sequence[int]) -> Column:
        """The bin of a number a row, by upper edges."""
        names = [*(f"≤{edge}" for edge in edges), f">{edges[-1]}"]
        return cls.of_codes(np.searchsorted(edges, numbers), names)

    @classmethod
    def flags(cls, flags: np.ndarray) -> Column:
        """Whether or not, for each row: yes, no."""
        return cls.of_codes(flags.astype(np.int64), ("no", "yes"))

    @property
    def hashes(self) -> np.ndarray:
        """(n_names,) uint64, the same for the same value in every document; 0 for ""."""
        if self._hashes is None:
            self._hashes = hashes_of(self.names)
        return self._hashes

    def values(self) -> list[str]:
        """One string a row."""
        return list(map(self.names.__getitem__, self.codes.tolist()))

    def at(self, rows: np.ndarray, outside: str = "") -> Column:
        """The values of some rows, in any order; `outside` for the row -1."""
        return Column.of_codes(np.append(self.codes, len(self.names))[rows], [*self.names, outside])

    def map(self, function: Callable[[str], str]) -> Column:
        """A function of each value."""
        found = Column.of([function(name) for name in self.names])
        return Column(found.codes[self.codes], found.names)

    def where(self, chosen: np.ndarray, other: Column) -> Column:
        """These values where `chosen`, (n_rows,) bool, else those of another column."""
        return Column.of_codes(np.where(chosen, self.codes, other.codes + len(self.names)), self.names + other.names)

    def earlier(self) -> np.ndarray:
        """(n_rows,) how many earlier rows have the same value."""
        order = np.argsort(self.codes, kind="stable")
        counts = np.bincount(self.codes, minlength=len(self.names))
        found = np.empty(len(order), dtype=np.int64)
        found[order] = np.arange(len(order)) - np.repeat(np.cumsum(counts) - counts, counts)
        return found

    def is_(self, *values: str) -> np.ndarray:
        """(n_rows,) bool: whether the value is one of these."""
        return self.in_(values)

    def in_(self, values: Container[str]) -> np.ndarray:
        """(n_rows,) bool: whether the value is among these."""
        return np.array([name in values for name in self.names], dtype=bool)[self.codes]

    def known(self) -> np.ndarray:
        """(n_rows,) bool: whether the value is not ""."""
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
    _of_parse: dict[str, Any] = field(default_factory=dict)

    def once(self, make: Callable[[MentionTable], Made]) -> Made:
        """What `make` gives for this table, computed on the first call: for what many features or blocks share."""
        name = f"{make.__module__}.{make.__qualname__}"
        if name not in self._made:
            self._made[name] = make(self)
        return self._made[name]

    def of_parse(self, make: Callable[[Parse], Made]) -> Made:
        """What `make` gives for the parse, computed on the first call: for what no mention changes."""
        name = f"{make.__module__}.{make.__qualname__}"
        if name not in self._of_parse:
            self._of_parse[name] = make(self.parse)
        return self._of_parse[name]

    def tokens(self, name: str) -> Column:
        """What the parse says of each token: `words`, `lower`, `lemmas`, `pos`, `tags`, `deps` …"""
        if name not in self._of_parse:
            self._of_parse[name] = Column.of(getattr(self.parse, name))
        return self._of_parse[name]

    @property
    def heads(self) -> np.ndarray:
        """(n_tokens,) what each token depends on, itself for a root."""
        return self.of_parse(_heads)

    def per_head(self, function: Callable[[Parse, int], str]) -> Column:
        """A function of each mention's head token."""
        tokens, inverse = np.unique(self.spans.head, return_inverse=True)
        return Column.of([function(self.parse, token) for token in tokens.tolist()]).at(inverse)

    def select(self, rows: np.ndarray) -> MentionTable:
        """The table of some of the mentions, ascending; what other mentions have no part in is not computed again."""
        spans = self.spans
        some = MentionTable(self.parse, Spans(spans.start[rows], spans.end[rows], spans.head[rows]), self.models)
        some._of_parse = self._of_parse
        own = [name for name in self._columns if ATTRIBUTES[name].of_span]
        some._columns = {name: self._columns[name].at(rows) for name in own}
        return some

    @property
    def quotes(self) -> Quotes:
        """The quotations of the document."""
        return self.of_parse(find_quotes)

    @property
    def quote_numbers(self) -> np.ndarray:
        """(n_mentions,) number of the quotation in which the head stands, -1 outside all."""
        return self.once(_quote_numbers)

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
            found = attribute_named(name).compute(self)
            self._columns[name] = found if isinstance(found, Column) else Column.of(found)
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
        return self[name].values()

    def triples(self) -> list[tuple[int, int, int]]:
        """(start, end, head) of each mention."""
        return list(self.spans)


def _quote_numbers(table: MentionTable) -> np.ndarray:
    return np.array(table.quotes.number, dtype=np.int64)[table.spans.head]


def _heads(parse: Parse) -> np.ndarray:
    return np.array(parse.heads, dtype=np.int64)


def hashes_of(values: Sequence[str] | Mapping[str, object]) -> np.ndarray:
    """(n,) uint64: the same for the same value in every process; 0 for ""."""
    return np.array([hash_string(value) if value else 0 for value in values], dtype=np.uint64)
