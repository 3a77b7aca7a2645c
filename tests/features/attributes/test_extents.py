"""Whole and short extents, and whether they were seen before."""

from __future__ import annotations

import pytest
from helpers.bengtson_roth_tables import phrases


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("the old bank", "bank"),
        ("the house key with Tom", "key"),
        ("she", "she"),
        ("American President Bill Clinton", "president bill clinton"),
        ("the Bank of England", "bank of england"),
        ("the Bank of the Netherlands", "bank of the netherlands"),
        ("the Bank of old men", "bank"),
        ("Tom +and Ann 's", "tom and ann"),
    ],
)
def test_short_extent(text, head):
    assert phrases(text).values("short_extent") == [head]


@pytest.mark.parametrize(("text", "words"), [("The old Bank 's", "the old bank"), ("'s", "'s"), ("her", "her")])
def test_extent(text, words):
    assert phrases(text).values("extent") == [words]


def test_what_was_seen():
    table = phrases("the old bank of Boston", "the bank", "the old bank of Boston", "the old bank", "a bank", "Bank")
    assert table.values("seen_longer") == ["no", "yes", "no", "yes", "yes", "yes"]
    assert table.values("seen_extent") == ["no", "no", "yes", "no", "no", "no"]
    assert table.values("seen_to_head") == ["no", "no", "yes", "yes", "no", "no"]
