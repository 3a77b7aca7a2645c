"""Pausing the search for reference cycles."""

from __future__ import annotations

import gc

import pytest

from corefpipe.utils.collection import NoCollection


def test_it_is_paused_inside_and_set_back():
    pause = NoCollection()
    with pause:
        with pause:
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_an_error_sets_it_back():
    def fail():
        with NoCollection():
            raise ValueError("inside")

    with pytest.raises(ValueError, match="inside"):
        fail()
    assert gc.isenabled()


def test_it_stays_off_where_it_was_off():
    gc.disable()
    try:
        with NoCollection():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()
