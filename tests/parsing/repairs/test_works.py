"""Works that have the name of somebody."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.repairs.works import retype_works


@pytest.mark.parametrize(
    ("words", "pos", "deps", "heads", "type"),
    [
        ("he write Hamlet", "PRON VERB PROPN", "nsubj root obj", [1, 1, 1], "abstract"),
        ("he paint the Mona", "PRON VERB DET PROPN", "nsubj root det obj", [1, 1, 3, 1], "abstract"),
        ("Hamlet was write", "PROPN AUX VERB", "nsubj:pass aux root", [2, 2, 2], "abstract"),
        ("he saw Hamlet", "PRON VERB PROPN", "nsubj root obj", [1, 1, 1], "person"),
        ("he write Anna", "PRON VERB PROPN", "nsubj root obj", [1, 1, 1], "person"),
        ("he write Anna Karenina", "PRON VERB PROPN PROPN", "nsubj root obj flat", [1, 1, 1, 2], "abstract"),
        ("he write Mr. Hamlet", "PRON VERB PROPN PROPN", "nsubj root compound obj", [1, 1, 3, 1], "person"),
        ("he write Hamlet letters", "PRON VERB PROPN NOUN", "nsubj root obj obj", [1, 1, 1, 1], "person"),
    ],
)
def test_types(words, pos, deps, heads, type):
    name = next(i for i, dep in enumerate(deps.split()) if dep in ("obj", "nsubj:pass"))
    columns = make_columns(words, pos, deps, heads, {name: "person"})
    retype_works(columns)
    assert columns.entity_types[name] == type


def test_one_name_has_one_type():
    words = "he write Hamlet Hamlet died"
    columns = make_columns(
        words, "PRON VERB PROPN PROPN VERB", "nsubj root obj nsubj root", [1, 1, 1, 4, 4], {2: "person", 3: "person"}
    )
    retype_works(columns)
    assert columns.entity_types[2:4] == ["abstract", "abstract"]


@pytest.mark.parametrize(
    ("words", "types", "joined"),
    [
        ("he write War and Peace", {2: "event", 4: "abstract"}, True),
        ("he write War and peace", {}, False),
        ("he write Bell and Hill", {2: "person", 4: "person"}, False),
        ("he like War and Peace", {}, False),
    ],
)
def test_two_nouns_are_one_title(words, types, joined):
    columns = make_columns(
        words, "PRON VERB NOUN CCONJ NOUN", "nsubj root obj cc conj", [1, 1, 1, 4, 2], types, tags="PRP VB NN CC NN"
    )
    retype_works(columns)
    assert columns.heads == ([1, 1, 1, 2, 2] if joined else [1, 1, 1, 4, 2])
    assert columns.pos[2:] == (["PROPN"] * 3 if joined else ["NOUN", "CCONJ", "NOUN"])
