"""Tags of names against all sequences."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.parsing.encoder.best_names import _AGAIN, BestNames

TAGS = ["B-LOC", "I-LOC", "B-ORG", "I-ORG", "O"]
SCORES = st.lists(st.integers(-9, 9).map(lambda n: n / 2), min_size=5, max_size=5)
WORDS = st.lists(st.tuples(SCORES, st.booleans()), max_size=5)


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

    def worth(way):
        again = sum(
            TAGS[one] != "O" and TAGS[other][0] == "B" and not start
            for one, other, start in zip(way, way[1:], starts[1:], strict=False)
        )
        return scores[rows, list(way)].sum() - _AGAIN * again

    assert worth(found.tolist()) == max(map(worth, ways))


def test_two_names_side_by_side_are_one_where_that_is_nearly_as_good():
    scores = np.array([[3.0, 0, 0, 0, 0], [2.0, 1.5, 0, 0, 0]])
    assert BestNames(TAGS)(scores, np.array([True, False])).tolist() == [0, 1]
    assert BestNames(TAGS)(scores, np.array([True, True])).tolist() == [0, 0]
