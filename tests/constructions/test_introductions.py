"""Names that people give as their own, in parses of the packaged base pipeline."""

from __future__ import annotations

import pytest

from corefpipe.constructions.introductions import own_names

CASES = [
    ("Hi, my name is Karen. How can I help you?", ["Karen"]),
    ("Hello, I'm Dr. Anna Bell, what's up?", ["Dr. Anna Bell"]),
    ("I am Karen Bell.", ["Karen Bell"]),
    ("Karen here, how can I help you?", ["Karen"]),
    ("Hello, Mia speaking. What is it?", ["Mia"]),
    ("Call me Tom.", ["Tom"]),
    ("My name is Zanthe.", ["Zanthe"]),
    ("I am Karen's sister.", []),
    ("I am not Karen.", []),
    ("If my name was Karen, I would know.", []),
    ("I could be Karen.", []),
    ("I am from Texas.", []),
    ("Her name is Karen.", []),
    ("She is Karen.", []),
    ("Is my name Karen?", []),
    ("This is Karen, my boss.", []),
    ("Karen here sings.", []),
    ("Karen here?", []),
    ("Call me, Tom.", []),
    ("Call Tom.", []),
]


@pytest.mark.parametrize(("text", "names"), CASES)
def test_own_names(parsed, text, names):
    parse = parsed(text)
    tokens = sorted(own_names(parse))
    assert " ".join(parse.words[token] for token in tokens) == " ".join(names)
