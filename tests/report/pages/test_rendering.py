"""`corefpipe.render`, and how chains look in a notebook."""

from __future__ import annotations

import re
from html import unescape

import pytest

import corefpipe
from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.report.pages.reading import reading_page
from corefpipe.report.pages.shown import Shown

TEXT = "Mary Bell lost her keys. She found them."


@pytest.fixture(scope="module")
def doc(packaged):
    return packaged(TEXT)


def words(page):
    return unescape(re.sub("<sup[^>]*>.*?</sup>|<[^>]*>", "", page))


def test_a_doc_and_a_document(doc):
    page = corefpipe.render(doc, "Keys")
    assert TEXT in page
    assert "<title>Keys</title>" in page
    assert repr(page) == f"<Page: {len(page):,} characters>"
    gold = Document("g", words=["Ann", "left"], mentions=[Mention(0, 1, "a")], sentence_starts=[0])
    assert corefpipe.render(gold) == reading_page([Shown(gold, gold=True)])
    assert "2 documents" in corefpipe.render([doc, gold])


def test_in_a_notebook(doc, tab):
    frame = corefpipe.render(doc)._repr_html_()
    page = tab.show(f"<!doctype html><title>notebook</title>{frame}")
    inside = page.frame_locator("iframe")
    inside.locator("mark", has_text="She").click()
    assert "pronoun" in inside.locator("#details").inner_text()


def test_a_short_text_has_a_low_frame_and_its_words_as_title(doc, packaged):
    page = corefpipe.render(doc)
    assert "<title>Mary Bell lost her keys. She found them.</title>" in page
    assert "height:300px" in page._repr_html_()
    long = corefpipe.render(packaged(f"{TEXT}\n\n" * 20))
    assert "<title>Mary Bell lost her keys. She found them. Mary …</title>" in long
    assert "height:640px" in long._repr_html_()


def test_what_cannot_be_shown():
    with pytest.raises(AnnotationError, match="a str has no chains to show"):
        corefpipe.render(TEXT)


def test_chains_of_a_doc(doc):
    coref = doc._.coref
    view = coref._repr_html_()
    assert TEXT in words(view)
    assert "2 chains, 5 mentions" in view
    assert words(coref.chains[0]._repr_html_()).startswith("Mary Bell (3)Mary Bell lost her keys. She found them.")
