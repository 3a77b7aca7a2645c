"""Decoding: the mentions of a Doc scored by a model and clustered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders import Decoder, Decoding
from corefpipe.clustering.links import Links
from corefpipe.features import FeatureSet, MentionTable
from corefpipe.resolver.constraints.speakers import speaker_constraints
from corefpipe.utils.memory import release_memory


@dataclass(slots=True, frozen=True)
class Decoded:
    """The mentions of a Doc, scored and clustered.

    Attributes:
        table: the mentions.
        links: their candidate links.
        scores: (n_links,) w_ij.
        decoding: cluster labels and antecedents.
        settled: (n_mentions,) bool: the antecedent follows from constraints, not from scores.
    """

    table: MentionTable
    links: Links
    scores: np.ndarray
    decoding: Decoding
    settled: np.ndarray


def decode(
    features: FeatureSet, weights: np.ndarray, decoder: Decoder, table: MentionTable, forget: bool = False
) -> Decoded:
    """Score the candidate links of a table and cluster its mentions, within the constraints that speakers set.

    Args:
        features: the feature set, fitted.
        weights: (n_columns,) of the feature set's vocabulary.
        decoder: what clusters.
        table: the mentions of a document.
        forget: free the columns of the table before clustering, where most memory is needed.
    """
    links, scores = features.score(table, weights)
    constraints = speaker_constraints(table) if decoder.honours_constraints else None
    if forget:
        table.forget()
        release_memory()
    decoding = decoder.decode(links, scores, constraints)
    settled = np.zeros(len(table), dtype=bool) if constraints is None else constraints.settled(len(table))
    return Decoded(table, links, scores, decoding, settled)
