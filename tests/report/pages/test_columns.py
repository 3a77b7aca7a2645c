"""Columns of numbers as strings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.report.pages.columns import packed, signed

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def unpacked(text):
    """The numbers of a string, by the definition of Base64 VLQ."""
    number = shift = 0
    for sign in text:
        digit = DIGITS.index(sign)
        number |= (digit & 31) << shift
        shift += 5
        if digit < 32:
            yield number
            number = shift = 0


@given(st.lists(st.integers(0, 2**30)))
def test_they_come_back(numbers):
    assert list(unpacked(packed(numbers))) == numbers


def test_lengths():
    assert list(map(len, map(packed, ([0], [31], [32], [1023], [1024])))) == [1, 1, 2, 2, 3]
    with pytest.raises(ValueError, match="-1 cannot be packed"):
        packed([3, -1])


def test_signs():
    assert list(map(signed, (0, -1, 1, -2, 2))) == [0, 1, 2, 3, 4]
