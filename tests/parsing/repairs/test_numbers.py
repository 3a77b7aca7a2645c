"""Numbers beside nouns."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.mentions import detect
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.repairs.numbers import set_numbers_right


@pytest.mark.parametrize(
    ("words", "pos", "deps", "heads", "right"),
    [
        ("lost 2 - 0", "VERB NUM SYM NUM", "root obj case nmod", [0, 0, 3, 1], [0, 0, 3, 1]),
        ("beat Roma 2 - 1", "VERB PROPN NUM SYM NUM", "root obj flat case nmod", [0, 0, 1, 4, 2], [0, 0, 0, 4, 2]),
        ("won War 1914 - 18", "VERB PROPN NUM SYM NUM", "root obj flat case nmod", [0, 0, 1, 4, 2], None),
        ("took 2 of 4", "VERB NUM ADP NUM", "root obj case nmod", [0, 0, 3, 1], None),
        ("A Boeing 737 fell", "DET PROPN NUM VERB", "det nsubj nsubj root", [2, 3, 3, 3], [1, 3, 1, 3]),
        ("A Boeing 737 fell", "DET PROPN NUM VERB", "det nsubj flat root", [2, 3, 1, 3], [1, 3, 1, 3]),
        ("magnitude 6.2 shook", "NOUN NUM VERB", "nsubj discourse root", [2, 2, 2], [2, 0, 2]),
        ("Tom 6 fell", "PROPN NUM VERB", "nsubj discourse root", [2, 2, 2], None),
    ],
)
def test_heads(words, pos, deps, heads, right):
    types = {i: "organization" for i, tag in enumerate(pos.split()) if tag == "PROPN"}
    columns = make_columns(words, pos, deps, heads, types)
    set_numbers_right(columns)
    assert columns.heads == (right or heads)


@pytest.mark.parametrize(
    ("text", "mention", "others"),
    [
        ("Arsenal lost 2-0 at Chelsea.", "Chelsea", {"2-0", "2"}),
        ("Maria Lopez beat Jane Hill 6-4, 3-6, 7-5.", "Jane Hill", {"Jane Hill 6-4, 3-6, 7-5", "Jane Hill 6-4"}),
        (
            "A Boeing 737 of Abay Air slid off the runway.",
            "A Boeing 737 of Abay Air",
            {"Boeing 737 of Abay Air", "737"},
        ),
        ("I will take the two.", "the two", {"two"}),
    ],
)
def test_mentions(base, text, mention, others):
    doc = base(text)
    found = {doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc))}
    assert mention in found
    assert not others & found
