"""Clauses that parsers hang on a noun."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.repairs.noun_clauses import raise_noun_clauses


@pytest.mark.parametrize(
    ("words", "pos", "tag", "heads"),
    [
        ("man presented it .", "NOUN VERB PRON PUNCT", "VBD", [1, 1, 1, 1]),
        ("man presented it .", "NOUN VERB PRON PUNCT", "VBN", [0, 0, 1, 0]),
        ("man , presented .", "NOUN PUNCT VERB PUNCT", "VBD", [0, 2, 0, 0]),
    ],
)
def test_a_predicate(words, pos, tag, heads):
    verb = pos.split().index("VERB")
    before = [verb if i in (1, 2) and i != verb else 0 for i in range(4)]
    deps = ["root", "punct", "obj", "punct"]
    deps[verb] = "acl"
    columns = make_columns(
        words, pos, " ".join(deps), before, tags=" ".join(tag if i == verb else "X" for i in range(4))
    )
    raise_noun_clauses(columns)
    assert columns.heads == heads
    assert columns.deps[0] == ("nsubj" if heads[0] else "root")


@pytest.mark.parametrize(
    ("adverb", "type", "before", "head"),
    [("whenever", "", "DET", 0), ("how", "", "DET", 2), ("when", "time", "DET", 2), ("when", "", "ADP", 2)],
)
def test_when(adverb, type, before, head):
    """Of "shows a message whenever he prints", and of "a message on when he prints"."""
    words, pos = f"shows a message {adverb} he prints", "VERB DET NOUN ADV PRON VERB"
    deps, heads = "root det obj advmod nsubj acl", [0, 2, 0, 5, 5, 2]
    if before == "ADP":
        words, pos = words.replace("a message", "message on"), "VERB NOUN ADP ADV PRON VERB"
        deps, heads = "root obj mark advmod nsubj acl", [0, 0, 5, 5, 5, 1]
        head = 1
    columns = make_columns(words, pos, deps, heads, {2: type} if type else None)
    raise_noun_clauses(columns)
    assert columns.heads[5] == head
