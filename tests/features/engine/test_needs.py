"""Docs without annotation: which layers are missing, and which features need them."""

from __future__ import annotations

import pytest
import spacy
from helpers.registries import restored
from spacy.tokens import Doc, SpanGroup

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.features import LEARNED, PAIR_FEATURES, FeatureSet, boolean, learned, model_of
from corefpipe.parsing.annotations import MissingAnnotationError
from corefpipe.parsing.parse import Parse

FULL = {
    "heads": [1, 1, 1, 4, 4],
    "deps": ["nsubj", "ROOT", "obj", "nsubj", "ROOT"],
    "pos": ["PROPN", "VERB", "NOUN", "PRON", "VERB"],
    "tags": ["NNP", "VBD", "NNS", "PRP", "VBD"],
    "lemmas": ["Ann", "see", "cat", "it", "run"],
}
VOCAB = spacy.blank("en").vocab
WORDS = ["Ann", "saw", "cats", "it", "ran"]
DOCUMENT = Document("d", words=WORDS, mentions=[Mention(0, 1, "a"), Mention(2, 3, "b"), Mention(3, 4, "b")])


def doc(*columns: str, sentences: bool = False) -> Doc:
    given = {name: FULL[name] for name in columns}
    starts = [True, False, False, True, False] if sentences else None
    return Doc(VOCAB, words=WORDS, sent_starts=None if "heads" in columns else starts, **given)


PARSE = ("heads", "deps")


@pytest.mark.parametrize(
    ("columns", "text", "message"),
    [
        (
            ("pos", "tags", "lemmas"),
            '[[link]]\nfeatures = ["role_match", "bias", "embedding"]',
            "the Doc has no dependency parse, which '' needs for role_match. Run a pipeline with a parser before",
        ),
        (
            (*PARSE, "lemmas"),
            '[[link]]\n[link.features]\nBIAS = "bias"\nKIND = "ana.kind"\nHEAD = "head_match"',
            "the Doc has no parts of speech, which '' needs for KIND, HEAD. Run a pipeline with a tagger or morpho",
        ),
        (
            (*PARSE, "pos", "tags"),
            '[[link]]\nfeatures = ["ana.kind", "head_match"]\n[[start]]\nfeatures = ["ana.governor"]',
            "the Doc has no lemmas, which '' needs for head_match, ana.governor. Run a pipeline with a lemmatizer",
        ),
        (
            ("pos", "tags", "lemmas"),
            '[[link]]\nfeatures = ["sentence_distance", "mention_distance"]',
            "the Doc has no sentences, which '' needs for sentence_distance. Run a pipeline with a parser or sent",
        ),
        (
            (*PARSE, "pos", "tags"),
            '[[link]]\nfeatures = ["ana.kind"]',
            "which '' needs for the index of its candidates",
        ),
    ],
)
def test_what_is_missing_and_for_which_features(columns, text, message):
    index = 10 if "index" in message else 0
    features = FeatureSet.parse(f"candidates.indexed = {index}\n{text}")
    for attempt in (features.fit, features.transform, features.fit_transform):
        with pytest.raises(AnnotationError, match=message):
            attempt([(doc(*PARSE, *FULL), DOCUMENT), (doc(*columns), DOCUMENT)])


def test_long_lists_are_cut():
    with pytest.raises(AnnotationError, match=r"'default' needs for .*, [a-z_.* ]+ and [0-9]+ more. Run a pipeline"):
        FeatureSet("default").fit([(doc("pos", "tags", "lemmas", sentences=True), DOCUMENT)])


def test_training_a_model_says_it_too():
    with restored(LEARNED, PAIR_FEATURES):

        @learned("made")
        class Governors:
            def fit(self, tables, labels):
                return [table["governor"] for table in tables]

        @boolean(learned="made")
        def made(pairs):
            return model_of(pairs.table, "made")

        features = FeatureSet.parse('candidates.indexed = 0\n[[link]]\nfeatures = ["bias", "made"]')
        with pytest.raises(AnnotationError, match=r"the Doc has no lemmas, which '' needs for made\. Run"):
            features.fit([(doc(*PARSE, "pos", "tags"), DOCUMENT)])


def test_scoring_says_it_too():
    text = '[[link]]\nfeatures = ["mention_distance", "role_match"]'
    features = FeatureSet.parse(f"candidates.indexed = 0\n{text}").fit([(doc(*FULL), DOCUMENT)])
    with pytest.raises(AnnotationError, match="no dependency parse, which '' needs for role_match"):
        features.transform([(doc("pos", "lemmas", sentences=True), DOCUMENT)])


def test_words_alone_are_enough_for_some_features():
    bare = doc()
    bare.spans["coref"] = SpanGroup(bare, spans=[bare[0:1], bare[2:3], bare[3:4]])
    features = FeatureSet.parse(
        'candidates.indexed = 0\n[[link]]\nfeatures = ["mention_distance", "embedding", "ana.first", "speaker_match"]'
    )
    assert features.transform([bare]).n_links == 6
    assert "ana.first=cats" in features.get_feature_names_out()


def test_no_mentions_need_nothing():
    bare = doc()
    bare.spans["coref"] = SpanGroup(bare)
    assert FeatureSet("default").transform([bare]).n_links == 0


def test_a_column_that_is_missing():
    parse = Parse.from_doc(doc("pos"))
    assert parse.pos == FULL["pos"]
    for column in ("heads", "deps", "children", "left", "right", "lemmas", "sentences"):
        with pytest.raises(MissingAnnotationError, match="the Doc has no") as caught:
            getattr(parse, column)
        assert caught.value.attribute == column
        assert 'before corefpipe, for instance corefpipe.load("en")' in str(caught.value)
    with pytest.raises(AttributeError, match=r"lemma$"):
        _ = parse.lemma
