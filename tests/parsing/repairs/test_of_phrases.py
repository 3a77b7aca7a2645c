"""Phrases with "of" that belong to the verb."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.mentions import detect
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.repairs.of_phrases import raise_of_phrases

POS = {"he": "PRON", "it": "PRON", "one": "NUM", "bell": "PROPN", "paris": "PROPN", "party": "NOUN", "fraud": "NOUN"}


@pytest.mark.parametrize(
    ("word", "dep", "type", "noun", "noun_type", "head"),
    [
        ("it", "obj", "", "fraud", "", 0),
        ("bell", "obj", "person", "fraud", "", 0),
        ("bell", "obj", "organization", "fraud", "", 1),
        ("bell", "obj", "person", "paris", "place", 1),
        ("bell", "obj", "person", "party", "organization", 1),
        ("bell", "conj", "person", "fraud", "", 1),
        ("one", "obj", "", "fraud", "", 1),
    ],
)
def test_heads(word, dep, type, noun, noun_type, head):
    """Of "accuses it of fraud"."""
    pos, deps = f"VERB {POS[word]} ADP {POS[noun]}", f"root {dep} case nmod"
    columns = make_columns(f"accuses {word} of {noun}", pos, deps, [0, 0, 3, 1], {1: type, 3: noun_type})
    raise_of_phrases(columns)
    assert columns.heads == [0, 0, 3, head]
    assert columns.deps[3] == ("nmod" if head else "obl")


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("Users accused it of listening to them.", "it"),
        ("Rita has quit and now accuses her of fraud.", "her"),
        ("Horst reminded him of Inge.", "him"),
        ("The court convicted Ali Karimi of stealing a car.", "Ali Karimi"),
        ("Officials stripped Ana Ruiz of her title.", "Ana Ruiz"),
        ("She met the Prince of Wales.", "the Prince of Wales"),
        ("She saw one of them.", "one of them"),
    ],
)
def test_the_mention_ends_before(base, text, mention):
    doc = base(text)
    found = {doc[start:end].text for start, end, _ in detect(Parse.from_doc(doc))}
    assert mention in found
    assert not any(f"{mention} of" in other for other in found)
