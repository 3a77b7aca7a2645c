"""Small items in batches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.utils.batches import in_batches


@given(st.lists(st.integers(0, 12)), st.integers(0, 10), st.integers(1, 20))
def test_order_and_sizes(items, small, total):
    batches = list(in_batches(items, lambda item: item, small, total))
    assert [item for batch in batches for item in batch] == items
    for batch in batches:
        assert len(batch) == 1 or max(batch) <= small
        assert sum(batch[:-1]) < total


def test_reads_no_further_than_needed():
    read = []
    stream = in_batches((read.append(n) or n for n in range(100)), lambda _: 1, 5, 3)
    assert next(stream) == [0, 1, 2]
    assert read == [0, 1, 2]


def test_an_error_comes_after_the_items_before_it():
    def items():
        yield 1
        raise ValueError("third line")

    stream = in_batches(items(), lambda _: 1, 5, 3)
    assert next(stream) == [1]
    with pytest.raises(ValueError, match="third line"):
        next(stream)
