"""Subjects and objects that parsers hang on the wrong word."""

from __future__ import annotations

import pytest

from corefpipe.lexicon import load_lexicon
from corefpipe.parsing.arguments import set_arguments_right


@pytest.mark.parametrize(
    ("words", "pos", "deps", "heads", "right"),
    [
        (
            "banks closed branches",
            "NOUN VERB NOUN",
            "compound root obj",
            [2, 1, 1],
            "nsubj>closed root>closed obj>closed",
        ),
        (
            "gwen phoned percival",
            "PROPN VERB PROPN",
            "nsubj root flat",
            [1, 1, 0],
            "nsubj>phoned root>phoned obj>phoned",
        ),
        # The verb has an object.
        ("gwen gave percival it", "PROPN VERB PROPN PRON", "nsubj root flat obj", [1, 1, 0, 1], None),
        ("him bruno saw", "PRON PROPN VERB", "nsubj nsubj root", [2, 2, 2], "obj>saw nsubj>saw root>saw"),
        ("you bruno saw", "PRON PROPN VERB", "nsubj nsubj root", [2, 2, 2], None),
        (
            "hilda is kind , fond",
            "PROPN AUX ADJ PUNCT ADJ",
            "nsubj cop root punct conj",
            [4, 4, 2, 4, 2],
            "nsubj>kind cop>kind root>kind punct>fond conj>kind",
        ),
        ("she came and he saw", "PRON VERB CCONJ PRON VERB", "nsubj root cc nsubj conj", [1, 1, 4, 4, 1], None),
    ],
)
def test_heads(words, pos, deps, heads, right):
    lower, relations = words.split(), deps.split()
    before = [f"{dep}>{lower[head]}" for dep, head in zip(relations, heads, strict=True)]
    set_arguments_right(lower, pos.split(), relations, heads, load_lexicon())
    after = [f"{dep}>{lower[head]}" for dep, head in zip(relations, heads, strict=True)]
    assert after == (right.split() if right else before)
