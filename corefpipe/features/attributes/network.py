"""Scores of mentions and links by a context network (see `corefpipe.network`)."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from corefpipe.constructions.coordination import conjunction_of
from corefpipe.features.engine.learned import context_of
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import CONTEXT, joinable, numeric
from corefpipe.features.engine.table import MentionTable
from corefpipe.network.context import Context, Reading
from corefpipe.network.heads import REACH, Heads, WordParts

_MOST = 10.0
"""Absolute value to which scores are clipped."""
_AT_ONCE = 1 << 14
"""Words whose mentions' boundaries are computed together."""


@joinable
@numeric(-5, -2, 0, 2, 5, learned=CONTEXT, source="Dobrovolskii 2021")
def context(pairs: MentionPairs) -> np.ndarray:
    """The context network's score of the link: its log odds against having no antecedent."""
    read = reading_of(pairs.table)
    return _bounded(read.heads.links(read.parts, read.rows[pairs.ana], read.rows[pairs.ante]))


@joinable
@numeric(-4, -2, 0, 2, 4, learned=CONTEXT, of_anaphor=True, source="Dobrovolskii 2021")
def context_head(pairs: MentionPairs) -> np.ndarray:
    """The context network's log odds that the head of the anaphor is the head of a mention."""
    read = reading_of(pairs.table)
    return _bounded(read.parts.head[read.rows[pairs.ana]])


@joinable
@numeric(-4, -2, 0, 2, 4, learned=CONTEXT, source="Dobrovolskii 2021")
def context_ante_head(pairs: MentionPairs) -> np.ndarray:
    """The context network's log odds that the head of the antecedent is the head of a mention."""
    read = reading_of(pairs.table)
    return _bounded(read.parts.head[read.rows[pairs.ante]])


@joinable
@numeric(-4, -2, 0, 2, 4, learned=CONTEXT, of_anaphor=True, source="Dobrovolskii 2021")
def context_mention(pairs: MentionPairs) -> np.ndarray:
    """The context network's score of the head of the anaphor as that of a coreferent mention."""
    read = reading_of(pairs.table)
    return _bounded(read.parts.mention[read.rows[pairs.ana]])


@joinable
@numeric(-10, -4, -2, -1, learned=CONTEXT, of_anaphor=True, source="Dobrovolskii 2021")
def context_edges(pairs: MentionPairs) -> np.ndarray:
    """The context network's log probability of the boundaries of the anaphor, given its head."""
    return _edges_of(pairs.table)[pairs.ana]


@dataclass(slots=True, frozen=True)
class MentionReading:
    """Output of a context network for the mentions of one document or several.

    Attributes:
        heads: the output layers of the network, which compute the scores.
        parts: their inputs, one row per head word of a mention.
        rows: (n_mentions,) the row of each mention's head word.
    """

    heads: Heads
    parts: WordParts
    rows: np.ndarray


def reading_of(table: MentionTable) -> MentionReading:
    """The output of the feature set's context network for the mentions, computed once, also for selected ones.

    Raises:
        SettingError: the feature set has no network.
    """
    known = _known_of(table)
    if known.reading is None:
        known.reading = _read(table, context_of(table))
        _forget_text(table)
    return known.reading


def _read(table: MentionTable, context: Context) -> MentionReading:
    """What a network reads of the mentions of a table."""
    documents = table.documents
    texts = texts_of(documents, context)
    if len(documents) > 1:
        several = [reading_of(one) for one in documents]
        before = np.cumsum([0, *(len(one.parts.mention) for one in several[:-1])])
        moved = [one.rows + first for one, first in zip(several, before.tolist(), strict=True)]
        return MentionReading(context.heads, WordParts.joined([one.parts for one in several]), np.concatenate(moved))
    words, rows = table.once(_words)
    return MentionReading(context.heads, texts[0].words(words), rows)


