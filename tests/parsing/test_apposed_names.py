"""Names right after a noun as heads of their phrase."""

from __future__ import annotations

import pytest

from corefpipe.parsing.apposed_names import raise_names
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base


def test_a_name_takes_the_place_of_its_noun():
    # to my friend Ali Baba and me
    pos = ["ADP", "PRON", "NOUN", "PROPN", "PROPN", "CCONJ", "PRON"]
    deps = ["case", "nmod:poss", "root", "appos", "flat", "cc", "conj"]
    heads = [2, 2, 2, 2, 3, 6, 2]
    types = ["", "", "person", "", "", "", ""]
    raise_names(pos, deps, heads, types)
    assert types[3] == "person"
    assert heads == [3, 2, 3, 3, 3, 6, 3]
    assert deps == ["case", "nmod:poss", "nmod:desc", "root", "flat", "cc", "conj"]


@pytest.mark.parametrize(
    ("pos", "deps", "heads"),
    [
        (["NOUN", "PUNCT", "PROPN"], ["root", "punct", "appos"], [0, 2, 0]),  # my friend, Ali
        (["PROPN", "PROPN"], ["root", "appos"], [0, 0]),
        (["NOUN", "NOUN"], ["root", "appos"], [0, 0]),
        (["NOUN", "PROPN"], ["root", "flat"], [0, 0]),
        ([], [], []),
    ],
)
def test_others_stay(pos, deps, heads):
    before = [*deps], [*heads]
    raise_names(pos, deps, heads, [""] * len(pos))
    assert (deps, heads) == before


def test_the_doc_keeps_its_tree():
    doc = load_base("en")("My friend Ali called.")
    parse = Parse.from_doc(doc)
    assert (parse.deps[2], parse.heads[1], parse.left[2], parse.entity_types[2]) == ("nsubj", 2, 0, "person")
    assert (doc[2].dep_, doc[2].head.text) == ("appos", "friend")
