"""Agreement from morphological features where word lists are missing: German, and a language without lists."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc

from corefpipe.constructions.morphology import feature_value, trait_of_pronoun
from corefpipe.features import MentionTable
from corefpipe.features.attributes import grammar
from corefpipe.mentions import Spans, detect
from corefpipe.parsing.parse import Parse

# word, lemma, part of speech, features, head, relation
LAMP = [
    ("Seine", "sein", "DET", "Gender=Fem|Gender[psor]=Masc,Neut|Number=Sing|Number[psor]=Sing|Person=3|Poss=Yes", 1),
    ("Lampe", "Lampe", "NOUN", "Gender=Fem|Number=Sing", 2),
    ("gefällt", "gefallen", "VERB", "", 2),
    ("Ihnen", "Sie", "PRON", "Case=Dat|Number=Plur|Person=3|Polite=Form|PronType=Prs", 2),
    (",", ",", "PUNCT", "", 6),
    ("sie", "sie", "PRON", "Case=Nom|Gender=Fem|Number=Sing|Person=3|PronType=Prs", 6),
    ("gehört", "gehören", "VERB", "", 2),
    ("dem", "der", "DET", "Definite=Def|Gender=Masc|Number=Sing|PronType=Art", 8),
    ("Onkel", "Onkel", "NOUN", "Gender=Masc|Number=Sing", 6),
]
DEPS = ["det:poss", "nsubj", "ROOT", "iobj", "punct", "nsubj", "conj", "det", "iobj"]


def parsed(language: str) -> Parse:
    words, lemmas, pos, feats, heads = map(list, zip(*LAMP, strict=True))
    vocab = spacy.blank(language).vocab
    return Parse.from_doc(Doc(vocab, words=words, lemmas=lemmas, pos=pos, morphs=feats, heads=heads, deps=DEPS))


@pytest.fixture(params=["de", "xx"])
def table(request) -> MentionTable:
    parse = parsed(request.param)
    return MentionTable(parse, Spans.given([(0, 2), (0, 1), (3, 4), (5, 6), (7, 9)], parse))


def test_agreement(table):
    assert table.values("gender") == ["female", "", "", "female", "male"]
    assert table.values("number") == ["singular", "singular", "", "singular", "singular"]
    assert table.values("person") == ["3", "3", "2", "3", "3"]
    # A noun with feminine gender need not be a person: here, a lamp.
    assert table.values("animacy")[0] == ""


def test_an_uncle_is_a_person_by_the_list_alone():
    values = {}
    for language in ("de", "xx"):
        parse = parsed(language)
        values[language] = MentionTable(parse, Spans.given([(7, 9)], parse)).values("animacy")
    assert values == {"de": ["animate"], "xx": [""]}


def test_types_of_pronouns_without_a_list_are_lemmas(table):
    wanted = {"de": ["nominal", "er", "sie", "sie", "nominal"], "xx": ["nominal", "sein", "sie", "sie", "nominal"]}
    assert table.values("type") == wanted[table.parse.language]


def test_determiners(table):
    assert table.values("form")[0] == "possessed"
    assert table.values("form")[4] == "definite"
    assert table.values("core")[4] == "onkel"
    assert table.values("role")[1] == "possessor"


@pytest.mark.parametrize("language", ["de", "xx"])
def test_a_possessive_determiner_is_a_mention(language):
    found = list(detect(parsed(language)))
    assert (0, 1, 0) in found
    assert (0, 2, 1) in found
    assert (7, 8, 7) not in found


def test_several_values_say_nothing():
    parse = parsed("xx")
    assert feature_value(parse, 0, "Gender") == ""
    assert feature_value(parse, 0, "Number") == "singular"
    assert feature_value(parse, 1, "Gender") == "female"
    assert feature_value(parse, 2, "Gender") == ""


def test_english_reads_lists_alone():
    parse = parsed("en")
    assert trait_of_pronoun(parse, 5, "gender") == ""
    assert grammar.gender_of(parse, "nominal", 0, 2, 1) == ""
