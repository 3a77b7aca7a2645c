"""Apposition by punctuation (Soon, Ng & Lim 2001, section 2): APPOSITIVE."""

from __future__ import annotations

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import boolean
from corefpipe.features.engine.table import MentionTable

_SOURCE = "Soon, Ng & Lim 2001, section 2"
_NO_APPOSITION = ("conj", "nsubj", "vocative")


@boolean(source=_SOURCE)
def soon_appositive(pairs: MentionPairs) -> np.ndarray:
    """APPOSITIVE: nothing but a comma between the two, and no verb; at least one is a name.

    Pronouns are excluded, and so are conjuncts, subjects and vocatives.
    """

    def make() -> np.ndarray:
        commas, verbs, may, labelled = pairs.table.once(_punctuation)
        spans = pairs.table.spans
        first, last = spans.head[pairs.ante] + 1, spans.start[pairs.ana] - 1
        name = pairs.are("kind", "name")
        # The first mention may span all of "Nora Bell, the captain", as of "Paris, France".
        whole = labelled[pairs.ana] & (spans.end[pairs.ante] >= spans.end[pairs.ana])
        joined = (spans.end[pairs.ante] == last) | whole
        found = may[pairs.ana] & (name[0] | name[1]) & pairs.nominal & joined & (first <= last)
        rows = np.flatnonzero(found)
        first, last = first[rows], last[rows]
        found[rows] = (commas[last + 1] - commas[first] == 1) & (verbs[last] == verbs[first])
        return found

    return pairs.once("soon appositive", make)


def _punctuation(table: MentionTable) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Commas and verbs before tokens, and the mentions that may be appositions.

    Returns:
        (n_tokens + 1,) number of commas before each token, and of verbs; (n_mentions,) bool: whether a mention may be
        an apposition, and whether the parser labels it as one.
    """
    parse = table.parse
    commas = np.cumsum([0, *(word == "," for word in parse.words)])
    verbs = np.cumsum([0, *(tag in ("VERB", "AUX") for tag in parse.pos)])
    may = [
        start > 0 and parse.words[start - 1] == "," and parse.deps[head].split(":")[0] not in _NO_APPOSITION
        for start, _, head in table.spans
    ]
    labelled = [parse.deps[head] == "appos" for _, _, head in table.spans]
    return commas, verbs, np.array(may, dtype=bool), np.array(labelled, dtype=bool)
