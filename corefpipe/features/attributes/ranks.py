"""Rank of an antecedent among those with the same relation to a noun: the only one, the nearest, another one, far."""

from __future__ import annotations

import numpy as np

from corefpipe.features.attributes.context import sentences_of
from corefpipe.features.engine.pairs import MentionPairs

RANKS = ("", "only", "nearest", "other", "far")
_NEAR = 3  # sentences


def ranks(pairs: MentionPairs, codes: np.ndarray) -> np.ndarray:
    """(n_pairs,) positions in RANKS, among the distinct antecedents in the anaphor's sentence and the three before it.

    Args:
        pairs: the pairs.
        codes: (n_pairs,) relation of the anaphor to the antecedent, 0 for none.
    """
    table, core = pairs.table, pairs.table["core"]
    sentence = table.of_parse(sentences_of)[table.spans.head]
    found = np.zeros(len(pairs), dtype=np.int64)
    for code in range(1, int(codes.max(initial=0)) + 1):
        rows = np.flatnonzero(codes == code)
        far = sentence.take(pairs.ana[rows]) - sentence.take(pairs.ante[rows]) > _NEAR
        found[rows[far]] = RANKS.index("far")
        rows = rows[~far]
        ante, ana = pairs.ante[rows], pairs.ana[rows]
        name, size = core.codes.take(ante), len(core.names)
        several = np.bincount(np.unique(ana * size + name) // size, minlength=len(table)).take(ana) > 1
        nearest = np.zeros(len(table), dtype=np.int64)
        np.maximum.at(nearest, ana, ante)
        is_nearest = name == core.codes.take(nearest.take(ana))
        found[rows] = np.where(several, np.where(is_nearest, RANKS.index("nearest"), RANKS.index("other")), 1)
    return found
