"""Mention selection: the most probable of several candidate spans that share a head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.features import MentionClassifier, MentionTable


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

    def select(self, table: MentionTable) -> MentionTable:
        """The most probable span of each head, coordinations apart; ties go to the longest span."""
        spans = table.spans
        if not len(spans):
            return table
        score = self.classifier.scores(table)
        group = spans.head.astype(np.int64) * 2 + table["kind"].is_("coordination")
        order = np.lexsort((spans.start - spans.end, -score, group))
        first = np.ones(len(order), dtype=bool)
        first[1:] = np.diff(group[order]) != 0
        return table.select(np.sort(order[first]))

    def certain(self, table: MentionTable) -> np.ndarray:
        """(n_mentions,) bool: whether each is more probably a mention than not."""
        found: np.ndarray = self.classifier.scores(table) > 0
        return found
