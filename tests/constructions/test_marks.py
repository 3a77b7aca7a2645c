"""Pairs of brackets and other marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.constructions.marks import openings


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("the WHO ( World [ Health ] Organization ) said", {(6, 4), (8, 2)}),
        ("( a [ b )", {(4, 0)}),
        ("a ) b ( c", set()),
        ('the " old " one " x', {(3, 1)}),
        ("“ a ” and `` b ''", {(2, 0), (6, 4)}),
        ("see ` Tokenizer ` and ** Parser **", {(3, 1), (7, 5)}),
    ],
)
def test_pairs(text, pairs):
    words = text.split()
    assert {(i, at) for i, at in enumerate(openings(words, [0] * len(words))) if at >= 0} == pairs


def test_no_pair_across_sentences():
    assert openings(["(", "a", ")"], [0, 1, 1]) == [-1, -1, -1]


@given(st.lists(st.sampled_from(["(", ")", "[", "]", '"', "“", "”", "a"]), max_size=30))
def test_pairs_do_not_cross(words):
    """Each mark is in one pair at most, and two pairs are nested or apart."""
    pairs = [(at, i) for i, at in enumerate(openings(words, [0] * len(words))) if at >= 0]
    assert len({place for pair in pairs for place in pair}) == 2 * len(pairs)
    for first, last in pairs:
        for start, end in pairs:
            assert not first < start < last < end
