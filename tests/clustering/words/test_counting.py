"""Counts of words and pairs of words from texts."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering.words import count_words, counting, tokens_of
from corefpipe.exceptions import LinksError, SettingError

TEXTS = st.lists(st.lists(st.sampled_from("abcde"), max_size=12), min_size=1, max_size=5).filter(
    lambda texts: any(texts)
)


def test_tokens():
    text = "Mr. O’Brien's well-known, 1,234 _cats_ -- don't!!"
    assert [*tokens_of(text)] == ["mr", ".", "o'brien's", "well-known", ",", "0", "cats", "--", "don't", "!!"]


@given(TEXTS, st.integers(1, 3))
def test_counts_are_those_of_a_loop(texts, reach):
    found = count_words(texts, reach=reach)
    frequency = Counter(word for text in texts for word in text)
    assert dict(zip(found.words, found.frequency.tolist(), strict=True)) == frequency
    assert [*found.words] == sorted(frequency, key=lambda word: (-frequency[word], word))
    for distance in range(1, reach + 1):
        pairs = Counter(pair for text in texts for pair in zip(text, text[distance:], strict=False))
        matrix = found.after[distance]
        assert matrix.sum() == pairs.total()
        for (a, b), count in pairs.items():
            assert matrix[found.words.index(a), found.words.index(b)] == count
    assert found.n_tokens == frequency.total()


def test_counts_are_added_up_in_parts(monkeypatch):
    texts = [np.random.default_rng(i).choice([*"abcdefgh"], 50).tolist() for i in range(20)]
    whole = count_words(texts)
    monkeypatch.setattr(counting, "_PENDING", 10)
    parts = count_words(texts)
    assert parts.words == whole.words
    assert (parts.bigrams != whole.bigrams).nnz == 0


def test_contexts_by_place():
    found = count_words([["a", "b", "a", "c"]], reach=2)
    contexts = found.contexts(2, offsets=(-1, 2)).toarray()  # words a, b, c; contexts a, b before, a, b two after
    assert contexts.tolist() == [[0, 1, 1, 0], [1, 0, 0, 0], [1, 0, 0, 0]]
    with pytest.raises(SettingError, match=r"words at the place -3 were not counted. Count with reach=3"):
        found.contexts(offsets=(-3,))


def test_rare_words_keep_their_places():
    found = count_words([["a", "x", "a", "a"]], min_count=2)
    assert found.words == ("a",)
    assert found.bigrams.toarray().tolist() == [[1]]


def test_reading_stops():
    def texts():
        yield ["a", "b"]
        yield ["a", "c", "c"]
        raise AssertionError("read on")

    found = count_words(texts(), max_tokens=3)
    assert found.n_tokens == 3
    assert dict(zip(found.words, found.frequency.tolist(), strict=True)) == {"a": 2, "b": 1}


@pytest.mark.parametrize(
    ("texts", "settings", "message"),
    [
        ([], {}, "there are no words. Give texts with at least one word"),
        ([[], []], {}, "there are no words"),
        ([["a", "b", "a"]], {"min_count": 3}, "no word occurs 3 times; the most frequent one occurs 2 times"),
        ([["a"]], {"min_count": 0}, "min_count is 0. It must be a whole number, 1 or more"),
        ([["a"]], {"reach": 1.5}, "reach is 1.5. It must be a whole number, 1 or more"),
    ],
)
def test_what_cannot_be_counted(texts, settings, message):
    with pytest.raises((LinksError, SettingError), match=message):
        count_words(texts, **settings)
