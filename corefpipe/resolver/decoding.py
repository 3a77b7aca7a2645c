"""Decoding: the mentions of a Doc scored by a model and clustered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.decoders import Decoder, Decoding
from corefpipe.clustering.decoders.left_to_right import LeftToRight
from corefpipe.clustering.forbidden_links import allowed
from corefpipe.clustering.links import Links
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.features import FeatureSet, MentionTable
from corefpipe.resolver.constraints.registry import constraints_of
from corefpipe.resolver.named_later import with_links_of_names
from corefpipe.resolver.resolution import Ranked
from corefpipe.utils.memory import release_after


@dataclass(slots=True, frozen=True)
class Decoded:
    """The mentions of a Doc, scored and clustered.

    Attributes:
        table: the mentions.
        decoding: cluster labels and antecedents.
        ranked: their most probable links.
        settled: (n_mentions,) bool: the antecedent follows from constraints, not from scores.
    """

    table: MentionTable
    decoding: Decoding
    ranked: Ranked
    settled: np.ndarray


def decode(
    features: FeatureSet,
    weights: np.ndarray,
    decoder: Decoder,
    table: MentionTable,
    names: Sequence[str],
    scored: tuple[Links, np.ndarray] | None = None,
    decided: np.ndarray | None = None,
) -> Decoded:
    """Score the candidate links of a table and cluster its mentions, within constraints.

    Decoders that go from left to right never need all links at once: a novel has millions.

    Args:
        features: the feature set, fitted.
        weights: (n_columns,) of the feature set's vocabulary.
        decoder: what clusters.
        table: the mentions of a document.
        names: of the constraints that hold, as far as the decoder honours any.
        scored: the links and (n_links,) their scores, where they are known.
        decided: (n_mentions,) int, the entity of each mention that was decided before, -1 for the others.
    """
    constraints = constraints_of(table, names, decided) if decoder.honours_constraints else None
    table.forget_values()  # features read columns
    release_after(len(table.parse))  # what constraints left
    settled = np.zeros(len(table), dtype=bool) if constraints is None else constraints.settled(len(table))
    blocks: Iterable[ScoredBlock]
    if isinstance(decoder, LeftToRight):
        decoding = Decoding.empty(len(table))
        groups = decoder.groups(constraints, len(table))
        first = 0 if decided is None else int((decided >= 0).argmin()) if len(decided) else 0
        blocks = features.score_blocks(table, weights, first) if scored is None else ScoredBlock.of(*scored)
        blocks = with_links_of_names(allowed(blocks, constraints), table, groups)
        blocks = decoder.fill(decoding, blocks, groups)
    else:
        links, scores = features.score(table, weights) if scored is None else scored
        decoding = decoder.decode(links, scores, constraints)
        blocks = allowed(ScoredBlock.of(links, scores), constraints)
    return Decoded(table, decoding, Ranked.of(blocks, decoding), settled)
