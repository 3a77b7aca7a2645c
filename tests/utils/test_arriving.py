"""Items that another thread waits for."""

from __future__ import annotations

import os

import pytest

from corefpipe.utils.arriving import Arriving


def test_items_in_order_and_the_end():
    arriving = Arriving(iter("abc"))
    assert [arriving.next() for _ in range(4)] == ["a", "b", "c", None]


def test_a_pipe():
    end, start = os.pipe()
    with open(end, encoding="utf-8") as lines, open(start, "w", encoding="utf-8") as writer:
        arriving = Arriving(lines)
        with pytest.raises(TimeoutError):
            arriving.next(0.01)
        writer.write("one\n")
        writer.flush()
        assert arriving.next(10) == "one\n"
        writer.close()
        assert arriving.next(10) is None


def test_an_exception_comes_after_the_items():
    def items():
        yield 1
        raise OSError("gone")

    arriving = Arriving(items())
    assert arriving.next() == 1
    with pytest.raises(OSError, match="gone"):
        arriving.next()
