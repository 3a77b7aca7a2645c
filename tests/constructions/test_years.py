"""Years in digits, and "that year"."""

from __future__ import annotations

import time

import pytest
from helpers.parses import make_doc

from corefpipe.constructions.years import years_named
from corefpipe.parsing.parse import Parse


def parse_of(text: str) -> Parse:
    """One sentence per line, of years and of "that year"."""
    blocks = []
    for line in text.split("\n"):
        words = line.split()
        root = 2 if words[0] == "that" else 1
        rows = []
        for i, word in enumerate(words, 1):
            if word == "that":
                rows.append(f"that that DET DT {i + 1} det")
            else:
                rows.append(f"{word} {word} NOUN NN {0 if i == root else root} {'root' if i == root else 'dep'}")
        blocks.append("\n".join(rows))
    return Parse.from_doc(make_doc("\n\n".join(blocks)))


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("1999 that year", ["1999"]),
        ("1999 2000\n2001 that year 2002", ["1999", "2000", "2001"]),
        ("1999\nrain\nthat year", []),
        ("1999\n2000 that year that year", ["2000", "1999"]),
        ("that year 1999", []),
        (" ".join(map(str, range(1900, 1940))) + " that year", [str(year) for year in range(1910, 1940)]),
    ],
)
def test_years_before(text, years):
    parse = parse_of(text)
    found = list(years_named(parse))
    assert {parse.words[year] for _, before in found for year in before} == set(years)
    assert all(parse.words[start:end] == ["that", "year"] for (start, end), _ in found)


def test_time_is_linear():
    """Twenty thousand of them in one sentence, which took minutes."""
    parse = parse_of("1999 " + "that year " * 20_000)
    start = time.perf_counter()
    assert len(list(years_named(parse))) == 20_000
    assert time.perf_counter() - start < 2
