"""Children and subtrees in dependency trees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.exceptions import AnnotationError
from corefpipe.parsing.trees import children_of, subtree_edges


@st.composite
def forests(draw):
    """Heads without cycles: each word's head precedes it in a random order, or is the word itself."""
    order = draw(st.permutations(range(draw(st.integers(0, 20)))))
    heads = [0] * len(order)
    for place, word in enumerate(order):
        heads[word] = order[draw(st.integers(0, place))]
    return heads


@given(forests())
def test_law_subtrees_are_those_of_a_walk(heads):
    children = children_of(heads)
    left, right = subtree_edges(heads)
    assert children == [tuple(i for i, head in enumerate(heads) if head == j != i) for j in range(len(heads))]

    def walk(word):
        return {word}.union(*map(walk, children[word]))

    for word in range(len(heads)):
        assert (left[word], right[word]) == (min(walk(word)), max(walk(word)))


@pytest.mark.parametrize(("heads", "word"), [([1, 0, 1], 1), ([0, 2, 1], 2), ([0, 0, 3, 4, 2], 3)])
def test_cycles(heads, word):
    with pytest.raises(AnnotationError, match=f"the heads of the parse have a cycle at word {word}"):
        subtree_edges(heads)
