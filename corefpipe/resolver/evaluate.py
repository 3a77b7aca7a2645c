"""Evaluate a resolver on documents whose chains are known: score and calibration, from one decoding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from corefpipe.document import Document
from corefpipe.features import gold_labels
from corefpipe.resolver.calibration import Calibration, Reliability, reliability
from corefpipe.resolver.learning import Annotated
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolution import Ranked
from corefpipe.resolver.resolving import resolve_docs
from corefpipe.resolver.settings import MentionSource
from corefpipe.scoring import Score, score


@dataclass(slots=True, frozen=True)
class Evaluation:
    """What a resolver gives for documents whose chains are known.

    Attributes:
        keys: the documents.
        responses: the documents with the chains that were found.
        ranked: the most probable links of each document.
        labels: per document (n_mentions,) the true chain of each mention.
    """

    keys: list[Document]
    responses: list[Document]
    ranked: list[Ranked]
    labels: list[np.ndarray]

    @property
    def score(self) -> Score:
        """Scores of the chains against the true ones."""
        return score(self.keys, self.responses, repeats="official")

    def calibration(self) -> Calibration:
        """A calibration learned from these documents; the resolver must not have learned its weights from them."""
        return Calibration.fit(self.ranked, self.labels)

    def reliability(self, calibration: Calibration) -> Reliability:
        """How reliable the calibrated probabilities of links are on these documents."""
        return reliability(calibration, self.ranked, self.labels)


def evaluate(resolver: Resolver, annotated: Iterable[Annotated], mentions: MentionSource = "predicted") -> Evaluation:
    """Resolve parsed Docs and compare the chains with those of their documents.

    Args:
        resolver: the model.
        annotated: Docs with their documents, word for word.
        mentions: cluster the gold mentions, or detected ones.
    """
    found = Evaluation([], [], [], [])
    for resolved in resolve_docs(annotated, resolver, mentions):
        found.keys.append(resolved.source)
        found.responses.append(resolved.document())
        found.ranked.append(resolved.resolution.ranked)
        found.labels.append(gold_labels(resolved.resolution.spans, resolved.source))
    return found
