"""Vectors of words that the base pipeline's encoder leaves in Docs."""

from __future__ import annotations

import numpy as np
import pytest
from spacy.tokens import Doc, DocBin

import corefpipe
from corefpipe.exceptions import SettingError
from corefpipe.network.context import Context
from corefpipe.network.layers import LayerReader
from corefpipe.network.text import Text
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.encoder.vectors import BaseVectors, give_vectors, with_base
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pieces import parse_in_pieces
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.loading import load_parser, load_resolver

LETTER = "Dear Ann,\n\nthe keys are  on the table. I left them there.\n\nBob"


@pytest.fixture(scope="module")
def nlp():
    found = load_base("en")
    assert give_vectors(found) is found.get_pipe("encoder")
    return found


@pytest.fixture(scope="module")
def doc(nlp):
    return nlp(LETTER)


def network(nlp):
    return nlp.get_pipe("encoder").network


def test_a_row_per_word(nlp, doc):
    vectors = Parse.from_doc(doc).vectors
    assert vectors.network == network(nlp)
    assert vectors.rows().shape == (len([token for token in doc if not token.is_space]), 384)
    assert vectors.rows().dtype == np.float16
    assert np.abs(vectors.rows()).sum(axis=1).all()
    assert not doc.tensor[doc[2].i + 1].any()  # of the line breaks


def test_vectors_are_given_on_request(base):
    doc = base(LETTER)  # they take memory that few models use
    assert not doc.tensor.size
    assert Parse.from_doc(doc).vectors is None
    assert give_vectors(base, "another network") is None


def test_words_have_vectors_of_their_own(doc):
    rows = Parse.from_doc(doc).vectors.rows()
    assert len(np.unique(rows, axis=0)) == len(rows)


def test_vectors_survive_bytes_and_joining(nlp, doc):
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    wanted = Parse.from_doc(doc).vectors.rows()
    np.testing.assert_array_equal(Parse.from_doc(again).vectors.rows(), wanted)
    both = Parse.from_doc(corefpipe.merge([doc, again])).vectors
    np.testing.assert_array_equal(both.rows(), np.concatenate([wanted, wanted]))


def test_several_docs_are_read_together_and_divided(nlp, doc):
    from corefpipe.parsing.joint_parse import JointParse

    other = nlp("He saw her.")
    parses = JointParse([other, doc])
    np.testing.assert_array_equal(parses.one(1).vectors.rows(), Parse.from_doc(doc).vectors.rows())


def test_pieces_of_a_long_text_keep_theirs(nlp):
    text = f"{LETTER}\n\n{LETTER}"
    doc = nlp.make_doc(text)
    middle = len(nlp.make_doc(f"{LETTER}\n\n"))
    found = Parse.from_doc(parse_in_pieces(doc, nlp, [(0, middle), (middle, len(doc))])).vectors
    alone = Parse.from_doc(nlp(LETTER)).vectors.rows()
    np.testing.assert_array_equal(found.rows(), np.concatenate([alone, alone]))


def test_without_vectors_there_are_none(nlp, doc):
    assert Parse.from_doc(Doc(nlp.vocab, words=["He", "left"])).vectors is None
    (binned,) = DocBin(docs=[doc], store_user_data=True).get_docs(nlp.vocab)  # drops tensors
    assert Parse.from_doc(binned).vectors is None
    foreign = nlp("He left.")
    foreign.tensor = np.zeros((2, 96), dtype=np.float32)
    assert Parse.from_doc(foreign).vectors is None


def test_retokenized_docs(nlp):
    doc = nlp("New York is big. I like it.")
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
    vectors = Parse.from_doc(doc).vectors
    assert vectors is None or len(vectors.rows()) == len(doc)


def test_texts_parsed_elsewhere_are_read(nlp, doc):
    parse = Parse.from_doc(doc)
    read = BaseVectors("en", network(nlp))
    text = Text(parse.words, parse.sentences)
    found = read(text).rows()
    assert found.shape == parse.vectors.rows().shape
    # Of the same words, but without the line breaks.
    together = (found.astype(float) * parse.vectors.rows()).sum(axis=1)
    sizes = np.linalg.norm(found.astype(float), axis=1) * np.linalg.norm(parse.vectors.rows().astype(float), axis=1)
    assert np.median(together / sizes) > 0.9
    assert len(read(Text([], [])).rows()) == 0


def test_another_base_is_refused():
    with pytest.raises(SettingError, match="'en' lacks the network"):
        BaseVectors("en", "other")(Text(["He"], [0]))


def test_layers_get_the_base_of_their_model():
    context = with_base(Context(LayerReader(None, "net", 9), None), "en")
    assert context.reader.base == BaseVectors("en", "net")
    other = Context(lambda text: None, None)
    assert with_base(other, "en") is other


def test_annotated_documents_have_vectors(nlp):
    document = corefpipe.Document("d", words=["He", "left", "."], sentence_starts=[0])
    ((doc, _),) = annotate([document], nlp)
    assert Parse.from_doc(doc).vectors.rows().shape == (3, 384)


def test_a_model_with_layers_wants_vectors(nlp):
    resolver = load_resolver("en")
    assert not load_parser(resolver, "en").get_pipe("encoder").gives_vectors
    resolver.features.use_context(Context(LayerReader(None, network(nlp), 9), None))
    assert load_parser(resolver, "en").get_pipe("encoder").gives_vectors
