"""Constituents: reading and writing parse bits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.document import Document, Origin
from corefpipe.exceptions import AnnotationError, CorefpipeError, FormatError
from corefpipe.formats import read
from corefpipe.formats.conll.constituents import Constituents, read_bits, read_constituents, write_bits

# A tree is (label, children), a word is None; a sentence is a list of trees and words.
LABELS = st.sampled_from(["TOP", "S", "NP", "NP-SBJ", "ADVP|PRT", "-NONE-", "PRP$", "W=1", "ÑP"])
TREES = st.recursive(st.none(), lambda inner: st.tuples(LABELS, st.lists(inner, min_size=1, max_size=4)), max_leaves=12)
SENTENCES = st.lists(st.lists(TREES, min_size=1, max_size=3), max_size=4)


def flatten(sentences):
    """The bits, sentence starts and constituents of trees, built bracket by bracket."""
    bits: list[str] = []
    spans: list[tuple[int, int]] = []
    rows: list[list] = []

    def add(item, parent, before):
        if item is None:
            bits.append(f"{before}*")
            return
        label, inside = item
        number = len(rows)
        rows.append([label, len(bits), 0, parent])
        for place, child in enumerate(inside):
            add(child, number, "" if place else f"{before}({label}")
        bits[-1] += ")"
        rows[number][2] = len(bits)

    for sentence in sentences:
        start = len(bits)
        for item in sentence:
            add(item, -1, "")
        spans.append((start, len(bits)))
    columns = [list(column) for column in zip(*rows, strict=True)] or [[], [], [], []]
    return bits, spans, Constituents(*columns)


@given(SENTENCES)
def test_any_trees(sentences):
    bits, spans, expected = flatten(sentences)
    found = read_bits(bits, spans)
    assert found == expected
    assert write_bits(found, len(bits)) == bits


def test_constituents():
    bits = ["(TOP(S(NP-SBJ*", "*)", "(VP*)", "*))", "*", "(NP*)", "(X*)"]
    found = read_bits(bits, [(0, 4), (4, 5), (5, 7)])
    assert len(found) == 6
    assert found.labels == ["TOP", "S", "NP-SBJ", "VP", "NP", "X"]
    assert list(zip(found.starts, found.ends, strict=True)) == [(0, 4), (0, 4), (0, 2), (2, 3), (5, 6), (6, 7)]
    assert found.parents == [-1, 0, 1, 1, -1, -1]


def test_nothing():
    assert len(read_bits([], [])) == 0
    assert len(read_bits(["*", "*"], [(0, 2)])) == 0
    assert write_bits(Constituents(), 2) == ["*", "*"]


def test_deep_trees():
    bits = ["(NP" * 50_000 + "*", "*" + ")" * 50_000]
    assert write_bits(read_bits(bits, [(0, 2)]), 2) == bits


@pytest.mark.parametrize(
    ("bits", "message"),
    [
        (["(NP*)x", "*"], r"document d: the parse bit `\(NP\*\)x` of word 1 has `\)x` after the `\*`, .*\. Write bits"),
        (["*", "*NP)"], r"of word 2 has `NP\)` after the `\*`"),
        (["(NP*(", "*"], r"has `\(` after the `\*`"),
        (["(NP", "*)"], r"`\(NP` of word 1 has no `\*`"),
        (["", "*"], r"`` of word 1 has no `\*`"),
        (["-", "*"], r"`-` of word 1 has no `\*`"),
        (["(NP**)", "*"], r"of word 1 has more than one `\*`"),
        (["(*)", "*"], r"has `\(` before the `\*`, where only opening brackets with a label may stand"),
        (["NP*)", "*"], r"has `NP` before the `\*`"),
        (["(N P*)", "*"], r"has `\(N P` before the `\*`"),
        ([")*", "*"], r"has `\)` before the `\*`"),
        (["(NP*", "*))"], r"`\*\)\)` of word 2 closes 2 brackets where 1 is open\. Delete a `\)`"),
        (["*)", "*"], r"of word 1 closes 1 bracket where 0 are open"),
        (
            ["(S(NP*", "*)"],
            r"`\(S` that opens at word 1 is not closed in its sentence, which ends with word 2\. .* 1 time",
        ),
        (["(S*", "(NP*"], r"`\(NP` that opens at word 2 is not closed .* is missing 2 times"),
    ],
)
def test_bad_bits(bits, message):
    with pytest.raises(FormatError, match=message):
        read_bits(bits, [(0, 2)], "d")


def test_a_constituent_ends_with_its_sentence():
    with pytest.raises(FormatError, match="not closed in its sentence, which ends with word 1"):
        read_bits(["(NP*", "*)"], [(0, 1), (1, 2)])


@pytest.mark.parametrize("sentences", [[(0, 1)], [(0, 3)], [(1, 2)], [(0, 1), (0, 2)], []])
def test_sentences_divide_the_bits(sentences):
    with pytest.raises(ValueError, match="sentence") as error:
        read_bits(["*", "*"], sentences)
    assert not isinstance(error.value, CorefpipeError)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("NP", 0, 4, -1)], "document d: constituent 0, `NP` over words 0 to 3, is none of the document, which has 3"),
        ([("NP", -1, 2, -1)], "is none of the document"),
        ([("NP", 1, 1, -1)], "is none of the document"),
        ([("", 0, 1, -1)], "has a label that a parse bit cannot hold"),
        ([("N P", 0, 1, -1)], "has a label"),
        ([("(", 0, 1, -1)], "has a label"),
        ([("NP", 0, 2, -1), ("VP", 1, 3, 0)], "`VP` over words 1 to 2, crosses or contains `NP`"),
        ([("NP", 0, 1, -1), ("S", 0, 3, -1)], "crosses or contains `NP`"),
        ([("VP", 1, 2, -1), ("NP", 0, 1, -1)], "stands after one that starts later"),
        ([("S", 0, 3, -1), ("NP", 0, 1, -1)], "has -1 for its parent, but stands in 0"),
        ([("S", 0, 1, -1), ("NP", 1, 2, 0)], "has 0 for its parent, but stands in -1"),
    ],
)
def test_constituents_that_bits_cannot_hold(rows, message):
    with pytest.raises(AnnotationError, match=message.replace("(", r"\(")):
        write_bits(Constituents(*map(list, zip(*rows, strict=True))), 3, "d")


def test_lists_of_one_length():
    with pytest.raises(ValueError, match="same length"):
        Constituents(["NP"], [0], [1], [])


def test_documents():
    document = Document("d", words=["a", "b"], sentence_starts=[0], origin=Origin.of_lines("f", 1, [7, 8]))
    with pytest.raises(AnnotationError, match=r"f \(document d\): the document has no constituency parse\. Use one"):
        read_constituents(document)
    document.other["parse"] = ["(NP*", "*)"]
    assert read_constituents(document).labels == ["NP"]
    document.other["parse"] = ["(NP*", "*))"]
    with pytest.raises(FormatError, match=r"f:8 \(document d\): the parse bit"):
        read_constituents(document)


@pytest.mark.parametrize("split", ["train", "dev"])
def test_a_corpus(corpora, split):
    folder = corpora / "ontogum" / split
    if not folder.is_dir():
        pytest.skip("OntoGUM is not here")
    documents = 0
    for document in read(folder, "conll", repeats="keep"):
        bits = document.other["parse"]
        assert write_bits(read_constituents(document), len(document)) == bits, str(document)
        documents += 1
    assert documents
