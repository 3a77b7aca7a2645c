"""Values of settings as text."""

from __future__ import annotations

import pytest

from corefpipe.tuning.values import are_numbers, value_text


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), (0.5, "0.5"), (1.0, "1"), (1e-6, "1e-06"), (3, "3"), ("sgd", "sgd")]
)
def test_text(value, text):
    assert value_text(value) == text


def test_numbers():
    assert are_numbers([1, 0.5])
    assert not are_numbers([1, True])
    assert not are_numbers([1, "1"])
