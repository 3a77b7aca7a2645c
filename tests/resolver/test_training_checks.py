"""Checks of documents before a model learns from them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers import ROOT

import corefpipe
from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError
from corefpipe.resolver.training_checks import check_language

GERMAN = ROOT / "corpora" / "german"


@pytest.fixture(scope="module")
def german():
    return list(corefpipe.read(GERMAN / "train"))


def test_documents_in_another_language_are_refused_before_training(german):
    wanted = (
        "^the train documents look like German, but the base pipeline 'en' is for English. Give a base pipeline that "
        'parses their language with Universal Dependencies, or use base="new:de"$'
    )
    with pytest.raises(AnnotationError, match=wanted):
        corefpipe.train(german, german)


def test_documents_without_trees(german):
    bare = [replace(document, heads=None, deps=None) for document in german]
    with pytest.raises(AnnotationError, match="or documents with trees, from which the base new:de learns to parse"):
        check_language("en", "dev", bare)


def test_a_new_base_pipeline_of_the_wrong_language(samples):
    english = list(corefpipe.read(samples, "conllu"))
    with pytest.raises(AnnotationError, match='or use base="new:en"'):
        check_language("new:de", "train", english)


def test_a_language_without_a_list():
    words = "gizonak etxea ikusi zuen eta emakumea ez zegoen han".split() * 30
    basque = [Document("x", 0, words, [0], heads=[0] * len(words))]
    with pytest.raises(AnnotationError, match=r"do not look like English.*, or use base=.new:LANGUAGE"):
        check_language("en", "train", basque)
    check_language("new:eu", "train", basque)


@pytest.mark.parametrize("base", ["blank:de", "new:de", "new:xx", "de_core_news_sm"])
def test_documents_in_the_language(german, base):
    check_language(base, "train", german)


def test_raw_text_parsed_docs_and_none():
    text = Document("x", 0, [], [], text="Der Mann ging in das Haus, und er sah die Frau nicht mehr. " * 3)
    with pytest.raises(AnnotationError, match="look like German"):
        check_language("en", "train", [text])
    check_language("en", "train", [])
