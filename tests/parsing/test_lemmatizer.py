"""The lemmatizer: a table of lemmas, and rules by the endings of forms."""

from __future__ import annotations

import pickle

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.training import Example

from corefpipe.exceptions import ModelError
from corefpipe.parsing.lemmatizer import Lemmas, Lemmatizer, rule_of

WORDS = [
    ("walked", "VBD", "walk"), ("talked", "VBD", "talk"), ("Barked", "VBD", "bark"), ("sold", "VBD", "sell"),
    ("told", "VBD", "tell"), ("tried", "VBD", "try"), ("cried", "VBD", "cry"), ("dogs", "NNS", "dog"),
    ("cats", "NNS", "cat"), ("I", "PRP", "I"), ("We", "PRP", "we"), ("us", "PRP", "we"), ("Paris", "NNP", "Paris"),
    ("States", "NNPS", "State"), ("Alps", "NNPS", "Alp"), ("are", "VBP", "be"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "tag", "lemma"),
    [
        ("sold", "VBD", "sell"),
        ("SOLD", "VBD", "sell"),
        ("Sparked", "VBD", "spark"),
        ("dried", "VBD", "dry"),
        ("rats", "NNS", "rat"),
        ("I", "PRP", "I"),
        ("WE", "PRP", "we"),
        ("London", "NNP", "London"),
        ("Cats", "NNPS", "Cat"),
        ("Mary", "XYZ", "Mary"),
        ("declare", "VBP", "declare"),  # not "declbe": one form is no rule
        ("", "VBD", ""),
    ],
)
def test_lemmas(form, tag, lemma):
    assert Lemmas.learn(WORDS).of(form, tag) == lemma


@given(st.lists(st.tuples(st.text("abcdE", min_size=1), st.sampled_from("XY"), st.text("abcd", min_size=1))))
def test_law_each_word_learned_has_the_lemma_it_has_most_often(words):
    lemmas = Lemmas.learn(words)
    for form, tag, _ in words:
        own = [lemma for other, label, lemma in words if (other, label) == (form, tag)]
        assert own.count(lemmas.of(form, tag)) == max(map(own.count, own))


@given(st.lists(st.tuples(st.text("abcd", min_size=1), st.sampled_from("XY"), st.text("abcd", min_size=1))))
def test_law_the_order_of_the_words_does_not_count(words):
    one, other = Lemmas.learn(words), Lemmas.learn(words[::-1])
    assert (one.forms, one.endings) == (other.forms, other.endings)


def test_rules():
    assert (rule_of("cried", "cry"), rule_of("cat", "cat")) == ("3|y", "0|")


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    forms, tags, lemmas = zip(*WORDS, strict=True)
    reference = Doc(nlp.vocab, words=forms, tags=tags, lemmas=lemmas)
    pipe = nlp.add_pipe("corefpipe_lemmatizer", name="lemmatizer")
    pipe.initialize(lambda: [Example(nlp.make_doc(""), reference)])
    return nlp


def tagged(nlp):
    return Doc(nlp.vocab, words=["She", "sold", "cats", "\n"], tags=["PRP", "VBD", "NNS", "_SP"])


def test_as_a_component_and_written_and_read(nlp, tmp_path):
    expected = ["she", "sell", "cat", "\n"]
    pipe = nlp.get_pipe("lemmatizer")
    assert [token.lemma_ for token in pipe(tagged(nlp))] == expected
    assert [token.lemma_ for token in pipe(Doc(nlp.vocab))] == []
    nlp.to_disk(tmp_path)
    read = spacy.load(tmp_path).get_pipe("lemmatizer")
    for other in (read, Lemmatizer(nlp.vocab).from_bytes(pipe.to_bytes()), pickle.loads(pickle.dumps(pipe))):
        assert [token.lemma_ for token in other(tagged(nlp))] == expected


def test_a_damaged_file_is_an_error(nlp, tmp_path):
    (tmp_path / "lemmas.json").write_text("{}")
    with pytest.raises(ModelError, match=r"lemmas\.json has no tables"):
        Lemmatizer(nlp.vocab).from_disk(tmp_path)


def test_its_score(nlp):
    pipe = nlp.get_pipe("lemmatizer")
    gold = Doc(nlp.vocab, words=["She", "sold", "cats"], lemmas=["she", "sell", "dog"])
    scores = pipe.score([Example(pipe(tagged(nlp)[:3].as_doc()), gold)])
    assert scores["lemma_acc"] == pytest.approx(2 / 3)
