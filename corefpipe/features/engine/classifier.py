"""Logistic regression over attributes of mentions, such as whether a span is a mention, or a mention anaphoric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy import sparse

from corefpipe.features.engine.candidates import BLOCK
from corefpipe.features.engine.cells import Block
from corefpipe.features.engine.link_scores import LinkScorer, LinkWeights
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import CONTEXT
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.engine.templates import Template
from corefpipe.features.engine.vocabulary import Counter, Vocabulary
from corefpipe.utils.arrays import as_weights

_FREE = 100.0
"""Inverse strength of the L2 penalty of weights of context, which are few."""


class MentionClassifier:
    """A logistic regression over templates of `ana.` attributes.

    >>> from corefpipe.features import MentionClassifier, Spec
    >>> templates = Spec.load("default").mention
    >>> classifier = MentionClassifier(templates).fit([table], [np.arange(23) < 9], min_count=1)
    >>> classifier.scores(table).shape
    (23,)

    Args:
        templates: the features of a mention.
        vocabulary: its columns; None before `fit`.
        weights: (n_columns,) float32.
        intercept: log odds of a mention without features.
    """

    def __init__(
        self,
        templates: Sequence[Template],
        vocabulary: Vocabulary | None = None,
        weights: np.ndarray | None = None,
        intercept: float = 0.0,
    ):
        self.templates = tuple(templates)
        self.vocabulary = vocabulary or Counter(templates).vocabulary()
        self.weights = np.zeros(len(self.vocabulary), dtype=np.float32) if weights is None else weights
        self.intercept = intercept
        self._link_weights: list[LinkWeights] = []  # at most one; copies share the list

    def fit(
        self, tables: Sequence[MentionTable], truth: Sequence[np.ndarray], min_count: int = 3, c: float = 0.1
    ) -> MentionClassifier:
        """Train on mentions.

        Args:
            tables: the mentions of each document.
            truth: for each document, (n_mentions,) bool.
            min_count: features of fewer mentions are dropped.
            c: inverse strength of the L2 penalty.
        """
        from sklearn.linear_model import LogisticRegression

        right = np.concatenate([np.zeros(0, dtype=bool), *truth])
        if not right.any() or right.all():  # only one class
            return self
        plain = [number for number, template in enumerate(self.templates) if not template.reads_context]
        chosen = plain if any(CONTEXT not in table.models for table in tables) else range(len(self.templates))
        vocabulary = self._counted(tables, chosen, min_count)
        if not len(vocabulary):  # no templates, or none with frequent values
            return self
        self.vocabulary = vocabulary
        matrix = sparse.vstack([self._matrix(table) for table in tables], format="csr")
        model = LogisticRegression(C=c, solver="liblinear", intercept_scaling=10.0).fit(matrix, right)
        self.weights = model.coef_[0].astype(np.float16).astype(np.float32)
        self.intercept = float(np.float16(model.intercept_[0]))
        return self

    def use_templates(self, templates: Sequence[Template]) -> None:
        """Have these templates, the present ones among them; the others have no columns yet."""
        self.vocabulary = self.vocabulary.of_templates(templates, self.templates)
        self.templates = tuple(templates)

    def fit_context(self, tables: Sequence[MentionTable], truth: Sequence[np.ndarray]) -> None:
        """Learn the weights of features of context, and one number by which all others are multiplied.

        Args:
            tables: mentions of documents that the network has not seen.
            truth: for each document, (n_mentions,) bool.
        """
        from sklearn.linear_model import LogisticRegression

        chosen = [number for number, template in enumerate(self.templates) if template.reads_context]
        right = np.concatenate([np.zeros(0, dtype=bool), *truth])
        if not chosen or not right.any() or right.all():
            return
        plain = self.vocabulary.only(np.flatnonzero(~np.isin(self.vocabulary.template, chosen)))
        before = np.concatenate([self.scores(table) for table in tables])
        self.vocabulary, order = plain.joined(self._counted(tables, chosen, 1))
        is_new = order >= len(plain)
        columns = sparse.vstack([self._matrix(table) for table in tables], format="csr")[:, np.flatnonzero(is_new)]
        known = sparse.csr_matrix(before[:, None].astype(np.float32))
        model = LogisticRegression(C=_FREE, max_iter=1000).fit(sparse.hstack([known, columns], format="csr"), right)
        scale, *own = model.coef_[0].tolist()
        weights = np.append(scale * self.weights[: len(plain)], np.zeros(is_new.sum()))[order]
        weights[is_new] = own
        self.weights = weights.astype(np.float16).astype(np.float32)
        self.intercept = float(np.float16(scale * self.intercept + model.intercept_[0]))

    def _counted(self, tables: Sequence[MentionTable], chosen: Sequence[int], min_count: int) -> Vocabulary:
        """The columns of some templates."""
        counter = Counter(self.templates)
        for table in tables:
            if len(table):
                block = Block(_mentions(table))
                for number in chosen:
                    counter.add(number, block.cells(self.templates[number]))
        return counter.vocabulary(min_count)

    def scores(self, table: MentionTable) -> np.ndarray:
        """(n_mentions,) log odds."""
        if not len(table) or not len(self.weights):
            return np.zeros(len(table))
        if self._link_weights and not self._link_weights[0].is_of(self.vocabulary, self.weights):
            self._link_weights = []  # the copies of before go on with theirs
        if not self._link_weights:
            self._link_weights.append(LinkWeights(self.vocabulary, self.weights, 0, len(self.templates)))
        scorer, scores = LinkScorer(self._link_weights[0], table), np.empty(len(table))
        for first in range(0, len(table), BLOCK):
            rows = np.arange(first, min(first + BLOCK, len(table)))
            scores[rows] = scorer.scores(MentionPairs(table, rows, rows))
        return scores + self.intercept

    def to_arrays(self) -> dict[str, np.ndarray]:
        """The arrays that a model file stores."""
        intercept = np.array([self.intercept], dtype=np.float16)
        return {"weights": self.weights.astype(np.float16), "intercept": intercept, **self.vocabulary.to_arrays()}

    @classmethod
    def from_arrays(cls, templates: Sequence[Template], arrays: Mapping[str, np.ndarray]) -> MentionClassifier:
        """Restore a classifier from the arrays of `to_arrays`; ValueError where they do not fit."""
        vocabulary, weights = Vocabulary.from_arrays(templates, arrays), as_weights(arrays["weights"], "weights")
        if weights.shape != (len(vocabulary),):
            raise ValueError(f"{weights.shape} weights for {len(vocabulary)} columns")
        intercept = arrays["intercept"] if "intercept" in arrays else np.zeros(1)
        if intercept.shape != (1,):
            raise ValueError(f"{intercept.shape} intercepts")
        return cls(templates, vocabulary, weights, float(as_weights(intercept, "intercept")[0]))

    def _matrix(self, table: MentionTable) -> sparse.csr_matrix:
        block = Block(_mentions(table))
        columns = np.full((len(table), len(self.templates)), -1, dtype=np.int32)
        values = np.ones(columns.shape, dtype=np.float32)
        for number in np.unique(self.vocabulary.template).tolist():
            if len(table):
                cells = block.cells(self.templates[number])
                columns[:, number] = cells.spread(self.vocabulary.columns(number, cells.keys), -1)
                if cells.numbers is not None:
                    values[cells.where, number] = cells.numbers
        fired = columns >= 0
        rows = np.concatenate([[0], np.cumsum(fired.sum(axis=1))])
        shape = (len(table), len(self.vocabulary))
        return sparse.csr_matrix((values[fired], columns[fired], rows), shape=shape)


def _mentions(table: MentionTable) -> MentionPairs:
    rows = np.arange(len(table))
    return MentionPairs(table, rows, rows)
