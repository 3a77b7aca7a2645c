"""Streams of the component: its model and settings, and Docs of its pipeline."""

from __future__ import annotations

import pickle

import pytest
import spacy

from corefpipe.exceptions import SettingError
from corefpipe.spacy_component.component import CorefComponent
from corefpipe.spacy_component.loading import load

TEXTS = ["Mary Bell lost her keys.", "She found them."]
CHAINS = [["Mary Bell", "her", "She"], ["her keys", "them"]]


def chains_in(stream) -> list[list[str]]:
    document = stream.document()
    return [[document.surface(mention) for mention in chain] for chain in stream.chains().values()]


def test_texts_and_docs_of_its_pipeline(packaged):
    texts, docs = packaged.get_pipe("corefpipe").stream(), packaged.get_pipe("corefpipe").stream(name="docs")
    for text in TEXTS:
        texts.append(text)
        docs.append(packaged(f"{text} "))
    assert chains_in(texts) == chains_in(docs) == CHAINS
    assert texts.nlp is packaged
    assert docs.document().name == "docs"


def test_words_that_its_pipeline_alone_joins():
    """The tokenizer of the pipeline splits the texts of a stream, not that of the packaged one."""
    nlp = load("en")
    nlp.tokenizer.add_special_case("New York", [{"ORTH": "New York"}])
    stream = nlp.get_pipe("corefpipe").stream()
    stream.append("He left New York.")
    assert stream.document().words == ["He", "left", "New York", "."]


def test_its_settings():
    nlp = load("en")
    component = nlp.get_pipe("corefpipe")
    component.min_probability = 1.0
    stream = component.stream(revise=None, window=None)
    for text in TEXTS:
        stream.append(text)
    assert chains_in(stream) == []
    assert (stream.window, stream.revise) == (None, None)
    component.mentions = "ents"
    with pytest.raises(SettingError, match=r'takes its mentions from ents.*Set mentions to "predicted"'):
        component.stream()


def test_a_pipeline_that_was_saved(tmp_path):
    load("en").to_disk(tmp_path / "saved")
    nlp = spacy.load(tmp_path / "saved")
    stream = nlp.get_pipe("corefpipe").stream()
    stream.append(TEXTS[0])
    stream.append(TEXTS[1])
    assert chains_in(stream) == CHAINS
    assert stream.nlp is nlp


def test_no_pipeline(packaged):
    with pytest.raises(SettingError, match=r"belongs to no pipeline.*component\.stream\(nlp\)"):
        CorefComponent().stream()
    copy = pickle.loads(pickle.dumps(CorefComponent()))
    assert copy.stream(packaged).nlp is packaged
