"""Scores of links computed from tables of weights, without building the feature matrix."""

from __future__ import annotations

import numpy as np

from corefpipe.features.engine.link_codes import LinkCodes, MentionCodes
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.engine.vocabulary import Vocabulary
from corefpipe.features.engine.weight_tables import weight_tables


class LinkWeights:
    """The weights of some templates of a vocabulary, as tables.

    Args:
        vocabulary: the columns.
        weights: (n_columns,) one per column.
        first: index of the first template.
        last: index after the last template.
    """

    def __init__(self, vocabulary: Vocabulary, weights: np.ndarray, first: int, last: int):
        self._made_of = vocabulary, weights.copy()
        self.values, self.tables = weight_tables(vocabulary, weights, first, last)

    def is_of(self, vocabulary: Vocabulary, weights: np.ndarray) -> bool:
        """Whether it was made from this vocabulary and these weights."""
        return self._made_of[0] is vocabulary and np.array_equal(self._made_of[1], weights)


class LinkScorer:
    """Scores links of one document.

    Args:
        weights: the weights.
        table: the mentions of the document.
    """

    def __init__(self, weights: LinkWeights, table: MentionTable):
        self._tables = weights.tables
        self._mentions = MentionCodes(weights.values, table)

    def scores(self, pairs: MentionPairs) -> np.ndarray:
        """(n_pairs,) float64 scores w_ij."""
        total = np.zeros(len(pairs))
        if len(pairs):
            codes = LinkCodes(self._mentions, pairs)
            for table in self._tables:
                table.add(total, codes)
        return total