def _words(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """The head words of the mentions, each once, ascending; and (n_mentions,) the row of each mention's."""
    words, rows = np.unique(head_words(table), return_inverse=True)
    return words, rows


def texts_of(tables: Sequence[MentionTable], context: Context) -> list[Reading]:
    """The output of a network for the texts of documents; it runs once per table.

    A table of selected mentions takes over what the network says of them, not the vectors of all words.
    """
    known = [table.once(_KnownText) for table in tables]
    new = [(one, table) for one, table in zip(known, tables, strict=True) if one.context is not context]
    for (one, _), reading in zip(new, context.read([table.parse.text for _, table in new]), strict=True):
        one.context, one.reading = context, reading
    return [one.reading for one in known]


def _edges_of(table: MentionTable) -> np.ndarray:
    """(n_mentions,) log probability of the first and the last word of each mention, given its head; computed once."""
    known = _known_of(table)
    if known.edges is None:
        known.edges = _edges(table)
        _forget_text(table)
    return known.edges


def _edges(table: MentionTable) -> np.ndarray:
    documents = table.documents
    texts = texts_of(documents, context_of(table))
    if len(documents) > 1:
        return np.concatenate([_edges_of(one) for one in documents])
    words, row_of = table.once(_words)
    place = words[row_of] - REACH
    first, last = table.spans.start - place, table.spans.end - 1 - place
    within = (first >= 0) & (last <= 2 * REACH)
    found = np.full(len(table), -2 * _MOST, dtype=np.float32)
    # Piece by piece, as each head has probabilities of `2 * REACH + 1` words.
    cuts = np.searchsorted(words, np.arange(0, len(table.parse) + _AT_ONCE, _AT_ONCE)).tolist()
    for low, high in pairwise(cuts):
        begin, end = texts[0].edges(words[low:high])
        some = np.flatnonzero(within & (low <= row_of) & (row_of < high))
        rows = row_of[some] - low
        found[some] = _bounded(begin[rows, first[some]]) + _bounded(end[rows, last[some]])
    return found


def _forget_text(table: MentionTable) -> None:
    """Free what was read of the text once all that features ask for is known: of a novel 100 MB and more."""
    known = _known_of(table)
    if known.reading is not None and known.edges is not None:
        table.once(_KnownText).forget()


class _KnownText:
    """Cache: the last output of a network for a text."""

    def __init__(self, _: MentionTable):
        self.forget()

    def forget(self) -> None:
        self.context: Context | None = None
        self.reading: Any = None


class _KnownMentions:
    """Cache: the last output of a network for the mentions of a table."""

    def __init__(self, _: MentionTable):
        self.context: Context | None = None
        self.reading: MentionReading | None = None
        self.edges: np.ndarray | None = None

    def taken_over(self, rows: np.ndarray) -> _KnownMentions:
        found = copy(self)
        if self.reading is not None:
            found.reading = replace(self.reading, rows=self.reading.rows[rows])
        found.edges = None if self.edges is None else self.edges[rows]
        return found


def _known_of(table: MentionTable) -> _KnownMentions:
    """The cache of a table; empty if its network is another one than before."""
    known, context = table.once(_KnownMentions), context_of(table)
    if known.context is not context:
        known.context, known.reading, known.edges = context, None, None
    return known


def head_words(table: MentionTable) -> np.ndarray:
    """(n_mentions,) int64, the word that represents each mention: its head, for a coordination the conjunction.

    Thus "Ann" and "Ann and Tom" have different words.
    """
    found = table.spans.head.astype(np.int64)
    for row in np.flatnonzero(table["kind"].is_("coordination")).tolist():
        found[row] = conjunction_of(
            table.parse, int(table.spans.start[row]), int(table.spans.end[row]), int(found[row])
        )
    return found


def _bounded(scores: np.ndarray) -> np.ndarray:
    """The scores, cut to [-`_MOST`, `_MOST`]."""
    return np.clip(scores, -_MOST, _MOST)
