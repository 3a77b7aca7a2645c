"""Mention selection: of several detected spans with one head, the likeliest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.features import MentionClassifier, MentionTable


@dataclass(slots=True)
class MentionSelector:
    """Chooses among spans: is this one a mention?

    Detection proposes several spans for a head, because parsers err in where phrases end. One of them stays, and with
    it the coordination that the head begins, if there is one.

    Attributes:
        classifier: what tells mentions from other spans.
    """

    classifier: MentionClassifier

    def fit(self, tables: Sequence[MentionTable], gold: Sequence[np.ndarray]) -> MentionSelector:
        """Learn from detected spans.

        Args:
            tables: the detected spans of each document.
            gold: of each document, (n_spans,) bool, whether the span is a gold mention.
        """
        self.classifier.fit(tables, gold)
        return self

    def select(self, table: MentionTable) -> MentionTable:
        """The likeliest span of each head, coordinations apart; of equally likely ones the longest."""
        spans = table.spans
        if not len(spans):
            return table
        score = self.classifier.scores(table)
        group = spans.head.astype(np.int64) * 2 + table["kind"].is_("coordination")
        order = np.lexsort((spans.start - spans.end, -score, group))
        first = np.ones(len(order), dtype=bool)
        first[1:] = np.diff(group[order]) != 0
        return table.select(np.sort(order[first]))
