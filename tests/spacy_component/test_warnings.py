"""What tells a Doc without chains from one that could not have any."""

from __future__ import annotations

import warnings

import pytest
from spacy.tokens import Doc, Span

import corefpipe
from corefpipe.chains import merge
from corefpipe.exceptions import CorefpipeWarning
from corefpipe.resolver.loading import load_resolver

GERMAN = "Der Mann ging in das Haus, und er sah, dass die Frau nicht mehr da war. Sie hatte ihren Hut vergessen."


@pytest.fixture
def parsed(packaged):
    """Function that parses a text without resolving it."""

    def parse(text):
        with packaged.select_pipes(disable="corefpipe"):
            return packaged(text)

    return parse


@pytest.fixture
def silent():
    """No warning may be given."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", CorefpipeWarning)
        yield


@pytest.mark.parametrize("layout", ["spans", "experimental"])
def test_resolved(component, parsed, layout, silent):
    component.layout = layout
    for text, chains in (("It rains.", 0), ("", 0), ("Ann lost her keys.", 1)):
        doc = parsed(text)
        assert not doc._.coref.resolved
        for found in (component(doc), Doc(doc.vocab).from_bytes(doc.to_bytes())):
            assert found._.coref.resolved
            assert len(found._.coref) == chains
    none, some = component(parsed("It rains.")), component(parsed("Ann lost her keys."))
    assert len(merge([none, some])._.coref) == 1


def test_chains_of_a_doc_that_was_not_resolved(parsed):
    doc = parsed("Ann lost her keys.")
    for results in (
        lambda: doc._.coref.chains,
        lambda: list(doc._.coref),
        lambda: doc[0:1]._.coref.antecedents(),
        lambda: doc[0]._.coref.chains,
    ):
        with pytest.warns(CorefpipeWarning, match=r"not resolved.*doc\._\.coref\.resolved"):
            assert results() == []


def test_the_warning_is_given_once(parsed, python):
    code = (
        "import corefpipe.chains, spacy\n"
        "for text in ('a', 'b'):\n"
        "    doc = spacy.blank('en')(text)\n"
        "    print(doc._.coref.chains, doc._.coref.resolved, len(doc._.coref))\n"
    )
    done = python("-c", code)
    assert done.stdout == "[] False 0\n" * 2
    assert done.stderr.count("CorefpipeWarning") == 1


def test_documents_of_unresolved_docs_give_no_warning(parsed, silent):
    doc = parsed("Ann lost her keys.")
    assert corefpipe.chains.documents.from_doc(doc).mentions == []


def test_entities_that_nobody_has_set(component, parsed, silent):
    component.mentions = "ents"
    doc = parsed("Ann lost her keys. Ann found them.")
    doc.set_ents([], default="missing")
    with pytest.warns(CorefpipeWarning, match="no component has set doc.ents"):
        assert list(component(doc)._.coref) == []
    for entities in ([], [Span(doc, 0, 1, "PERSON")]):
        doc.set_ents(entities)
        assert list(component(doc)._.coref) == []
    component(parsed(""))


def test_a_text_in_another_language(component, parsed, silent):
    doc = parsed(GERMAN)
    with pytest.warns(CorefpipeWarning, match="the text looks like German, but the model is for English"):
        component(doc)
    assert doc._.coref.resolved


def test_the_language_of_a_model(model):
    resolver = load_resolver(model)
    found = {}
    for base in ("en", "blank:cs", "en_core_web_sm", "de_core_news_sm", "/models/my_base", "./en", "mybase"):
        resolver.base = base
        found[base] = resolver.language
    assert list(found.values()) == ["en", "cs", "en", "de", "", "", ""]
    resolver.own_base = "de"
    assert resolver.language == "de"
