"""The network in context of `eval/words`: what it reads, and what its classes are compared by."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from helpers import ROOT

FOLDER = str(ROOT / "eval" / "words")
MODULES = ("measure", "in_context")


@pytest.fixture(scope="module")
def script():
    sys.path.insert(0, FOLDER)
    before = {name: sys.modules.pop(name) for name in MODULES if name in sys.modules}  # of other scripts
    try:
        yield __import__("in_context")
    finally:
        sys.path.remove(FOLDER)
        for name in MODULES:
            sys.modules.pop(name, None)
        sys.modules.update(before)


def test_inputs_are_the_vectors_of_the_words_around(script):
    vectors = np.array([[1.0, 2.0], [3.0, 4.0], [0.0, 0.0]])  # of two words, and of the others
    found = script.inputs(np.array([0, 1, 2]), vectors, (-1, 1, 0))
    assert found.tolist() == [[0, 0, 3, 4, 1, 2], [1, 2, 0, 0, 3, 4], [3, 4, 0, 0, 0, 0]]


def test_agreement_of_tokens_and_of_ambiguous_words(script):
    token = np.array([0, 0, 1, 1, 1, 2])
    tags = np.array(["NOUN", "VERB", "NOUN", "NOUN", "NOUN", "VERB"])
    ambiguous = script.of_ambiguous(token, tags)
    assert ambiguous.tolist() == [True, True, False, False, False, False]
    of_words = np.array([5, 5, 5, 5, 5, 7])  # the verb of word 0 is in a class of nouns
    assert script.agreement(of_words, tags, ambiguous) == {"tokens": 83.3, "ambiguous": 50.0}
    in_context = np.array([5, 7, 5, 5, 5, 7])
    assert script.agreement(in_context, tags, ambiguous) == {"tokens": 100.0, "ambiguous": 100.0}
