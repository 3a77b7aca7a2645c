"""Inputs of scoring: what is accepted, and errors for the rest."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from corefpipe import read, resolve, score
from corefpipe.exceptions import AlignmentError, AnnotationError, FormatError
from corefpipe.scoring import compare, score_partitions

KEY = [[(0, 1), (4, 6)], [(2, 3)]]
RESPONSE = [[(0, 1), (4, 6), (2, 3)]]


def test_chains_of_spans():
    found = score(KEY, RESPONSE)
    assert found.documents == ("document 1",)
    assert found.counts["muc"].tolist() == [[1, 1, 1, 2]]
    assert score(KEY, []).counts["mentions"].tolist() == [[0, 3, 0, 0]]
    assert score(({(0, 1), (4, 6)}, {(2, 3)}), iter(KEY)).conll == pytest.approx(1)


def test_chains_of_several_documents_by_name():
    found = score({"x": KEY, "y": KEY}, {"y": KEY, "x": RESPONSE})
    assert found.documents == ("x", "y")
    assert [row["muc"].precision for row in found.by("document").values()] == [1 / 2, 1]


def test_chains_against_a_document(doc):
    assert score(doc({"a": [0, (4, 6)], "b": [2]}, "d"), {"d": KEY}).conll == pytest.approx(1)


def test_paths_documents_and_docs(samples, nlp):
    path = samples / "bakery.conll"
    documents = list(read(path))
    assert score(path, documents).conll == pytest.approx(1)
    assert score(str(path), documents[0]).conll == pytest.approx(1)
    doc = nlp("Ann lost her keys. She found them under the sofa.")
    found = score(doc, doc)
    assert found["mentions"].f1 == 1
    assert found.documents == ("document 1",)
    assert score([doc, doc], [doc, doc]).documents == ("document 1", "document 2")


def test_documents_without_names_match_in_order(nlp, doc):
    """Resolved texts and Docs have no names, only invented ones."""
    texts = ["Ann lost her keys. She found them.", "Tom called his aunt."]
    docs, documents = list(nlp.pipe(texts)), [resolve(text) for text in texts]
    assert score(documents[0], docs[0]).documents == ("document 1",)
    assert score(docs, documents)["mentions"].f1 > 0.9
    assert score(documents, iter(documents)).documents == ("document 1", "document 2")
    named = [replace(document, name=name) for document, name in zip(documents, "ab", strict=True)]
    assert score(named, docs).documents == ("a", "b")
    assert score(docs, named).documents == ("document 1", "document 2")
    assert score(doc({"a": [0, (4, 6)], "b": [2]}, "d"), KEY).documents == ("d",)
    with pytest.raises(AlignmentError, match=r'document b: word 1 is "Tom" in the key and "Ann" in the response'):
        score(named, docs[:1] * 2)
    assert len(compare(docs, named, documents, samples=10).rows) > 1


@pytest.mark.parametrize(
    ("key", "response", "message"),
    [
        (["a", ""], ["b", "a"], "1 that the key lacks: b; 1 of the 2 documents of the key have no names"),
        (["a", "b"], [""], "has 1 that the key lacks: document 1; 1 of the 1 documents of the response have no names"),
        (["a"], ["b"], "the response has 1 that the key lacks: b$"),
    ],
)
def test_names_that_differ_beside_documents_without(doc, key, response, message):
    with pytest.raises(AlignmentError) as caught:
        score([doc({}, name) for name in key], [doc({}, name) for name in response])
    assert re.search(message, caught.value.message)
    assert "in the same order if a side has no names at all" in caught.value.cure


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        ([[(3, 3)]], r"\(3, 3\) in chain 0 is no span"),
        ([[(-1, 3)]], r"\(-1, 3\) in chain 0 is no span"),
        ([1, 2], "nothing that can be scored"),
        ([[(0.5, 1.5)]], "nothing that can be scored .'float' object cannot be interpreted as an integer"),
        ([[(0, float("nan"))]], "nothing that can be scored"),
        ([[(1, 2, 3)]], "nothing that can be scored"),
        (3, "nothing that can be scored"),
    ],
)
def test_what_cannot_be_scored(annotation, message):
    with pytest.raises(AnnotationError, match=message) as caught:
        score(KEY, annotation)
    assert "(start, end)" in caught.value.cure


def test_mixtures_and_missing_files(doc, tmp_path):
    with pytest.raises(AnnotationError, match="item 2 is a list"):
        score([doc({}), []], KEY)
    with pytest.raises(FormatError, match="no such file"):
        score(tmp_path / "key.conll", KEY)
    with pytest.raises(AlignmentError, match="lacks 1 of the 1 documents"):
        score({"x": KEY}, {"y": KEY})


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([0, 1, np.nan], "are not all finite numbers: that of item 2 is nan"),
        (np.array([0, np.inf, 1]), "that of item 1 is inf"),
        ([0, None, 1], "are of several types: NoneType, int"),
        ([None, None, None], "are of the type NoneType"),
        (["a", np.nan, "b"], "are of several types: float, str"),
        ([0, "a", 1], "are of several types: int, str"),
        (np.array(["a", 1, "b"], dtype=object), "are of several types: int, str"),
        (np.array([1, 2, 3], dtype="datetime64[D]"), r"are of the type datetime64\[D\]"),
        ([1j, 0, 1], "are of the type complex128"),
        ([[0, 1, 1]], "are not a flat array"),
        ([[0], [1, 2], [3]], "are not a flat array"),
        (1, "are not a flat array"),
        ([0, 1], "the key has 3 labels, the response 2"),
    ],
)
def test_labels_that_are_none(labels, message):
    with pytest.raises(AnnotationError, match=message) as caught:
        score_partitions([[0, 0, 1]], [labels], documents=["d"])
    assert caught.value.document == "d"


def test_label_arrays():
    found = score_partitions(
        [[0, 0, 1], ["a", "a", "b"]], [np.array(["x", "x", "y"], dtype=object), [True, True, False]]
    )
    assert found["rand"].value == 1
    assert score_partitions([[]], [[]])["rand"].value == 1
    with pytest.raises(AnnotationError, match="the key has labels of 1 documents, the response of 2"):
        score_partitions([[0, 1]], [[0, 1], [0, 1]])


def test_raw_text_cannot_be_scored(samples):
    with pytest.raises(FormatError, match="the format text cannot hold chains"):
        score(KEY, samples / "bakery.txt")
    with pytest.raises(AnnotationError, match="raw text, without words and chains"):
        score(KEY, read(samples / "bakery.txt"))
