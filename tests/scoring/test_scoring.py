"""Alignment, repeated spans, the report, settings and imports."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import corefpipe
from corefpipe.errors import AlignmentError, AnnotationError, SettingError
from corefpipe.scoring import METRICS, align, score, score_partitions


def test_documents_match_by_name_and_part(doc):
    key = [doc({"a": [1, 2]}, "x", 0), doc({"a": [3, 4]}, "x", 1)]
    response = [doc({"b": [3, 4]}, "x", 1), doc({"b": [1, 2]}, "x", 0)]
    assert [(k.part, r.part) for k, r in align(key, response)] == [(0, 0), (1, 1)]
    report = score(iter(key), iter(response))
    assert report.conll == 1
    assert report.documents == ("x", "x; part 001")


@pytest.mark.parametrize(
    ("key", "response", "message"),
    [
        ("abcdefg", "", r"lacks 7 of the 7 documents of the key: a, b, c, d, e and 2 more"),
        ("ab", "b", r"lacks 1 of the 2 documents of the key: a\. "),
        ("a", "ab", "has 1 that the key lacks: b"),
        ("a", "b", "lacks 1 of the 1 documents of the key: a; the response has 1 that the key lacks: b"),
        ("aa", "a", "document a: the key has two documents of this name and part"),
        ("a", "aa", "document a: the response has two"),
        ("", "", "neither the key nor the response has a document"),
    ],
)
def test_documents_that_do_not_match(doc, key, response, message):
    with pytest.raises(AlignmentError, match=message):
        score([doc({}, name) for name in key], [doc({}, name) for name in response])


def test_words_that_differ(doc):
    key, response = doc({}), doc({})
    response.words = [*response.words[:4], "v", *response.words[5:]]
    with pytest.raises(AlignmentError, match='document d: word 5 is "w" in the key and "v" in the response'):
        score([key], [response])
    score([key], [response], words="ignore")
    response.words = key.words[:-2]
    with pytest.raises(AlignmentError, match=r'word 29 is "w" in the key and missing \(there are 28\) in the response'):
        score([key], [response])


def test_a_response_span_in_the_key_stays_in_the_first_chain(doc):
    key = doc({"a": [1, 2], "b": [3, 4]})
    report = score([key], [doc({"y": [3, 4, 1], "x": [1, 2]})])
    # Chain x is met first, at word 1; y loses word 1, so that the response is the key.
    assert report.conll == 1
    assert report.notes == ("document d: the response has 2 mentions of the words 2 (w), in chains x, y",)
    assert score([key], [doc({"y": [0, 3, 4, 1], "x": [1, 2]})]).counts["muc"].tolist() == [[1, 2, 1, 3]]


def test_a_response_span_that_is_not_in_the_key_counts_again(doc):
    report = score([doc({"a": [1, 2]})], [doc({"x": [1, 2, 5], "y": [5, 5, 6]})])
    assert report.counts["b_cubed"].tolist() == [pytest.approx([2, 2, 4 / 3, 6])]
    assert report.counts["mentions"].tolist() == [[2, 2, 2, 4]]
    assert report.counts["muc"].tolist() == [[1, 1, 1, 4]]


def test_a_key_span_belongs_to_the_last_chain(doc):
    report = score([doc({"a": [1, 2], "b": [2, 3]})], [doc({"x": [1, 2, 3]})])
    # Links 2-3 only; both chains have two mentions, and the sizes count word 2 twice.
    assert report.counts["muc"].tolist() == [[1, 2, 1, 2]]
    # Words 2 and 3 find chain b's two, word 1 finds chain a's two.
    assert report.counts["b_cubed"].tolist() == [pytest.approx([2 / 2 + 2 / 2 + 2 / 2, 4, 3 * 2 / 3, 3])]
    assert report.counts["ceaf_e"].tolist() == [pytest.approx([4 / 5, 2, 4 / 5, 1])]
    assert report.counts["mentions"].tolist() == [[3, 3, 3, 3]]


def test_a_chain_emptied_of_repeats_is_gone(doc):
    report = score([doc({"a": [1, 2]})], [doc({"x": [1, 2], "y": [2]})])
    assert report.counts["ceaf_e"].tolist() == [[1, 1, 1, 1]]
    assert report.counts["muc"].tolist() == [[1, 1, 1, 1]]


def test_above_ten_repeats_in_a_corpus_are_refused(doc):
    def corpus(first: int, second: int):
        return [doc({"a": [1, 2], "b": [2] * n}, name) for name, n in (("d", first), ("e", second))]

    key = [doc({"a": [1, 2]}, name) for name in "de"]
    assert score(key, corpus(6, 4)).conll == 1
    with pytest.raises(AnnotationError, match="repeats 11 spans of the key"):
        score(key, corpus(6, 5))
    assert score(key, corpus(6, 5), repeats="first").conll == 1


def test_repeats_may_be_errors(doc):
    key, response = doc({"a": [(1, 4), 2]}), doc({"x": [(1, 4), 2], "y": [(1, 4)]})
    for sides, side in (((key, response), "response"), ((response, key), "key")):
        with pytest.raises(AnnotationError, match=rf"the {side} has 2 mentions of the words 2-4 \(w w w\)"):
            score([sides[0]], [sides[1]], repeats="error")
    assert score([key], [key], repeats="error").conll == 1


@pytest.mark.parametrize("repeats", ["first", "official"])
def test_a_chain_of_one_repeated_span_is_a_singleton(doc, repeats):
    report = score([doc({"a": [1, 2]})], [doc({"x": [1, 2], "y": [5, 5]})], singletons="drop", repeats=repeats)
    assert report.conll == 1


def test_report(doc):
    key = [doc({"a": [0, 1, 2]}, "x"), doc({"a": [0, 1]}, "y")]
    response = [doc({"a": [0, 1]}, "x"), doc({"a": [0, 1]}, "y")]
    report = score(key, response)
    assert report.counts["muc"].tolist() == [[1, 2, 1, 1], [1, 1, 1, 1]]
    assert (report["muc"].recall, report["muc"].precision, report["muc"].f1) == pytest.approx((2 / 3, 1 / 1, 4 / 5))
    assert report.document("x")["muc"].recall == 1 / 2
    assert report.signature == f"muc+b3+ceafe|match:exact|singletons:keep|repeats:official|v:{corefpipe.__version__}"
    scores = report.to_dict()
    assert list(scores) == ["muc", "b_cubed", "ceaf_e", "mentions", "conll"]
    assert scores["conll"] == pytest.approx(np.mean([scores[m]["f1"] for m in ("muc", "b_cubed", "ceaf_e")]))
    assert str(report).splitlines()[1] == "MUC          66.67     100.00   80.00"
    assert str(report).splitlines()[-1] == report.signature


def test_some_metrics_only(doc):
    report = score([doc({"a": [0, 1]})], [doc({"a": [0, 1]})], metrics=["b_cubed", "mentions"])
    assert list(report.to_dict()) == ["b_cubed", "mentions"]
    assert report.signature.startswith("b3|")
    assert "CoNLL" not in str(report)


def test_partitions_name_their_documents():
    report = score_partitions([np.array([0, 0]), np.array([1])], [np.array([5, 5]), np.array([0])], documents="xy")
    assert report.documents == ("x", "y")
    assert report.counts["muc"].tolist() == [[1, 1, 1, 1], [0, 0, 0, 0]]
    assert score_partitions([], []).to_dict()["conll"] == 0


@pytest.mark.parametrize("setting", [{"singletons": "no"}, {"repeats": "last"}, {"words": "some"}, {"metrics": ["b3"]}])
def test_unknown_settings(doc, setting):
    with pytest.raises(SettingError, match="Valid are"):
        score([doc({})], [doc({})], **setting)
    with pytest.raises(SettingError, match="Valid are muc, b_cubed"):
        score_partitions([], [], metrics=["conll"])


def test_every_metric_has_its_source():
    assert all(metric.count.__doc__ for metric in METRICS.values())


@pytest.mark.parametrize("module", ["corefpipe", "corefpipe.scoring"])
def test_imports(module):
    heavy = {
        "corefpipe": ["numpy", "scipy", "spacy"],
        "corefpipe.scoring": ["scipy", "spacy", "sklearn", "corefpipe.formats"],
    }
    code = f"import sys, {module}; print([m for m in {heavy[module]!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
