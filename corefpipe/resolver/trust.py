"""How far a model trusts its network, learned once and given to models of other documents or another corpus.

A network has often learned from the very corpus that a model is trained on. Then no document of this corpus can tell
how far to trust it. But a model of another corpus can learn this from documents that the network has not seen: the
weights of the features of context, and the factor by which all other weights are multiplied. Both hold for the first
model, too, since the scores of the network mean the same and all models are trained with the same margins.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from corefpipe.exceptions import SettingError
from corefpipe.features import MentionClassifier, Spec
from corefpipe.features.engine.templates import Template
from corefpipe.features.engine.vocabulary import Vocabulary
from corefpipe.network.context import Context
from corefpipe.resolver.context_weights import MARGINS, Margins, trusted
from corefpipe.resolver.learning import Annotated, allowed_links
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.settings import MentionSource


@dataclass(slots=True, frozen=True)
class Columns:
    """Weights of features of context, and what becomes of the other weights.

    Attributes:
        vocabulary: the columns of context.
        weights: (n_columns,) float32.
        factor: by which all other weights are multiplied.
        shift: what is then added to the intercept.
    """

    vocabulary: Vocabulary
    weights: np.ndarray
    factor: float
    shift: float = 0.0

    @classmethod
    def of(cls, before: np.ndarray, vocabulary: Vocabulary, weights: np.ndarray, is_new: np.ndarray) -> Columns:
        """What was learned: `before` are the other weights as they were, `is_new` marks the columns of context."""
        factor = float(weights[~is_new] @ before / max(float(before @ before), np.finfo(np.float32).tiny))
        new = np.flatnonzero(is_new)
        return cls(vocabulary.only(new), weights[new], factor)

    def added_to(self, vocabulary: Vocabulary, weights: np.ndarray) -> tuple[Vocabulary, np.ndarray]:
        """The columns and weights of a model with these among them."""
        own = Vocabulary(
            vocabulary.templates, self.vocabulary.template, self.vocabulary.values, self.vocabulary.strings
        )
        joined, order = vocabulary.joined(own)
        return joined, np.append(weights * np.float32(self.factor), self.weights)[order]


@dataclass(slots=True, frozen=True)
class Trust:
    """How far a model trusts its network.

    Attributes:
        templates: the features of links of the model, which others must have, too.
        links: the weights of links.
        mentions: those of the selection of mentions; None of a model of gold mentions.
    """

    templates: tuple[Template, ...]
    links: Columns
    mentions: Columns | None

    @classmethod
    def learn(
        cls,
        resolver: Resolver,
        context: Context,
        unseen: Iterable[Annotated],
        mentions: MentionSource = "predicted",
        margins: Margins | None = None,
    ) -> Trust:
        """Learn from documents that neither the network nor the model has seen; the model then trusts it so far.

        Args:
            resolver: a model without a network.
            context: the network.
            unseen: the documents.
            mentions: cluster the gold mentions, or detected ones.
            margins: of the kinds of errors; None are those of such mentions (`MARGINS`).
        """
        classifier = None if resolver.selector is None else resolver.selector.classifier
        old, intercept = (np.zeros(0), 0.0) if classifier is None else (classifier.weights, classifier.intercept)
        tables, labels = resolver.read_unseen(context, list(unseen), mentions)
        before = resolver.features.fit_context(tables)
        names = resolver.constraints if resolver.decoder.honours_constraints else ()
        links = allowed_links(resolver.features, tables, names)
        start = np.append(resolver.weights, np.float32(0))[before]
        found = trusted(links, labels, start, before < 0, margins or MARGINS[mentions])
        columns = Columns.of(start[before >= 0], resolver.features.fitted, found, before < 0)
        resolver.use(found)
        chosen = None if classifier is None else _of_mentions(classifier, old, intercept)
        return cls(resolver.features.fitted.templates, columns, chosen)

    def give(self, resolver: Resolver, context: Context) -> None:
        """Let a network read for a model that has none, and trust it so far.

        Args:
            resolver: a model of the same features.
            context: the network that this was learned with, or its twin.

        Raises:
            SettingError: the model has other features, or a network already.
        """
        spec = resolver.features.spec.joined(Spec.load("context"))
        if (*spec.link, *spec.start) != self.templates:
            raise SettingError(
                "the trust was learned by a model of other features", cure="Train both models with the same features"
            )
        resolver.features.add("context")
        resolver.features.use_context(context)
        resolver.features.vocabulary, weights = self.links.added_to(resolver.features.fitted, resolver.weights)
        resolver.use(weights)
        if resolver.selector is not None and self.mentions is not None:
            classifier = resolver.selector.classifier
            classifier.use_templates(resolver.features.spec.mention)
            classifier.vocabulary, classifier.weights = self.mentions.added_to(
                classifier.vocabulary, classifier.weights
            )
            classifier.intercept = classifier.intercept * self.mentions.factor + self.mentions.shift


def _of_mentions(classifier: MentionClassifier, old: np.ndarray, intercept: float) -> Columns:
    """What a classifier of mentions has learned of a network, by its weights and intercept before."""
    of_context = [number for number, template in enumerate(classifier.templates) if template.reads_context]
    is_new = np.isin(classifier.vocabulary.template, of_context)
    found = Columns.of(old, classifier.vocabulary, classifier.weights, is_new)
    return Columns(found.vocabulary, found.weights, found.factor, classifier.intercept - found.factor * intercept)
