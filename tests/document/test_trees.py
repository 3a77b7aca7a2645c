"""Cycles of syntactic heads, and the sentences that heads allow."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.document import Document
from corefpipe.document.trees import check_heads, first_in_cycle, starts_around
from corefpipe.exceptions import AnnotationError


@given(st.integers(1, 8).flatmap(lambda n: st.lists(st.integers(0, n - 1), min_size=n, max_size=n)))
def test_a_cycle_is_found_if_following_the_heads_does_not_end(heads):
    def end(word: int) -> int:
        for _ in heads:
            word = heads[word]
        return word

    found = first_in_cycle(heads)
    assert (found is None) == all(heads[end(word)] == end(word) for word in range(len(heads)))
    if found is not None:
        word = heads[found]
        while word != found:
            word = heads[word]


def test_documents_without_heads_and_heads_outside_of_them():
    check_heads(Document("d", words=["a"]))
    check_heads(Document("d", words=["a", "b"], heads=[1, 1]))
    with pytest.raises(AnnotationError, match=r"document d: the head of word 0 \('a'\) is -1, which is not a word"):
        check_heads(Document("d", words=["a"], heads=[-1]))


@st.composite
def parses(draw):
    """(heads of trees, sentence starts that need not fit them)."""
    order = draw(st.permutations(range(draw(st.integers(0, 12)))))
    heads = [0] * len(order)
    for place, word in enumerate(order):
        heads[word] = order[draw(st.integers(0, place))]
    return heads, draw(st.lists(st.booleans(), min_size=len(heads), max_size=len(heads)))


@given(parses())
def test_law_no_head_is_in_another_sentence(parse):
    heads, given = parse
    starts = starts_around(np.array(heads, dtype=np.int64), np.array(given, dtype=bool))
    sentence = np.cumsum(starts).tolist()
    assert all(sentence[head] == sentence[word] for word, head in enumerate(heads))
    assert not len(heads) or starts[0]
    wanted = [True, *given[1:]][: len(given)]
    of = np.cumsum(wanted).tolist()
    if all(of[head] == of[word] for word, head in enumerate(heads)):
        assert starts.tolist() == wanted  # what fits is kept
    else:
        # As many sentences as trees allow: an arc spans each word at which none starts.
        spanned = {w for word, head in enumerate(heads) for w in range(min(word, head) + 1, max(word, head) + 1)}
        assert {word for word, start in enumerate(starts) if not start} == spanned
