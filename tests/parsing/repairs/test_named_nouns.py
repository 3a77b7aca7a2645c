"""Nouns that are words of a name."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.repairs.named_nouns import tag_named_nouns


@pytest.mark.parametrize(
    ("text", "pos", "names"),
    [
        ("The Coca - Cola Company grew", "DET PROPN PUNCT NOUN NOUN VERB", ["Cola", "Company"]),
        ("the Coca - cola grew", "DET PROPN PUNCT NOUN VERB", []),
        ("the Ford Company grew", "DET PROPN NOUN VERB", ["Company"]),
        ("the Ford company grew", "DET PROPN NOUN VERB", []),
        ("the Ford Dealer grew", "DET PROPN NOUN VERB", []),
        ("Company grew", "NOUN VERB", []),
        ("- Cola grew", "PUNCT NOUN VERB", []),
    ],
)
def test_tags(text, pos, names):
    columns = make_columns(text, pos)
    tag_named_nouns(columns)
    before = pos.split()
    assert [word for i, word in enumerate(columns.words) if columns.pos[i] != before[i]] == names


@pytest.mark.parametrize(
    ("text", "pos", "deps", "name"),
    [
        ("Steve Jobs left . Jobs slept", "PROPN PROPN VERB PUNCT NOUN VERB", "nsubj flat root punct nsubj root", True),
        ("Steve Jobs left . Many Jobs", "PROPN PROPN VERB PUNCT ADJ NOUN", "nsubj flat root punct amod root", False),
        ("Steve Jobs left jobs . Jobs", "PROPN PROPN VERB NOUN PUNCT NOUN", "nsubj flat root obj punct root", False),
        ("Big Jobs left . Jobs slept", "PROPN PROPN VERB PUNCT NOUN VERB", "nsubj flat root punct nsubj root", False),
    ],
)
def test_a_word_of_a_full_name(text, pos, deps, name):
    size = len(pos.split())
    columns = make_columns(text, pos, deps, [2, 0, 2, 2, *[size - 1] * (size - 4)], {0: "person"})
    tag_named_nouns(columns)
    token = size - 1 - (columns.words[-1] == "slept")
    assert (columns.pos[token], columns.entity_types[token]) == (("PROPN", "person") if name else ("NOUN", ""))


@pytest.mark.parametrize(("bounds", "pos"), [([0, 3], "PROPN"), ([0, 1, 3], "NOUN"), ([0, 2, 3], "NOUN")])
def test_words_of_another_document_do_not_count(bounds, pos):
    columns = make_columns("Coca - Cola", "PROPN PUNCT NOUN", bounds=bounds)
    tag_named_nouns(columns)
    assert columns.pos[2] == pos


def test_all_of_the_tag_is_set():
    columns = make_columns("Ford Company", "PROPN NOUN")
    tag_named_nouns(columns)
    assert (columns.tags[1], columns.morphs[1], columns.lemmas[1]) == ("NNP", "Number=Sing", "Company")
