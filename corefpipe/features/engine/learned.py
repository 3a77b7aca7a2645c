"""Models behind learned features, trained by a feature set before its features are computed.

A feature that needs one is registered with `learned=NAME`. The feature set trains `LEARNED[NAME]()` on its own training
documents, and the feature takes it from the table by `model_of(table, NAME)`. One model is given instead, `CONTEXT`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

from corefpipe.exceptions import SettingError
from corefpipe.features.engine.registry import CONTEXT, FeatureRegistry
from corefpipe.features.engine.table import MentionTable
from corefpipe.network.context import Context


class LearnedModel(Protocol):
    """A model behind learned features."""

    def fit(self, tables: Sequence[MentionTable], labels: Sequence[np.ndarray]) -> Any:
        """Train on mentions and their true chains, one int array per document."""

    def to_arrays(self) -> dict[str, np.ndarray]:
        """The arrays that a model file stores."""

    def load(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Restore the model from the arrays of `to_arrays`; ValueError where they do not fit."""


Factory = TypeVar("Factory", bound=Callable[[], LearnedModel])

LEARNED: FeatureRegistry[Callable[[], LearnedModel]] = FeatureRegistry("learned model")
"""Models that are trained before the weights of links, by name; a function makes each."""


def learned(name: str) -> Callable[[Factory], Factory]:
    """Register a class, or a function that makes an untrained model, under a name.

    >>> from corefpipe.features import LEARNED
    >>> sorted(LEARNED)
    ['anaphoricity', 'frequent_words', 'name_modifiers', 'word_counts']
    """

    def register(factory: Factory) -> Factory:
        LEARNED.register(name, factory, factory)
        return factory

    return register


def model_of(table: MentionTable, name: str) -> Any:
    """The trained model behind a learned feature.

    >>> from corefpipe.features import FeatureSet, MentionTable, model_of
    >>> fitted = FeatureSet("bengtson_roth2008").fit(annotated)
    >>> with_models = MentionTable(table.parse, table.spans, fitted.trained_models())
    >>> type(model_of(with_models, "anaphoricity")).__name__
    'Anaphoricity'

    Raises:
        SettingError: the feature set has not been fitted.
    """
    if name not in table.models:
        raise SettingError(f"the model '{name}' has not been trained", cure="Call fit before transform")
    return table.models[name]


def no_network() -> SettingError:
    """The error for features of context without a network."""
    cure = "Give one: `corefpipe train --context FOLDER`, or `FeatureSet.use_context`"
    return SettingError("features of context need a network", cure=cure)


def context_of(table: MentionTable) -> Context:
    """The network that reads the documents.

    Raises:
        SettingError: the feature set has none.
    """
    if CONTEXT not in table.models:
        raise no_network()
    found: Context = table.models[CONTEXT]
    return found
