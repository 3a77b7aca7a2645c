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
    and beside it the coordination that the head begins, if there is one.

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
        return table.select(np.sort(order[first]))

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
