"""Cycles of syntactic heads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.document import Document
from corefpipe.document.trees import check_heads, first_in_cycle
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
