"""Reading the annotation of Docs as columns."""

from __future__ import annotations

import pytest
import spacy
from helpers.parses import CAT_AND_HOUSE, make_doc
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, Span

from corefpipe.dialogue.docs import mark_turns
from corefpipe.parsing.doc_columns import columns_of
from corefpipe.parsing.trees import in_cycles

VOCAB = spacy.blank("en").vocab


def test_an_unknown_speaker_is_none():
    """Some corpora write so."""
    assert columns_of([make_doc(CAT_AND_HOUSE, speakers=["-", "_"])]).speakers == [""] * 8


def test_names_of_an_entity_recognizer_count():
    doc = make_doc(CAT_AND_HOUSE)
    doc.ents = [Span(doc, 0, 1, "PERSON"), Span(doc, 2, 3, "animal"), Span(doc, 6, 7, "CARDINAL")]
    assert columns_of([doc]).entity_types == ["person", "", "animal", "", "", "", "", ""]


def test_entity_typer_has_the_last_word():
    doc = make_doc(CAT_AND_HOUSE, types={0: "person"})
    doc.ents = [Span(doc, 0, 1, "ORG")]
    assert columns_of([doc]).entity_types[0] == "person"


def test_clear_labels_are_read_as_ud():
    doc = make_doc(
        """
        He he PRON PRP 2 nsubjpass
        saw see VERB VBD 0 ROOT
        his his PRON PRP$ 4 poss
        house house NOUN NN 2 dobj
        """
    )
    assert columns_of([doc]).deps == ["nsubj:pass", "root", "nmod:poss", "obj"]


@pytest.mark.parametrize(
    ("starts", "paragraphs"),
    [([0, 4], [0, 0, 0, 0, 1, 1, 1, 1]), ([], [0] * 8), ([2, 6], [0, 0, 1, 1, 1, 1, 2, 2])],
)
def test_paragraphs_as_the_source_has_them(starts, paragraphs):
    doc = make_doc(CAT_AND_HOUSE)
    doc._.paragraph_starts = starts
    assert columns_of([doc]).paragraphs == paragraphs


def test_spaces_after_words():
    doc = Doc(spacy.blank("en").vocab, words=["(", "Go", ")", "\n\n", "'", "Yes"], spaces=[False] * 6)
    assert columns_of([doc, doc]).spaces == [False, False, True, False, True] * 2


def test_paragraphs_as_blank_lines_have_them():
    words = ["It", "rains", "\n", "here", "\n\n", "It", "pours", " \n\n\n"]
    assert columns_of([Doc(spacy.blank("en").vocab, words=words)]).paragraphs == [0, 0, 0, 1, 1]


def test_whitespace_is_no_word():
    words = ["\n", "Mary", "\n", "Bell", "sang", " ", "here", ".", "\n\n", "\n", "She", "left", " "]
    heads = [1, 4, 1, 1, 4, 4, 5, 4, 7, 11, 11, 11, 11]
    deps = "dep nsubj dep flat ROOT dep advmod punct dep dep nsubj ROOT dep".split()
    starts = [i in (0, 9) for i in range(len(words))]
    doc = Doc(spacy.blank("en").vocab, words=words, heads=heads, deps=deps, sent_starts=starts)
    columns = columns_of([doc, doc])
    assert columns.words == ["Mary", "Bell", "sang", "here", ".", "She", "left"] * 2
    assert columns.heads == [2, 0, 2, 3, 2, 6, 6, 9, 7, 9, 10, 9, 13, 13]  # "here" hung from whitespace
    assert columns.tokens == [1, 3, 4, 6, 7, 10, 11] * 2
    assert columns.bounds == [0, 7, 14]
    assert columns.sentences == columns.paragraphs == [0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 3, 3]
    assert columns.lines == [0, 1, 1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 5, 5]


def test_whitespace_alone():
    vocab = spacy.blank("en").vocab
    columns = columns_of([Doc(vocab, words=["a"]), Doc(vocab, words=["\n", " "]), Doc(vocab, words=["b"])])
    assert (columns.words, columns.bounds, columns.tokens) == (["a", "b"], [0, 1, 1, 2], [0, 0])


def test_merged_tokens_keep_what_their_parts_have():
    doc = make_doc(CAT_AND_HOUSE, speakers=["Ann", ""], types={0: "person", 2: "animal", 6: "place"})
    doc._.paragraph_starts = [0, 4]
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:3])
        retokenizer.merge(doc[5:7])
    columns = columns_of([doc])
    assert columns.words == ["Mary 's cat", "ran", "In", "the House", "slept"]
    assert columns.speakers == ["Ann", "Ann", "", "", ""]
    assert columns.entity_types == ["animal", "", "", "place", ""]
    assert columns.paragraphs == [0, 0, 1, 1, 1]
    assert doc._.paragraph_starts == [0, 2]


