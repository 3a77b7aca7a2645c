"""Words of longer names that name nothing by themselves."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc
from spacy.tokens import Span

from corefpipe.constructions.inner_names import inner_names
from corefpipe.parsing.parse import Parse

NAME = "{} x PROPN NNP 2 {} Number=Sing\n{} x PROPN NNP 3 nsubj Number=Sing\nfell fall VERB VBD 0 root\n"
ALONE = "\n{} x PROPN NNP 2 nsubj Number=Sing\nfell fall VERB VBD 0 root"


@pytest.mark.parametrize(
    ("first", "dep", "last", "label", "alone", "inner"),
    [
        ("South", "compound", "Africa", "LOC", "", True),
        ("New", "amod", "Zealand", "LOC", "", True),
        ("Kilmore", "compound", "Wind", "ORG", "", True),
        ("Pelham", "compound", "Labs", "ORG", "Pelham", True),
        ("Boston", "compound", "University", "ORG", "", False),
        ("Trump", "compound", "Tower", "LOC", "Trump", False),
        ("Trump", "compound", "Tower", "LOC", "Como", True),
        ("Google", "compound", "Analytics", "", "", False),
        ("Typhoon", "compound", "Hagupit", "", "", True),
        ("Justice", "compound", "Okoro", "", "", True),
        ("Nora", "nmod", "Bell", "PERSON", "", False),
    ],
)
def test_of_a_name_of_two_words(first, dep, last, label, alone, inner):
    doc = make_doc(NAME.format(first, dep, last) + (ALONE.format(alone) if alone else ""))
    if label:
        doc.ents = [Span(doc, 0, 2, label=label)]
    assert inner_names(Parse.from_doc(doc)) == ({0} if inner else set())


def test_entities_are_numbered():
    doc = make_doc(NAME.format("New", "amod", "Zealand") + ALONE.format("Como"))
    doc.ents = [Span(doc, 0, 2, label="LOC"), Span(doc, 3, 4, label="LOC")]
    assert Parse.from_doc(doc).entities == [1, 1, 0, 2, 0]
