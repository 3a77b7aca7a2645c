"""Anaphoricity: a classifier of mentions that have an antecedent (Bengtson & Roth 2008, section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from corefpipe.features.attributes.extents import short_extents
from corefpipe.features.engine.classifier import MentionClassifier
from corefpipe.features.engine.learned import learned, model_of
from corefpipe.features.engine.registry import attribute, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.engine.templates import Template, all_pairs

_SOURCE = "Bengtson & Roth 2008, section 3, anaphoricity"
_NAME = "anaphoricity"
_ATTRIBUTES = ("type", "quote", "first", "after_head", "seen_longer", "seen_extent", "seen_to_head")
# A strong penalty, so that accuracy is about the same on unseen documents: other weights are trained on its answers.
_C = 0.03


@attribute(source=_SOURCE, of_span=True)
@joinable
def after_head(table: MentionTable) -> list[str]:
    """The word after the short extent, in lower case, inside the mention or not; "$" at the end of the document."""
    lower, bounds = table.parse.lower, frozenset(table.parse.bounds)
    return ["$" if end in bounds else lower[end] for _, end in table.once(short_extents)]


@attribute(source=_SOURCE, learned=_NAME)
def anaphoricity(table: MentionTable) -> list[str]:
    """The decision of a classifier whether the mention has an antecedent: anaphoric, new."""
    return ["anaphoric" if odds > 0 else "new" for odds in model_of(table, _NAME).scores(table).tolist()]


@learned(_NAME)
class Anaphoricity:
    """A logistic regression over attributes of a mention and their pairwise conjunctions.

    Args:
        c: inverse strength of the L2 penalty.
    """

    def __init__(self, c: float = _C):
        self.c = c
        self._classifier = MentionClassifier(_templates())

    def fit(self, tables: Sequence[MentionTable], labels: Sequence[np.ndarray]) -> Anaphoricity:
        """Train on mentions and their chains: a mention is anaphoric if its chain has an earlier mention."""
        self._classifier = MentionClassifier(_templates()).fit(
            tables, [has_antecedent(label) for label in labels], c=self.c
        )
        return self

    def scores(self, table: MentionTable) -> np.ndarray:
        """(n_mentions,) log odds that a mention has an antecedent."""
        return self._classifier.scores(table)

    def to_arrays(self) -> dict[str, np.ndarray]:
        """What a file holds of it."""
        return self._classifier.to_arrays()

    def load(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Take over what a file holds; ValueError where that does not fit."""
        self._classifier = MentionClassifier.from_arrays(_templates(), arrays)


def has_antecedent(labels: np.ndarray) -> np.ndarray:
    """(n_mentions,) bool: whether an earlier mention has the same label."""
    found = np.ones(len(labels), dtype=bool)
    found[np.unique(labels, return_index=True)[1]] = False
    return found


def _templates() -> list[Template]:
    single = [template for name in _ATTRIBUTES for template in Template.read(f"ana.{name}", f"ana.{name}")]
    return [*single, *all_pairs(single)]
