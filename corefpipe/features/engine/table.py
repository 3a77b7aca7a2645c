"""The mention table: all attributes of all mentions of one document, each computed once, on first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar, runtime_checkable

import numpy as np

from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import ATTRIBUTES
from corefpipe.mentions.spans import Spans
from corefpipe.parsing.parse import LONGEST_MENTION, Parse
from corefpipe.parsing.quotes import Quotes, find_quotes

if TYPE_CHECKING:
    from corefpipe.lexicon import Lexicon
    from corefpipe.lexicon.counts import PronounCounts
    from corefpipe.lexicon.wordnet import WordNet

Made = TypeVar("Made")


@runtime_checkable
class TakenOver(Protocol):
    """What `MentionTable.once` makes that does not depend on other mentions: it is kept when mentions are selected."""

    def taken_over(self, rows: np.ndarray) -> Self:
        """The same for the mentions of these rows."""


@dataclass(slots=True)
class MentionTable:
    """The mentions of one document: their spans, and their attributes as columns computed on first use.

    >>> from corefpipe.features import gold_table
    >>> table = gold_table(*annotated[0])
    >>> table["kind"].values()[:3]
    ['pronoun', 'nominal', 'name']

    Attributes:
        parse: the document.
        mentions: the mentions.
        spans: what features read of them: of very long ones (see `LONGEST_MENTION`) only the tokens around the head.
        models: the trained models behind learned features, by name.
        odds: (n_mentions,) log odds of each span being a mention; None where the mentions are given.
    """

    parse: Parse
    mentions: Spans
    models: Mapping[str, Any] = field(default_factory=dict)
    odds: np.ndarray | None = None
    spans: Spans = field(init=False)
    _columns: dict[str, Column] = field(default_factory=dict)
    _values: dict[str, list[str]] = field(default_factory=dict)
    _made: dict[str, Any] = field(default_factory=dict)
    _of_parse: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.spans = self.mentions.shortened(LONGEST_MENTION)

    @property
    def certain(self) -> np.ndarray:
        """(n_mentions,) bool, whether a mention that corefers with no other is part of the result: by its odds."""
        return np.ones(len(self), dtype=bool) if self.odds is None else self.odds > 0

    def once(self, make: Callable[[MentionTable], Made]) -> Made:
        """The result of `make(table)`, computed once: for what several features or blocks of pairs share."""
        name = f"{make.__module__}.{make.__qualname__}"
        if name not in self._made:
            self._made[name] = make(self)
        return self._made[name]

    def of_parse(self, make: Callable[[Parse], Made]) -> Made:
        """The result of `make(parse)`, computed once: for what does not depend on the mentions."""
        name = f"{make.__module__}.{make.__qualname__}"
        if name not in self._of_parse:
            self._of_parse[name] = make(self.parse)
        return self._of_parse[name]

    def tokens(self, name: str) -> Column:
        """A column of the parse, one value per token: `words`, `lower`, `lemmas`, `pos`, `tags`, `deps` …"""
        if name not in self._of_parse:
            self._of_parse[name] = Column.of(getattr(self.parse, name))
        return self._of_parse[name]

    @property
    def heads(self) -> np.ndarray:
        """(n_tokens,) the head of each token; a root is its own head."""
        return self.of_parse(_heads)

    def per_head(self, function: Callable[[Parse, int], str]) -> Column:
        """The values of a function of (parse, head token), computed once per head token."""
        tokens, inverse = np.unique(self.spans.head, return_inverse=True)
        return Column.of([function(self.parse, token) for token in tokens.tolist()]).at(inverse)

    def select(self, rows: np.ndarray) -> MentionTable:
        """The table of some mentions, by ascending row; columns that do not depend on other mentions are kept."""
        odds = None if self.odds is None else self.odds[rows]
        some = MentionTable(self.parse, self.mentions.at(rows), self.models, odds)
        self._hand_on(some, rows)
        return some

    def _hand_on(self, some: MentionTable, rows: np.ndarray) -> None:
        """Give what is computed to the table of some mentions."""
        some._of_parse = self._of_parse
        own = [name for name in self._columns if ATTRIBUTES[name].of_span]
        some._columns = {name: self._columns[name].at(rows) for name in own}
        some._made = {name: made.taken_over(rows) for name, made in self._made.items() if isinstance(made, TakenOver)}

    @property
    def quotes(self) -> Quotes:
        """The quotations of the document."""
        return self.of_parse(find_quotes)

    @property
    def quote_numbers(self) -> np.ndarray:
        """(n_mentions,) number of the quotation that contains the head, -1 for none."""
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
        """Counts of the pronouns that stand for the words of the document's language."""
        from corefpipe.lexicon.counts import load_counts

        return load_counts(self.parse.language)

    @property
    def documents(self) -> Sequence[MentionTable]:
        """The tables of the documents: itself, if there is one only."""
        return [self.document(number) for number in range(len(self.first_rows) - 1)]

    def document(self, number: int) -> MentionTable:
        """The table of one document."""
        return self

    @property
    def first_rows(self) -> np.ndarray:
        """(n_documents + 1,) the first row of each document, and the number of rows."""
        return np.array([0, len(self)])

    @property
    def at_bounds(self) -> np.ndarray:
        """(n_tokens + 1,) bool: whether a document begins or ends there."""
        return self.of_parse(_at_bounds)

    @property
    def tokens_before(self) -> np.ndarray:
        """(n_mentions,) the token before each mention, -1 at the start of the document."""
        return np.where(self.at_bounds[self.spans.start], -1, self.spans.start - 1)

    @property
    def tokens_after(self) -> np.ndarray:
        """(n_mentions,) the token after each mention, -1 at the end of the document."""
        return np.where(self.at_bounds[self.spans.end], -1, self.spans.end)

    def earlier(self, column: Column) -> np.ndarray:
        """(n_mentions,) number of earlier mentions of the document with the same value in a column."""
        return Column(self.by_document(column.codes), []).earlier()

    def by_document(self, codes: np.ndarray) -> np.ndarray:
        """(n_mentions,) codes of mentions as other codes in each document."""
        return codes

    def document_of(self, rows: np.ndarray) -> np.ndarray:
        """(n,) int64, the number of the document of each row."""
        return np.zeros(len(rows), dtype=np.int64)

    def __len__(self) -> int:
        return len(self.spans)

    def __getitem__(self, name: str) -> Column:
        """The column of an attribute; SettingError for an unknown name."""
        if name not in self._columns:
            found = ATTRIBUTES[name].compute(self)
            self._columns[name] = found if isinstance(found, Column) else Column.of(found)
        return self._columns[name]

    @property
    def computed(self) -> tuple[str, ...]:
        """Names of the attributes whose columns have been computed."""
        return tuple(self._columns)

    def use_models(self, models: Mapping[str, Any]) -> None:
        """Attach trained models and drop the columns computed with the old ones."""
        if self.models is not models:
            self.models = models
            learned = [name for name in self._columns if ATTRIBUTES[name].learned]
            for name in learned:
                del self._columns[name]
                self._values.pop(name, None)

    def values(self, name: str) -> list[str]:
        """The values of an attribute, one string per mention; one list for all callers."""
        if name not in self._values:
            self._values[name] = self[name].values()
        return self._values[name]

    def forget_values(self) -> None:
        """Free the lists of `values`, which are made again when they are asked for."""
        self._values.clear()

    def triples(self) -> list[tuple[int, int, int]]:
        """(start, end, head) of each mention; one list for all callers."""
        return self.once(_triples)


def _triples(table: MentionTable) -> list[tuple[int, int, int]]:
    return list(table.mentions)


def _quote_numbers(table: MentionTable) -> np.ndarray:
    return np.array(table.quotes.number, dtype=np.int64)[table.spans.head]


def _at_bounds(parse: Parse) -> np.ndarray:
    """(n_tokens + 1,) bool: whether a document begins or ends there."""
    found = np.zeros(len(parse) + 1, dtype=bool)
    found[parse.bounds] = True
    return found


def _heads(parse: Parse) -> np.ndarray:
    return np.array(parse.heads, dtype=np.int64)
