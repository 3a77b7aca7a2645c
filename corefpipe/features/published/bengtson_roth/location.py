"""Relative location (Bengtson & Roth 2008, Table 1): apposition by comma, same sentence, agreeing candidates."""

from __future__ import annotations

import numpy as np

from corefpipe.constructions.phrases import base_end
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import boolean, numeric
from corefpipe.features.engine.table import MentionTable

_SOURCE = "Bengtson & Roth 2008, Table 1, relative location"


@boolean(source=_SOURCE)
def comma_apposition(pairs: MentionPairs) -> np.ndarray:
    """Nothing but a comma is between the anaphor and the antecedent, or the antecedent's base phrase."""
    spans = pairs.table.spans
    base, after_comma = pairs.table.once(_bounds)
    start = np.where(after_comma[pairs.ana], spans.start[pairs.ana] - 1, -1)
    return (start == spans.end[pairs.ante]) | (start == base[pairs.ante])


@boolean(source=_SOURCE)
def same_sentence(pairs: MentionPairs) -> np.ndarray:
    """Both start in the same sentence."""
    sentence = np.array(pairs.table.parse.sentences, dtype=np.int64)[pairs.table.spans.start]
    return sentence[pairs.ana] == sentence[pairs.ante]


@numeric(0, 1, 2, 4, 9, source=_SOURCE)
def agreeing_between(pairs: MentionPairs) -> np.ndarray:
    """Number of candidates between the two with the anaphor's gender and number, by the cascades."""
    gender, number = pairs.codes("cascade_gender"), pairs.codes("cascade_number")
    return pairs.count_between((gender[0] == gender[1]) & (number[0] == number[1]))


def _bounds(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions,) end of the base phrase of each mention, and bool: whether a comma precedes the mention."""
    parse = table.parse
    base = [base_end(parse, head, end) for _, end, head in table.spans]
    comma = [start > 0 and parse.words[start - 1] == "," for start, _, _ in table.spans]
    return np.array(base, dtype=np.int64), np.array(comma, dtype=bool)
