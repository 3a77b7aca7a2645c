"""People who are called by their age."""

from __future__ import annotations

import pytest

from corefpipe.constructions.ages import is_age
from corefpipe.parsing.parse import Parse


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The 34-year-old slept.", ["old"]),
        ("A 7-year-old boy met a 70-year-old.", ["old", "old"]),
        ("The old man slept a year.", []),
        ("Old", []),
    ],
)
def test_tokens(base, text, found):
    parse = Parse.from_doc(base(text))
    assert [parse.words[i] for i in range(len(parse)) if is_age(parse, i)] == found
