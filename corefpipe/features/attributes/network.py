"""What a network that has read the text says of mentions and links (see `corefpipe.network`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from corefpipe.features.engine.learned import context_of
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import CONTEXT, numeric
from corefpipe.features.engine.table import MentionTable
from corefpipe.network.context import Context, Reading
from corefpipe.network.heads import REACH, Heads, WordParts
from corefpipe.parsing.parse import Parse

_MOST = 10.0
"""Largest score; beyond it there is nothing to tell apart."""


@numeric(-5, -2, 0, 2, 5, learned=CONTEXT, source="Dobrovolskii 2021")
def context(pairs: MentionPairs) -> np.ndarray:
    """What the network makes of the two mentions in their contexts: log odds of this link against none."""
    read = reading_of(pairs.table)
    return _bounded(read.heads.links(read.parts, read.rows[pairs.ana], read.rows[pairs.ante]))


@numeric(-4, -2, 0, 2, 4, learned=CONTEXT, of_anaphor=True, source="Dobrovolskii 2021")
def context_head(pairs: MentionPairs) -> np.ndarray:
    """What the network makes of the anaphor in its context: log odds that its head is that of a mention."""
    read = reading_of(pairs.table)
    return _bounded(read.parts.head[read.rows[pairs.ana]])


@numeric(-4, -2, 0, 2, 4, learned=CONTEXT, source="Dobrovolskii 2021")
def context_ante_head(pairs: MentionPairs) -> np.ndarray:
    """What the network makes of the antecedent in its context: log odds that its head is that of a mention."""
    read = reading_of(pairs.table)
    return _bounded(read.parts.head[read.rows[pairs.ante]])


@numeric(-4, -2, 0, 2, 4, learned=CONTEXT, of_anaphor=True, source="Dobrovolskii 2021")
def context_mention(pairs: MentionPairs) -> np.ndarray:
    """What the network makes of the anaphor in its context: score of its head as one of those that corefer."""
    read = reading_of(pairs.table)
    return _bounded(read.parts.mention[read.rows[pairs.ana]])


@numeric(-10, -4, -2, -1, learned=CONTEXT, of_anaphor=True, source="Dobrovolskii 2021")
def context_edges(pairs: MentionPairs) -> np.ndarray:
    """What the network makes of the bounds of the anaphor: log probability that its head's mention has them."""
    return pairs.table.once(_edges)[pairs.ana]


@dataclass(slots=True, frozen=True)
class MentionReading:
    """What a network has read of the mentions of a document.

    Attributes:
        text: what it has read.
        words: numbers of the words that stand for mentions, each once, ascending.
        parts: what the scores of links need of these words.
        rows: (n_mentions,) the row of each mention's word.
    """

    text: Reading
    words: np.ndarray
    parts: WordParts
    rows: np.ndarray

    @property
    def heads(self) -> Heads:
        """The scores of the network."""
        return self.text.heads


def reading_of(table: MentionTable) -> MentionReading:
    """What the network of a table's feature set reads of the mentions, computed once.

    Raises:
        SettingError: the feature set has no network.
    """
    context = context_of(table)
    known = table.once(_Known)
    if known.context is not context:
        text = table.of_parse(_Known)
        if text.context is not context:
            text.context, text.reading = context, context.read(table.parse.text)
        words, rows = np.unique(head_words(table), return_inverse=True)
        known.context = context
        known.reading = MentionReading(text.reading, words, text.reading.words(words), rows)
    found: MentionReading = known.reading
    return found


def _edges(table: MentionTable) -> np.ndarray:
    """(n_mentions,) log probability of the first and the last word of each mention, given its head."""
    read = reading_of(table)
    begin, end = read.text.edges(read.words)
    place = read.words[read.rows] - REACH
    first, last = table.spans.start - place, table.spans.end - 1 - place
    within = (first >= 0) & (last <= 2 * REACH)
    rows = read.rows[within]
    found = np.full(len(table), -2 * _MOST, dtype=np.float32)
    found[within] = _bounded(begin[rows, first[within]]) + _bounded(end[rows, last[within]])
    return found


class _Known:
    """What the last network has read of a text, or of its mentions."""

    def __init__(self, _: MentionTable | Parse):
        self.context: Context | None = None
        self.reading: Any = None


def head_words(table: MentionTable) -> np.ndarray:
    """(n_mentions,) int64, the word that stands for each mention: its head, of a coordination the conjunction.

    So "Ann", and "Ann and Tom", have words of their own.
    """
    found = table.spans.head.astype(np.int64)
    for row in np.flatnonzero(table["kind"].is_("coordination")).tolist():
        found[row] = _conjunction(table.parse, int(table.spans.start[row]), int(table.spans.end[row]), int(found[row]))
    return found


def _conjunction(parse: Parse, start: int, end: int, head: int) -> int:
    """The first conjunction of a coordination, the head where there is none."""
    conjuncts = [child for child in parse.children_between(head, start, end) if parse.deps[child] == "conj"]
    marks = (mark for one in conjuncts for mark in parse.children_between(one, start, end) if parse.deps[mark] == "cc")
    return min(marks, default=head)


def _bounded(scores: np.ndarray) -> np.ndarray:
    return np.clip(scores, -_MOST, _MOST)
