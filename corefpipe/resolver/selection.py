"""Mention selection: the most probable of several candidate spans that share a head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.features import MentionClassifier, MentionTable
from corefpipe.mentions import Spans

FOLDS = 4
"""Parts of the training documents, each of which is left out once."""


@dataclass(slots=True)
class MentionSelector:
    """Chooses one span per head by a classifier of mentions.

    Detection proposes several spans per head, because parsers often get the end of a phrase wrong. One of them is kept,
    and beside it the coordination that the head begins, if there is one. No two of those that are kept cross.

    Attributes:
        classifier: separates mentions from other spans.
    """

    classifier: MentionClassifier

    def fit(self, tables: Sequence[MentionTable], gold: Sequence[np.ndarray]) -> MentionSelector:
        """Learn from detected spans.

        Args:
            tables: the detected spans of each document.
            gold: per document (n_spans,) bool, whether each span is a gold mention.
        """
        self.classifier.fit(tables, gold)
        return self

    def cross_fitted(self, tables: Sequence[MentionTable], gold: Sequence[np.ndarray]) -> list[np.ndarray]:
        """For each document (n_spans,) log odds by a classifier that learned from other documents.

        What learns from the selected mentions meets odds as uncertain as those of new text.

        Args:
            tables, gold: as for `fit`.
        """
        found: list[np.ndarray] = [np.zeros(0)] * len(tables)
        for fold in range(min(FOLDS, len(tables))):
            left_out = range(fold, len(tables), FOLDS)
            rest = [number for number in range(len(tables)) if number % FOLDS != fold]
            classifier = MentionClassifier(self.classifier.templates)
            classifier.fit([tables[number] for number in rest], [gold[number] for number in rest])
            for number in left_out:
                found[number] = classifier.scores(tables[number])
        return found

    def select(self, table: MentionTable, odds: np.ndarray | None = None) -> MentionTable:
        """The most probable span of each head, coordinations apart; ties go to the longest span.

        Where two of them cross, the less probable one gives way to the next span of its head that crosses none.

        Args:
            table: the detected spans.
            odds: (n_spans,) their log odds of being mentions; None lets the classifier tell.
        """
        spans = table.spans
        if not len(spans):
            return table
        table.odds = self.classifier.scores(table) if odds is None else odds
        group = spans.head.astype(np.int64) * 2 + table["kind"].is_("coordination")
        order = np.lexsort((spans.start - spans.end, -table.odds, group))
        first = np.ones(len(order), dtype=bool)
        first[1:] = np.diff(group[order]) != 0
        return table.select(_uncrossed(np.sort(order[first]), order, group, spans, table.odds))

    def select_with(self, table: MentionTable, given: Spans) -> MentionTable:
        """The selected spans and some that are given, which replace those of the same heads.

        Args:
            table: the detected spans.
            given: spans of the same document.
        """
        chosen = self.select(table).mentions
        others = chosen.at(np.flatnonzero(~np.isin(chosen.head, given.head)))
        both = MentionTable(table.parse, Spans.of([*given, *others]))
        both.odds = self.classifier.scores(both)
        return both


def _uncrossed(chosen: np.ndarray, order: np.ndarray, group: np.ndarray, spans: Spans, odds: np.ndarray) -> np.ndarray:
    """The chosen spans, of which those that cross a more probable one gave way.

    Args:
        chosen: ascending numbers of spans, one per group.
        order: numbers of all spans, the best of each group first.
        group: (n_spans,) of which head each is a span.
        spans: all spans.
        odds: (n_spans,) their log odds.
    """
    while (pair := _crossing(spans.at(chosen))) is not None:
        one, other = chosen[list(pair)]
        worse = other if odds[other] <= odds[one] else one
        chosen = chosen[chosen != worse]
        rest = order[group[order] == group[worse]]
        after = rest[np.flatnonzero(rest == worse)[0] + 1 :]
        free = [span for span in after if not _cross(spans, span, chosen).any()]
        chosen = np.sort(np.append(chosen, free[:1])).astype(chosen.dtype)
    return chosen


def _crossing(spans: Spans) -> tuple[int, int] | None:
    """The first two of spans in text order that cross.

    As brackets, each begins and ends others within itself: as many, unless one of them crosses it.
    """
    start, end, own = spans.start, spans.end, np.arange(len(spans))
    by_end = np.lexsort((-start, end))
    rank = np.empty_like(own)
    rank[by_end] = own
    begun = np.searchsorted(start, end) - own - 1
    ended = rank - np.searchsorted(end[by_end], start, side="right")
    odd = begun != ended
    if not odd.any():
        return None
    first = int(odd.argmax())
    return first, int(np.flatnonzero(_cross(spans, first, own))[0])


def _cross(spans: Spans, one: int, others: np.ndarray) -> np.ndarray:
    """(n_others,) bool: which of others a span crosses."""
    start, end, other_start, other_end = spans.start[one], spans.end[one], spans.start[others], spans.end[others]
    left = (other_start < start) & (start < other_end) & (other_end < end)
    right = (start < other_start) & (other_start < end) & (end < other_end)
    crossed: np.ndarray = left | right
    return crossed
