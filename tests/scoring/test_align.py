"""Alignment of key and response documents, and of their words."""

from __future__ import annotations

import pytest

from corefpipe import read
from corefpipe.exceptions import AlignmentError
from corefpipe.scoring import score
from corefpipe.scoring.align import align
from corefpipe.scoring.policy import Policy


def test_documents_match_by_name_and_part(doc):
    key = [doc({"a": [1, 2]}, "x", 0), doc({"a": [3, 4]}, "x", 1)]
    response = [doc({"b": [3, 4]}, "x", 1), doc({"b": [1, 2]}, "x", 0)]
    pairs, notes = align(key, response, Policy())
    assert ([(k.part, r.part) for k, r in pairs], notes) == ([(0, 0), (1, 1)], [])
    found = score(iter(key), iter(response))
    assert found.conll == 1
    assert found.documents == ("x", "x; part 001")


@pytest.mark.parametrize(
    ("key", "response", "message"),
    [
        ("abcdefg", "", r"lacks 7 of the 7 documents of the key: a, b, c, d, e and 2 more"),
        ("ab", "b", r"lacks 1 of the 2 documents of the key: a\. "),
        ("a", "ab", "has 1 that the key lacks: b"),
        ("a", "b", "lacks 1 of the 1 documents of the key: a; the response has 1 that the key lacks: b"),
        ("aa", "a", "document a: the key has two documents of this name and part"),
        ("a", "aa", "document a: the response has two"),
    ],
)
def test_documents_that_do_not_match(doc, key, response, message):
    with pytest.raises(AlignmentError, match=message) as caught:
        score([doc({}, name) for name in key], [doc({}, name) for name in response])
    assert caught.value.cure


def test_no_documents():
    with pytest.raises(AlignmentError, match="the key has no document"):
        align([], [], Policy())


def test_missing_documents_may_be_empty_and_others_not_there(doc):
    key = [doc({"a": [1, 2]}, "x"), doc({"a": [3, 4, 5]}, "y")]
    response = [doc({"b": [1, 2]}, "x"), doc({"b": [1, 2]}, "z")]
    found = score(key, response, documents="missing-as-empty")
    assert found.counts["muc"].tolist() == [[1, 1, 1, 1], [0, 2, 0, 0]]
    assert found.notes == (
        "the response lacks 1 of the 2 documents of the key: y",
        "the response has 1 that the key lacks: z",
    )


def test_words_that_differ(doc):
    key, response = doc({}), doc({})
    response.words = [*response.words[:4], "v", *response.words[5:]]
    with pytest.raises(AlignmentError, match='document d: word 5 is "w" in the key and "v" in the response'):
        score([key], [response])
    score([key], [response], words="ignore")
    response.words = key.words[:-2]
    with pytest.raises(AlignmentError, match=r'word 29 is "w" in the key and missing \(there are 28\) in the response'):
        score([key], [response])


def test_errors_name_file_and_line(tmp_path):
    text = "#begin document (x); part 000\nx 0 0 A (1)\nx 0 1 b (1)\n\n#end document\n"
    key, response = tmp_path / "key.conll", tmp_path / "response.conll"
    key.write_text(text, encoding="utf-8")
    response.write_text(text.replace(" b ", " c "), encoding="utf-8")
    with pytest.raises(AlignmentError) as caught:
        score(key, response)
    assert (caught.value.file, caught.value.line, caught.value.document) == (str(response), 3, "x")
    assert 'word 2 is "b" (line 3) in the key' in str(caught.value)
    response.write_text(text + text, encoding="utf-8")
    with pytest.raises(AlignmentError, match="two documents of this name") as caught:
        score(key, response)
    assert (caught.value.file, caught.value.line) == (str(response), 6)
    assert "line 1" in caught.value.message


def test_part_0_and_part_000_are_the_same(tmp_path):
    text = "#begin document (x); part 000\nx 0 0 A (1)\nx 0 1 b (1)\n\n#end document\n"
    paths = [tmp_path / "key.conll", tmp_path / "response.conll"]
    paths[0].write_text(text, encoding="utf-8")
    paths[1].write_text(text.replace("part 000", "part 0"), encoding="utf-8")
    assert score(*paths).conll == 1
    assert [d.part for d in read(paths[1])] == [0]
