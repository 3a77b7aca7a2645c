"""People who are called by their age."""

from __future__ import annotations

import pytest

from corefpipe.constructions.ages import is_age


@pytest.mark.parametrize(
    ("text", "found"),
    [("the 34 - year - old slept", [5]), ("year - old", [2]), ("- old", []), ("old year old", []), ("", [])],
)
def test_tokens(text, found):
    lower = text.split()
    assert [i for i in range(len(lower)) if is_age(lower, i)] == found
