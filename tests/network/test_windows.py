"""Windows of a text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.network.windows import windows_of


def pieces_of(word):
    return [ord(letter) for letter in word]


def read(words, sentences, most, around=0):
    return list(windows_of(words, sentences, pieces_of, most, around))


def test_a_short_text_is_one_window():
    (window,) = read(["ab", "c", "def"], [0, 0, 1], most=6)
    assert (window.start, window.end, window.own) == (0, 3, (0, 3))
    assert window.pieces == [97, 98, 99, 100, 101, 102]
    assert window.first.tolist() == [0, 2, 3]


def test_windows_end_with_sentences():
    windows = read(["aa"] * 6, [0, 0, 1, 1, 2, 2], most=9)
    assert [window.own for window in windows] == [(0, 4), (4, 6)]


def test_a_long_sentence_is_cut():
    assert [window.own for window in read(["aa"] * 5, [0] * 5, most=4)] == [(0, 2), (2, 4), (4, 5)]


def test_a_window_has_what_stands_around():
    windows = read(["a"] * 20, [i // 2 for i in range(20)], most=10, around=3)
    assert [window.own for window in windows] == [(i, i + 4) for i in range(0, 20, 4)]
    assert [(window.start, window.end) for window in windows] == [(0, 10), (1, 11), (5, 15), (9, 19), (13, 20)]


def test_nothing_to_read():
    assert read([], [], most=5) == []


@given(
    st.lists(st.tuples(st.integers(1, 4), st.booleans()), min_size=1, max_size=60),
    st.integers(8, 24),
    st.integers(0, 2),
)
def test_each_word_has_one_window_of_its_own(text, most, around):
    words = ["x" * size for size, _ in text]
    sentences = np.cumsum([starts for _, starts in text]).tolist()
    windows = read(words, sentences, most, around)
    assert [word for window in windows for word in range(*window.own)] == list(range(len(words)))
    for window in windows:
        assert window.start <= window.own[0] < window.own[1] <= window.end
        assert len(window.pieces) <= most
        assert window.pieces == [ord("x")] * sum(map(len, words[window.start : window.end]))
        assert len(window.first) == window.end - window.start


@pytest.mark.parametrize("size", [100, 10_000])
def test_the_work_is_linear(size):
    calls = []
    windows = list(windows_of(["ab"] * size, list(range(size)), lambda word: calls.append(word) or [1, 2], 50, 10))
    assert len(calls) == size
    assert sum(len(window.pieces) for window in windows) < 5 * size
