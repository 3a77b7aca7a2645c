"""Parse: one view of Docs in either dependency label scheme."""

from __future__ import annotations

import pytest
import spacy
from helpers.parses import CAT_AND_HOUSE, make_doc
from spacy.tokens import Doc

from corefpipe.exceptions import AnnotationError
from corefpipe.parsing.annotations import MissingAnnotationError
from corefpipe.parsing.parse import Parse


def test_columns():
    parse = Parse.from_doc(make_doc(CAT_AND_HOUSE, speakers=["Ann", ""], types={0: "person", 6: "place"}))
    assert len(parse) == 8
    assert parse.words[6] == "House"
    assert parse.lower[6] == "house"
    assert parse.lemmas == ["mary", "'s", "cat", "run", "in", "the", "house", "sleep"]
    assert parse.pos[:2] == ["PROPN", "PART"]
    assert parse.tags[:2] == ["NNP", "POS"]
    assert parse.deps[:2] == ["nsubj", "case"]
    assert parse.heads == [2, 0, 3, 3, 6, 6, 7, 7]
    assert parse.feats[2] == {"Gender": "Fem", "Number": "Sing"}
    assert parse.feats[1] == {}
    assert parse.sentences == [0, 0, 0, 0, 1, 1, 1, 1]
    assert parse.speakers == ["Ann"] * 4 + [""] * 4
    assert parse.entity_types == ["person", "", "", "", "", "", "place", ""]


def test_subtrees():
    parse = Parse.from_doc(make_doc(CAT_AND_HOUSE))
    assert parse.children == [(1,), (), (0,), (2,), (), (), (4, 5), (6,)]
    assert list(zip(parse.left, parse.right, strict=True))[:4] == [(0, 1), (1, 1), (0, 2), (0, 3)]
    assert (parse.left[6], parse.right[6]) == (4, 6)


def test_subtrees_as_spacy_has_them(base):
    doc = base("The old man, who lost it on the way to what he says was Boston, came back. Nobody, not even she, knew.")
    parse = Parse.from_doc(doc)
    assert parse.left == [token.left_edge.i for token in doc]
    assert parse.right == [token.right_edge.i for token in doc]
    assert parse.children == [tuple(child.i for child in token.children) for token in doc]
    assert parse.sentences == [i for i, sentence in enumerate(doc.sents) for _ in sentence]


def test_a_word_without_a_lemma_is_its_own():
    vocab = spacy.blank("en").vocab
    doc = Doc(vocab, words=["Cats", "Sleep"], lemmas=["cat", ""])
    assert Parse.from_doc(doc).lemmas == ["cat", "sleep"]


COLUMNS = {"heads": [1, 1], "deps": ["nsubj", "ROOT"], "pos": ["PRON", "VERB"], "lemmas": ["it", "rain"]}
PARSED = ("heads", "deps")


@pytest.mark.parametrize(
    ("columns", "lacking", "missing"),
    [
        ((), ("heads", "deps", "left", "right", "children"), "no dependency parse. Run a pipeline with a parser"),
        ((), ("pos",), "no parts of speech. Run a pipeline with a tagger or morphologizer"),
        ((), ("lemmas",), "no lemmas. Run a pipeline with a lemmatizer"),
        ((), ("sentences",), "no sentences. Run a pipeline with a parser or sentencizer"),
        ((*PARSED, "lemmas"), ("pos",), "no parts of speech"),
        (("pos", "lemmas"), PARSED, "no dependency parse"),
        (PARSED, ("pos", "lemmas"), "no "),
        ((*PARSED, "pos", "lemmas"), (), ""),
    ],
)
def test_what_is_missing_is_named_when_it_is_read(columns, lacking, missing):
    given = {name: COLUMNS[name] for name in columns}
    parse = Parse.from_doc(Doc(spacy.blank("en").vocab, words=["It", "rains"], **given))
    for name in lacking:
        with pytest.raises(MissingAnnotationError, match=missing) as caught:
            getattr(parse, name)
        assert isinstance(caught.value, AnnotationError)
        assert caught.value.attribute == name
        assert 'corefpipe.load("en")' in str(caught.value)
        assert name in parse.missing
    for name in columns:
        assert getattr(parse, name)
    assert (parse.words, parse.lower, parse.speakers) == (["It", "rains"], ["it", "rains"], ["", ""])


def test_a_head_without_a_parse_is_the_last_word():
    bare = Parse.from_doc(Doc(spacy.blank("en").vocab, words=["the", "cat", "slept"]))
    assert bare.head_of(0, 2) == 1
    parse = Parse.from_doc(make_doc(CAT_AND_HOUSE))
    assert [parse.head_of(*span) for span in ((0, 3), (0, 1), (4, 7), (2, 4))] == [2, 0, 6, 3]


def test_empty():
    parse = Parse.from_doc(spacy.blank("en")(""))
    assert (len(parse), parse.children, parse.sentences) == (0, [], [])


@pytest.mark.parametrize("heads", [[1, 0, 1], [0, 2, 1]])
def test_heads_with_a_cycle(heads):
    # spaCy accepts cycles; following the heads would never end.
    doc = Doc(spacy.blank("en").vocab, words=["a", "b", "c"], heads=heads, deps=["x", "y", "z"], pos=["NOUN"] * 3)
    with pytest.raises(AnnotationError, match="have a cycle"):
        Parse.from_doc(doc)
