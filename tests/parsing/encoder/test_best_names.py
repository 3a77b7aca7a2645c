"""Tags of names against all sequences."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.parsing.encoder.best_names import BestNames

TAGS = ["B-LOC", "I-LOC", "B-ORG", "I-ORG", "O"]
WORDS = st.lists(st.tuples(st.lists(st.integers(-9, 9), min_size=5, max_size=5), st.booleans()), max_size=5)


def permitted(tags, starts):
    before = "O"
    for tag, start in zip(tags, starts, strict=True):
        if tag[0] == "I" and (start or before[1:] != tag[1:]):
            return False
        before = "I" + tag[1:]
    return True


@given(WORDS)
def test_law_the_best_of_the_permitted(words):
    scores = np.array([one for one, _ in words], dtype=float).reshape(-1, 5)
    starts = np.array([start or i == 0 for i, (_, start) in enumerate(words)], dtype=bool)
    found = BestNames(TAGS)(scores, starts)
    ways = [way for way in product(range(5), repeat=len(words)) if permitted([TAGS[tag] for tag in way], starts)]
    assert tuple(found.tolist()) in ways
    rows = np.arange(len(words))
    assert scores[rows, found].sum() == max(scores[rows, list(way)].sum() for way in ways)
