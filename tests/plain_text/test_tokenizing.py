"""What tokenizers of pipelines split."""

from __future__ import annotations

import pytest
import spacy

from corefpipe.parsing.pipelines import load_base
from corefpipe.plain_text.tokenizing import split_more


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("She works at SpaceX. It builds rockets.", "She works at SpaceX . It builds rockets ."),
        ("He has a PhD. (She has two PhDs.)", "He has a PhD . ( She has two PhDs . )"),
        ("J. R. Smith Ph.D. met X. Y. Bell.", "J. R. Smith Ph.D. met X. Y. Bell ."),
    ],
)
def test_full_stops(text, words):
    assert [token.text for token in load_base("en").tokenizer(text)] == words.split()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('"Go--" said he--"or stay."', '" Go -- " said he -- " or stay . "'),
        ("'Well!'--'Yes.'--he left", "' Well ! ' -- ' Yes . ' -- he left"),
        ("he replied,—‘I——’", "he replied , — ‘ I —— ’"),
        ("--What is it? --I--yes.", "-- What is it ? -- I -- yes ."),
        ("It is late.--But Mr.--yes.", "It is late . -- But Mr. -- yes ."),
        ("a well-known e-mail", "a well - known e - mail"),
    ],
)
def test_dashes_beside_quotation_marks_and_words(text, words):
    assert " ".join(token.text for token in load_base("en").tokenizer(text)) == words


def test_a_tokenizer_is_changed_once():
    nlp = split_more(load_base("en"))
    pattern = nlp.tokenizer.prefix_search.__self__.pattern
    assert split_more(nlp).tokenizer.prefix_search.__self__.pattern == pattern
    assert split_more(spacy.blank("xx")).tokenizer("<b>a</b>")[1].text == "a"
