"""Texts in another language than the expected one."""

from __future__ import annotations

import re

import pytest
from helpers import ROOT

from corefpipe.formats import read
from corefpipe.lexicon.languages import has_few_function_words, language_code, language_name, other_language

TEXTS = {
    "German": "Der Mann ging in das Haus, und er sah, dass die Frau nicht mehr da war. Sie hatte ihren Hut vergessen.",
    "French": "La femme a perdu ses clés, et elle les cherche avec son frère. Il est sûr que nous les avons.",
    "Spanish": "Ana perdió sus llaves y las buscó con su hermano, pero él no las vio. Fue muy tarde cuando lo supo.",
    "Czech": "Anna ztratila klíče, když byla na cestě domů. Hledala je jako její bratr, který je už měl, ale ne tam.",
    "a language of another script": "Анна потеряла свои ключи. Она искала их с братом, и он нашёл их под дубом.",
}
ENGLISH = [
    "Ann lost her keys. She found them.",
    "Cajun shrimp, crème brûlée, tagliatelle al ragù, boeuf bourguignon, pommes frites, café au lait, filet de sole, "
    "pan con tomate, paella de marisco, vin de la maison, digestif",
    "E BRANTWOOD B STOPPY ELOUISE F BRANTWOOD B STOPPY QUIYINA B BRANTWOOD MICHELLE DUFFY TYLER LAWRENCE SMALLS",
    "if x is None: return self.items[key] for key in range(10) print(value) def main(argv): parser.add_argument(name)",
    "Dem sheeps dey coom by der leetle pasture, he lamented; de worl is de man's, en I ain't gwyne to let him.",
    "Leonardo da Vinci, Vincent van Gogh, Ludwig van Beethoven, Miguel de Cervantes, Otto von Bismarck, Simone de "
    "Beauvoir and Rainer Maria Rilke met Los Angeles, Las Vegas, La Paz and El Paso",
]


def words(text):
    return re.findall(r"\w+", text.lower())


@pytest.mark.parametrize("language", TEXTS)
def test_other_languages(language):
    assert other_language(words(TEXTS[language]), "en") == language


@pytest.mark.parametrize("text", ENGLISH)
def test_english_texts(text):
    assert other_language(words(text), "en") == ""


def test_the_samples(samples):
    for document in read(samples, "text"):
        assert other_language(words(document.text), "en") == ""
    for document in read(ROOT / "corpora" / "german", "conllu"):
        assert other_language([word.lower() for word in document.words], "en") == "German"
        assert other_language([word.lower() for word in document.words], "de") == ""


def test_what_is_unknown_or_short_is_not_judged():
    assert other_language(words(TEXTS["German"]), "xx") == ""
    assert other_language(["der", "die", "und", "nicht"], "en") == ""
    assert other_language([], "en") == ""


def test_an_english_text_in_a_german_model():
    text = "The man went into the house, and he saw that she was not there. They had left it to their mother."
    assert other_language(words(text), "de") == "English"
    assert (language_name("de"), language_name("tlh")) == ("German", "tlh")


def test_long_texts_without_function_words_of_a_language(samples):
    english = [word for document in read(samples, "text") for word in words(document.text)]
    basque = words("Gizonak etxea ikusi zuen eta emakumea ez zegoen han. " * 30)
    assert not has_few_function_words(english, "en")
    assert has_few_function_words(basque, "en")
    assert not has_few_function_words(basque[:100], "en")
    assert not has_few_function_words(basque, "eu")  # no list


def test_codes_of_names():
    assert [language_code(name) for name in ("German", "a language of another script")] == ["de", ""]
