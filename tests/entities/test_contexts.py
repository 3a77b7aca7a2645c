"""Contexts of entities: how many, and what of a sentence."""

from __future__ import annotations

import pytest
from helpers.collections import marked, news

import corefpipe
from corefpipe.entities.contexts import contexts_of
from corefpipe.exceptions import AnnotationError


def test_contexts_are_shared_among_chains():
    text = " ".join(["[1:Ann] left ."] * 30)
    one = corefpipe.Entities.from_document(marked("a", text))
    ((*contexts,),) = contexts_of(list(one), [marked("a", text)])
    assert len(contexts) == 24
    assert contexts[1] == ("a", 3, "", "Ann", " left .")
    both = corefpipe.link([marked("a", text), marked("b", text)])
    ((*contexts,),) = contexts_of(list(both), [marked("a", text), marked("b", text)])
    assert [one.document for one in contexts] == ["a"] * 12 + ["b"] * 12


def test_long_sentences_are_cut():
    document = marked("a", f"{'so ' * 50} [1:Ann] left {'and ' * 50}")
    (((_, word, before, mention, after),),) = contexts_of(list(corefpipe.Entities.from_document(document)), [document])
    assert (word, before, mention) == (50, f"… {'so ' * 30}", "Ann")
    assert after == f" left {' '.join(['and'] * 29)} …"


def test_documents_of_other_entities():
    found = list(corefpipe.link(news()))
    with pytest.raises(AnnotationError, match=r"none of 1 document has a chain of these entities\. Give the documents"):
        contexts_of(found, [marked("x", "[1:Ann] left .")])
