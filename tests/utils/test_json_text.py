"""JSON that is refused although Python's parser takes it."""

from __future__ import annotations

import re

import pytest

from corefpipe.utils.json_text import parse_json


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1, "a": 2}', "the name 'a' occurs twice"),
        ('[{"a": {"b": 1, "c": 0, "b": 1}}]', "the name 'b' occurs twice"),
        ('{"a": -' + "1" * 5000 + "}", "a number has more than 4,300 digits"),
        ('{"a": ', "Expecting value"),
    ],
)
def test_what_is_refused(text, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        parse_json(text)


def test_what_is_not():
    assert parse_json('{"a": [{"b": 1}, {"b": 1e5}]}') == {"a": [{"b": 1}, {"b": 1e5}]}
