"""Mention selection: of several detected spans with one head, the likeliest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from corefpipe.features import BITS, FeatureSet, MentionTable, mention_features
from corefpipe.mentions import Spans


@dataclass(slots=True)
class MentionSelector:
    """A logistic regression over the features of the dummy link: is this span a mention?

    Detection proposes several spans for a head, because parsers err in where phrases end. One of them stays, and with
    it the coordination that the head begins, if there is one.

    Attributes:
        weights: (2**BITS,) float32, one a hashed feature.
    """

    weights: np.ndarray = field(default_factory=lambda: np.zeros(1 << BITS, dtype=np.float32))

    def fit(
        self, tables: Sequence[MentionTable], gold: Sequence[np.ndarray], features: FeatureSet, min_count: int = 3
    ) -> MentionSelector:
        """Learn from detected spans.

        Args:
            tables: the detected spans of each document.
            gold: of each document, (n_spans,) bool, whether the span is a gold mention.
            features: whose `start` templates describe a span.
            min_count: features seen on fewer spans are left out.
        """
        from sklearn.linear_model import LogisticRegression

        truth = np.concatenate(gold)
        if not truth.any() or truth.all():  # nothing to tell apart
            return self
        matrix = sparse.vstack([mention_features(table, features) for table in tables], format="csr")
        columns = np.flatnonzero(np.bincount(matrix.indices, minlength=matrix.shape[1]) >= min_count)
        # One constant is the same for all spans of a head, so none is learned.
        model = LogisticRegression(C=0.1, solver="liblinear", fit_intercept=False)
        model.fit(matrix[:, columns], truth)
        self.weights[columns] = model.coef_[0].astype(np.float16)
        return self

    def select(self, table: MentionTable, features: FeatureSet) -> Spans:
        """The likeliest span of each head, coordinations apart; of equally likely ones the longest."""
        spans = table.spans
        if not len(spans):
            return spans
        score = mention_features(table, features) @ self.weights
        group = spans.head.astype(np.int64) * 2 + table["kind"].is_("coordination")
        order = np.lexsort((spans.start - spans.end, -score, group))
        first = np.ones(len(order), dtype=bool)
        first[1:] = np.diff(group[order]) != 0
        kept = np.sort(order[first])
        return Spans(spans.start[kept], spans.end[kept], spans.head[kept])
