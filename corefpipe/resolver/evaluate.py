"""Evaluate a resolver on documents whose chains are known: score and calibration, from one decoding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefpipe.document import Document
from corefpipe.features import gold_labels
from corefpipe.resolver.calibration import Calibration, Reliability, cross_fitted, truth
from corefpipe.resolver.learning import Annotated
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolution import Ranked
from corefpipe.resolver.resolving import resolve_docs
from corefpipe.resolver.settings import MentionSource
from corefpipe.scoring import Score, score


@dataclass(frozen=True)
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

    @cached_property
    def score(self) -> Score:
        """Scores of the chains against the true ones."""
        return score(self.keys, self.responses, repeats="official")

    def calibration(self) -> Calibration:
        """A calibration learned from these documents; the resolver must not have learned its weights from them."""
        return Calibration.fit(self.ranked, self.labels)

    def reliability(self) -> Reliability | None:
        """How reliable calibrated probabilities of links are on documents that the calibration was not learned from.

        The probabilities of each document come from a calibration that was learned on other folds of these documents
        (`cross_fitted`), not from the one that `calibration` learns on all of them. None for fewer than two documents.
        """
        found = cross_fitted(self.ranked, self.labels)
        return None if found is None else Reliability.of(found[0], truth(self.ranked, self.labels)[0])


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
