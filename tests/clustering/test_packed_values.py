"""Values packed into words, and the links that constraints forbid."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.forbidden_links import ForbiddenLinks
from corefpipe.clustering.links import Links
from corefpipe.clustering.packed_values import PackedValues
from corefpipe.clustering.scored_block import ScoredBlock

TABLES = st.tuples(st.integers(1, 9), st.integers(0, 40)).flatmap(
    lambda shape: st.lists(
        st.lists(st.integers(-1, 10**6), min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
    ).map(lambda rows: np.array(rows, dtype=np.int64).reshape(shape))
)


def differ(values: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    a, b = values[one], values[other]
    return ((a >= 0) & (b >= 0) & (a != b)).any(axis=1)


@given(TABLES)
def test_items_differ_as_their_values_do(values):
    one, other = map(np.ravel, np.indices((len(values), len(values))))
    assert np.array_equal(PackedValues.of(values).differ(one, other), differ(values, one, other))


def test_columns_of_many_values_take_several_words():
    values = np.stack([np.arange(3000)] * 8, axis=1)
    values[0, :7] = values[1, :7] = -1
    packed = PackedValues.of(values)
    assert len(packed.own) == 4
    assert packed.differ(np.array([0, 2, 5]), np.array([1, 0, 5])).tolist() == [True, True, False]


@given(TABLES, st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8))), st.booleans(), st.booleans(), st.randoms())
def test_forbidden_links_are_those_of_forbidden_pairs(values, pairs, valued, starting, random):
    n = len(values)
    apart = [(a, b) for a, b in pairs if a != b and max(a, b) < n]
    starts = np.array([random.random() < 0.3 for _ in range(n)]) if starting else None
    constraints = Constraints(
        apart=np.array(apart, dtype=np.int64).reshape(-1, 2), starts=starts, values=values if valued else None
    )
    links = Links.windows([n])
    shuffled = links.antecedent.copy()
    for start, end in zip(links.indptr, links.indptr[1:], strict=False):
        own = shuffled[start + 1 : end].tolist()
        random.shuffle(own)
        shuffled[start + 1 : end] = own
    for antecedent in (links.antecedent, shuffled):
        block = ScoredBlock(0, n, links.indptr, antecedent, np.zeros(len(antecedent)))
        item = np.repeat(np.arange(n), np.diff(links.indptr))
        expected = constraints.forbids(np.maximum(antecedent, 0), item) & (antecedent >= 0)
        assert np.array_equal(ForbiddenLinks(constraints).among(block), expected)
        if starts is not None:
            assert expected[starts[item] & (antecedent >= 0)].all()
