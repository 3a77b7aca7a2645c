"""A memory of what functions returned."""

from __future__ import annotations

import pytest

from corefpipe.clustering.comparing.abbreviations import is_abbreviation
from corefpipe.parsing import parse
from corefpipe.utils.caches import remember_short


def test_long_arguments_are_not_remembered():
    calls = []
    joined = remember_short(maxsize=10, longest=4)(lambda *words: calls.append(words) or "".join(words))
    assert [joined("ab", "cd"), joined("ab", "cd"), joined("ab", "cde"), joined("ab", "cde")] == ["abcd"] * 2 + [
        "abcde"
    ] * 2
    assert calls == [("ab", "cd"), ("ab", "cde"), ("ab", "cde")]


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(is_abbreviation, ("x" * 10_000, "y" * 10_000)), (parse._features, ("A=" + "x" * 10_000,))],
)
def test_functions_of_words(function, arguments):
    before = function.cache_info().currsize
    function(*arguments)
    assert function.cache_info().currsize == before
