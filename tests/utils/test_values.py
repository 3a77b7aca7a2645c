"""Lists in which many values are equal."""

from __future__ import annotations

from corefpipe.utils.values import each


def test_each_value_is_asked_once():
    asked = []

    def double(value):
        asked.append(value)
        return 2 * value

    assert each(double, ["b", "a", "b"]) == ["bb", "aa", "bb"]
    assert asked == ["b", "a"]
    assert each(double, []) == []
