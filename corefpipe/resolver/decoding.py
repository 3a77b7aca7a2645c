"""Decoding: the mentions of a Doc scored by a model and clustered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders import Decoder, Decoding, decode_with, takes_known
from corefpipe.clustering.links import Links
from corefpipe.features import FeatureSet, MentionTable
from corefpipe.resolver.constraints.speakers import known_entities


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


def decode(features: FeatureSet, weights: np.ndarray, decoder: Decoder, table: MentionTable) -> Decoded:
    """Score the candidate links of a table and cluster its mentions, within the constraints that speakers set.

    Args:
        features: the feature set, fitted.
        weights: (n_columns,) of the feature set's vocabulary.
        decoder: what clusters.
        table: the mentions of a document.
    """
    links, scores = features.score(table, weights)
    known = known_entities(table) if takes_known(decoder) else None
    decoding = decode_with(decoder, links, scores, known)
    settled = np.zeros(len(table), dtype=bool) if known is None else known.settled()
    return Decoded(table, links, scores, decoding, settled)
