"""Names right after a noun."""

from __future__ import annotations

import numpy as np
import pytest

from corefpipe.parsing.encoder.close_appositions import close_appositions
from corefpipe.parsing.pipelines import load_base

HEADS = [1, 4, 4, 2, 4]
RELATIONS = ["nmod:poss", "nsubj", "nsubj", "flat", "root"]
POS = ["PRON", "NOUN", "PROPN", "PROPN", "VERB"]


def found(heads, relations, pos):
    """For "My friend Ali Baba called" unless changed."""
    return close_appositions(np.array(heads, dtype=np.int64), np.array(relations), np.array(pos)).tolist()


def test_a_second_subject_right_after_the_first_is_its_apposition():
    assert found(HEADS, RELATIONS, POS) == [-1, -1, 1, -1, -1]


@pytest.mark.parametrize(
    ("column", "word", "value"),
    [
        ("relations", 1, "iobj"),  # two different relations
        ("pos", 2, "NOUN"),  # no name
        ("pos", 1, "PROPN"),  # no noun
        ("heads", 1, 1),  # two different heads
        ("heads", 0, 2),  # the name has words before the noun
    ],
)
def test_others_are_none(column, word, value):
    changed = {"heads": [*HEADS], "relations": [*RELATIONS], "pos": [*POS]}
    changed[column][word] = value
    assert found(**changed) == [-1] * 5


def test_no_words():
    assert found([], [], []) == []


@pytest.mark.parametrize("text", ["Her friend Ali called.", "My son Tom is ill.", "We saw Jane's brother Mark there."])
def test_in_a_text(text):
    name = next(token for token in load_base("en")(text) if token.text in ("Ali", "Tom", "Mark"))
    assert (name.dep_, name.head.i) == ("appos", name.i - 1)
