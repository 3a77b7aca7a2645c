"""Lists in which many values are equal."""

from __future__ import annotations

import numpy as np

from corefpipe.utils.values import each, shared


def test_each_value_is_asked_once():
    asked = []

    def double(value):
        asked.append(value)
        return 2 * value

    assert each(double, ["b", "a", "b"]) == ["bb", "aa", "bb"]
    assert asked == ["b", "a"]
    assert each(double, []) == []


def test_equal_numbers_are_one_object():
    numbers = np.array([700, 3, 700, 701])
    found = shared(numbers, list(range(702)))
    assert found == numbers.tolist()
    assert found[0] is found[2]
