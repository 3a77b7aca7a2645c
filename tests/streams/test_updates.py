"""Joining what the blocks of a piece have changed."""

from __future__ import annotations

from corefpipe.streams.updates import StreamMention, Update, joined_update


def update(mentions=(), removed=()):
    return Update(0, 0, 0, tuple(StreamMention(*one, "x") for one in mentions), tuple(removed))


def test_later_blocks_override_earlier_ones():
    found = joined_update(
        [update([(0, 1, "1"), (2, 3, "1"), (2, 4, "2")], [(5, 6)]), update([(5, 6, "3"), (0, 1, "2")], [(2, 3)])],
        7,
        9,
        4,
    )
    assert found[:3] == (7, 9, 4)
    assert [one[:3] for one in found.mentions] == [(0, 1, "2"), (2, 4, "2"), (5, 6, "3")]
    assert found.removed == ((2, 3),)


def test_no_blocks():
    assert joined_update([], 1, 1, 2) == Update(1, 1, 2, ())
