"""Learned features: classifiers that a feature set trains before its own features are computed.

A feature that rests on one is registered with `learned=NAME`; the set trains `LEARNED[NAME]` on the same documents, and
the feature finds it in `table.models[NAME]`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from corefpipe.errors import SettingError
from corefpipe.features.engine.table import MentionTable


class LearnedModel(Protocol):
    """What stands behind a learned feature."""

    def fit(self, tables: Sequence[MentionTable], labels: Sequence[np.ndarray]) -> Any:
        """Learn from mentions and their true chains, one int array a document."""

    def to_arrays(self) -> dict[str, np.ndarray]:
        """What a file holds of it."""

    def load(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Take over what a file holds; ValueError where that does not fit."""


LEARNED: dict[str, Callable[[], LearnedModel]] = {}


def model_of(table: MentionTable, name: str) -> Any:
    """The trained model behind a learned feature.

    Raises:
        SettingError: the feature set was not fitted.
    """
    if name not in table.models:
        raise SettingError(f"the classifier '{name}' has not been trained", cure="Call fit before transform")
    return table.models[name]
