"""Documents that a network has not seen, as arrays: on these a trial learns how far to trust it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.resolver.context_weights import Margins, with_context
from corefpipe.tuning.data import Part


@dataclass(slots=True, frozen=True)
class Unseen:
    """Documents that a network has not seen.

    Attributes:
        part: their links, which have more columns than those of the training documents: the features of context.
        before: (n_columns,) which column of the training documents each column is, -1 for features of context.
        margins: of the kinds of errors when the weights of context are learned.
    """

    part: Part
    before: np.ndarray
    margins: Margins

    def with_context(self, weights: np.ndarray) -> np.ndarray:
        """(n_columns,) float32 weights with those of context, as a model learns them.

        Args:
            weights: of the columns of the training documents, learned without the network.
        """
        return with_context(self.part.links, self.part.labels, weights, self.before, self.margins)

    def in_training(self, columns: np.ndarray) -> np.ndarray:
        """The same choice of columns, (n_columns,) bool, among those of the training documents."""
        known = self.before >= 0
        found = np.zeros(int(known.sum()), dtype=bool)
        found[self.before[known]] = columns[known]
        return found

    def only_columns(self, columns: np.ndarray) -> Unseen:
        """Without some features; `columns` is (n_columns,) bool."""
        renumbered = np.append(np.cumsum(self.in_training(columns)) - 1, -1)
        return Unseen(self.part.only_columns(columns), renumbered[self.before][columns], self.margins)
