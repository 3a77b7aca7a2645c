"""Training data of a base pipeline: documents split into pieces, multiword tokens, line breaks."""

from __future__ import annotations

from dataclasses import replace

import pytest
import spacy

from corefpipe.document import Document, Mention, Multiword
from corefpipe.exceptions import AnnotationError
from corefpipe.parsing.base_corpus import check_trees, held_out_docs, training_docs
from corefpipe.parsing.entity_typer import ENTITY_HEADS

NLP = spacy.blank("de")
WORDS = "Er geht zu dem Haus . Sie geht zu dem Hund .".split()


@pytest.fixture
def document():
    """Two sentences with the multiword token "zum" in each."""
    return Document(
        "d",
        words=WORDS,
        spaces=[True, True, False, True, False, True] * 2,
        sentence_starts=[0, 6],
        pos=["PRON", "VERB", "ADP", "DET", "NOUN", "PUNCT"] * 2,
        heads=[1, 1, 4, 4, 1, 1, 7, 7, 10, 10, 7, 7],
        deps=["nsubj", "root", "case", "det", "obl", "punct"] * 2,
        multiwords=[Multiword(2, 4, "zum"), Multiword(8, 10, "zum")],
        mentions=[Mention(0, 1, "1", 0, "person"), Mention(3, 5, "2", 4, "place"), Mention(4, 5, "3", 4, "object")],
    )


def rows_of(doc):
    types = {span.start: span.label_ for span in doc.spans[ENTITY_HEADS]}
    return [(token.text, token.head.text, token.dep_, types.get(token.i, "")) for token in doc]


def test_a_held_out_document_is_raw_text(document):
    (doc,) = held_out_docs([document], NLP)
    assert doc.text == "Er geht zum Haus. Sie geht zum Hund. "
    assert rows_of(doc)[:5] == [
        ("Er", "geht", "nsubj", "person"),
        ("geht", "geht", "ROOT", ""),
        ("zum", "Haus", "case", ""),
        ("Haus", "geht", "obl", "object"),  # the shorter one of two mentions with this head
        (".", "geht", "punct", ""),
    ]
    assert [sentence.start for sentence in doc.sents] == [0, 5]


def test_a_multiword_token_that_the_tokenizer_splits_stays_split(document):
    document.multiwords = [Multiword(4, 6, "Haus.")]
    (doc,) = held_out_docs([document], NLP)
    assert [token.text for token in doc] == WORDS


def long_document(document, times):
    """One long document that repeats the document."""
    size = len(document)
    return Document(
        "long",
        words=WORDS * times,
        spaces=document.spaces * times,
        sentence_starts=[start + size * n for n in range(times) for start in document.sentence_starts],
        pos=document.pos * times,
        heads=[head + size * n for n in range(times) for head in document.heads],
        deps=document.deps * times,
        multiwords=[
            Multiword(a + size * n, b + size * n, "zum") for n in range(times) for a, b, *_ in document.multiwords
        ],
    )


def test_training_documents_come_twice_in_pieces(document):
    docs = list(training_docs([long_document(document, 20)], NLP, seed=1))
    given = [doc for doc in docs if doc.has_unknown_spaces]
    raw = [doc for doc in docs if not doc.has_unknown_spaces]
    assert all(2 <= len(list(doc.sents)) <= 12 for doc in (*given[:-1], *raw[:-1]))
    assert [len(list(doc.sents)) for doc in given] != [len(list(doc.sents)) for doc in raw]
    assert [token.text for doc in given for token in doc] == WORDS * 20
    assert [
        token.text for doc in raw for token in doc if not token.is_space
    ] == "Er geht zum Haus . Sie geht zum Hund .".split() * 20
    assert all(token.head.i == token.i for doc in docs for token in doc if token.dep_ == "ROOT")


def test_line_breaks_between_some_sentences(document):
    docs = [doc for doc in training_docs([document] * 40, NLP, seed=1) if "\n" in doc.text]
    assert 4 <= len(docs) <= 24  # expected: about 0.3 · 40
    for doc in docs:
        (space,) = [token for token in doc if token.is_space]
        assert doc.text.startswith(f"Er geht zum Haus.{space.text}Sie")
        assert (space.tag_, space.pos_, space.dep_, space.head.i) == ("_SP", "SPACE", "dep", space.i - 1)
        assert [token.head.text for token in doc if token.text == "Sie"] == ["geht"]
        assert doc[space.i + 1].is_sent_start


def test_the_same_seed_gives_the_same_pieces(document):
    def texts(seed):
        return [doc.text for doc in training_docs([document] * 20, NLP, seed)]

    assert texts(1) == texts(1) != texts(2)


@pytest.mark.parametrize("column", ["pos", "heads", "deps"])
def test_documents_without_trees(document, column):
    check_trees([document], "dev")
    with pytest.raises(AnnotationError, match=rf"document d: no {column}\. .*the dev documents need them"):
        check_trees([document, replace(document, **{column: None})], "dev")


def test_raw_text_has_no_trees():
    with pytest.raises(AnnotationError, match=r"document d: no words\. .*the train documents need them"):
        check_trees([Document("d", text="It rains.")], "train")