def test_a_part_of_a_doc_has_its_own_values():
    whole = make_doc(CAT_AND_HOUSE, speakers=["Ann", "Bob"], types={0: "person", 2: "animal", 6: "place"})
    whole._.paragraph_starts = [0, 4, 7]
    columns = columns_of([whole[3:7].as_doc(copy_user_data=True)])
    assert columns.speakers == ["Ann", "Bob", "Bob", "Bob"]
    assert columns.entity_types == ["", "", "", "place"]
    assert columns.paragraphs == [0, 1, 1, 1]


@pytest.mark.parametrize("start", range(0, 14, 2))
def test_a_part_of_a_dialogue_may_lack_labels(start):
    doc = spacy.blank("en")("Ann: I fed the hens.\nBob: You did well.\nAnn: I did.\nBob: And I saw it.")
    mark_turns(doc)
    for token in doc:
        token.pos_, token.dep_, token.head = "X", "dep", token
    columns = columns_of([doc[start : start + 7].as_doc(copy_user_data=True)])
    assert columns.speakers == [token._.speaker for token in doc[start : start + 7] if not token.is_space]


def test_documents_in_a_row():
    vocab = spacy.blank("en").vocab
    rows = [(["It", "rains"], [1, 1]), ([], []), (["She", "sleeps"], [1, 1])]
    docs = [Doc(vocab, words=words, heads=heads, deps=["nsubj", "ROOT"][: len(words)]) for words, heads in rows]
    docs[2].ents = [Span(docs[2], 0, 1, "PERSON")]
    columns = columns_of(docs)
    assert columns.bounds == [0, 2, 2, 4]
    assert columns.heads == [1, 1, 3, 3]
    assert columns.sentences == columns.paragraphs == [0, 0, 1, 1]
    assert (columns.entity_types, columns.entities) == (["", "", "person", ""], [0, 0, 1, 0])


WORDS = "Dear Tom Anna Mr. and Mrs. Bell the old - year 34 of it him Coca Cola Company Zeta AG 2 1 captain , .".split()
POS = "NOUN PROPN PRON VERB DET ADP PUNCT NUM AUX ADJ CCONJ".split()
DEPS = (
    "nsubj",
    "obj",
    "obl",
    "nmod",
    "conj",
    "root",
    "appos",
    "nmod:poss",
    "flat",
    "compound",
    "case",
    "cc",
    "vocative",
    "det",
)
TYPES = ("person", "organization", "place", "")


@st.composite
def odd_docs(draw):
    """A Doc of any words with any tree."""
    size = draw(st.integers(1, 14))
    order = draw(st.permutations(range(size)))
    heads = list(range(size))
    for number, word in enumerate(order[1:], 1):
        heads[word] = order[draw(st.integers(0, number - 1))]

    def column(values):
        return draw(st.lists(st.sampled_from(values), min_size=size, max_size=size))

    words = column(WORDS)
    doc = Doc(VOCAB, words=words, pos=column(POS), tags=column(("NN", "NNS", "NNP")), deps=column(DEPS), heads=heads)
    for token, type in zip(doc, column(TYPES), strict=True):
        token._.entity_type = type
    return doc


@given(st.lists(odd_docs(), min_size=1, max_size=2))
def test_raised_names_leave_a_tree(docs):
    assert not len(in_cycles(columns_of(docs).heads))


def test_names_raised_into_a_cycle_are_put_back(monkeypatch):
    """Of the documents with a cycle alone."""

    def turn(columns):
        columns.heads[2], columns.heads[3], columns.heads[4] = 3, 2, 5

    monkeypatch.setattr("corefpipe.parsing.doc_columns.raise_names", turn)
    whole = make_doc(CAT_AND_HOUSE)
    docs = [whole[:4].as_doc(), whole[4:].as_doc()]
    before = docs[0][2].head.i, docs[0][3].head.i
    assert tuple(columns_of(docs).heads[2:5]) == (*before, 5)


@pytest.mark.parametrize(
    ("words", "cells"),
    [
        (["Mary", "\t", "Paris", "\n", "Tom", "\t", "Rome", "\n\n", "It"], [0, 1, 2, 3, 4]),
        (["It", "rains", "\n\t", "here", "\n", "now"], [0, 0, 0, 0]),
        (["|", "Mary", "Hill", "|", "Paris", "|"], [0, 1, 1, 2, 3, 4]),
    ],
)
def test_cells_of_tables(words, cells):
    assert columns_of([Doc(VOCAB, words=words)]).cells == cells
