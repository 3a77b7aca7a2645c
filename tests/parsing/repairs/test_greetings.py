"""Greetings and closings are no part of noun phrases."""

from __future__ import annotations

import time

import pytest
from helpers.columns import make_columns

from corefpipe.mentions import detect
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base
from corefpipe.parsing.repairs.greetings import set_greetings_apart


@pytest.mark.parametrize(
    ("text", "has", "has_not"),
    [
        ("Dear Ms. Lopez,\nwe received your order.", "Ms. Lopez", "Dear Ms. Lopez"),
        ("Dear Tom, I hope you are well.", "Tom", "Dear Tom"),
        ("I am well. Yours, Anna", "Anna", "Yours"),
        ("Good morning. This is Tom.", "Tom", "Good morning"),
        ("Happy birthday, Tom!", "Tom", "Happy birthday"),
        ("A good morning helps Tom.", "A good morning", ""),
        ("Good morning shows help Tom.", "Good morning shows", ""),
        ("This is mine. Yours is better.", "Yours", ""),
    ],
)
def test_mentions(text, has, has_not):
    parse = Parse.from_doc(load_base("en")(text))
    texts = {" ".join(parse.words[start:end]) for start, end, _ in detect(parse)}
    assert has in texts
    assert has_not not in texts


def test_time_is_linear():
    """A sentence of many "yours", each after a comma, which took minutes."""
    n = 20_000
    columns = make_columns("yours , " * n, "PRON PUNCT " * n, heads=range(2 * n))
    start = time.perf_counter()
    set_greetings_apart(columns)
    assert time.perf_counter() - start < 2
    assert (columns.pos.count("INTJ"), columns.pos[-2]) == (5, "INTJ")
