"""Subjects and objects that parsers hang on the wrong word."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.repairs.arguments import set_arguments_right


def arcs(columns):
    """The relation and the head of each word."""
    return [f"{dep}>{columns.words[head]}" for dep, head in zip(columns.deps, columns.heads, strict=True)]


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
        ("kids like her", "NOUN VERB PRON", "nsubj root nmod", [1, 1, 0], "nsubj>like root>like obj>like"),
        ("kids like hills", "NOUN VERB NOUN", "nsubj root nmod", [1, 1, 0], None),
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
        (
            "deals are its largest",
            "NOUN AUX PRON ADJ",
            "nsubj cop nsubj root",
            [3, 3, 3, 3],
            "nsubj>largest cop>largest nmod:poss>largest root>largest",
        ),
        ("deals are it largest", "NOUN AUX PRON ADJ", "nsubj cop nsubj root", [3, 3, 3, 3], None),
        (
            "this is tom and he called",
            "PRON AUX PROPN CCONJ PRON VERB",
            "nsubj cop root cc conj conj",
            [2, 2, 2, 5, 2, 2],
            "nsubj>tom cop>tom root>tom cc>called nsubj>called conj>tom",
        ),
        (
            "this is tom and him called",
            "PRON AUX PROPN CCONJ PRON VERB",
            "nsubj cop root cc conj conj",
            [2, 2, 2, 4, 2, 2],
            None,
        ),
        ("she came and he saw", "PRON VERB CCONJ PRON VERB", "nsubj root cc nsubj conj", [1, 1, 4, 4, 1], None),
    ],
)
def test_heads(words, pos, deps, heads, right):
    tags = " ".join("VBD" if word == "called" else "X" for word in words.split())
    columns = make_columns(words, pos, deps, heads, tags=tags)
    before = arcs(columns)
    set_arguments_right(columns)
    assert arcs(columns) == (right.split() if right else before)
