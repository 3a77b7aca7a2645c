"""Greetings and closings are no part of noun phrases."""

from __future__ import annotations

import pytest

from corefpipe.mentions import detect
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base


@pytest.mark.parametrize(
    ("text", "has", "has_not"),
    [
        ("Dear Ms. Lopez,\nwe received your order.", "Ms. Lopez", "Dear Ms. Lopez"),
        ("Dear Tom, I hope you are well.", "Tom", "Dear Tom"),
        ("I am well. Yours, Anna", "Anna", "Yours"),
        ("This is mine. Yours is better.", "Yours", ""),
    ],
)
def test_mentions(text, has, has_not):
    parse = Parse.from_doc(load_base("en")(text))
    texts = {" ".join(parse.words[start:end]) for start, end, _ in detect(parse)}
    assert has in texts
    assert has_not not in texts
