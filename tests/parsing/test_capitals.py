"""Names that taggers take for other words."""

from __future__ import annotations

import pytest

from corefpipe.parsing.capitals import capital_names, named_nouns
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base

PRONOUNS = frozenset({"who", "it", "us", "i", "they"})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the WHO met .", ["WHO"]),
        ("WHO met it ?", []),
        ("our IT team met . IT met .", ["IT"]),
        ("I met IT .", []),
        ("THE BOSS IS THE WHO", []),
        ("they saw the US .", ["US"]),
        ("", []),
    ],
)
def test_capitals(text, names):
    words = text.split()
    tags = {"the": "DET", "our": "DET", "met": "VERB", "saw": "VERB", "is": "AUX", ".": "PUNCT"}
    pos = [tags.get(word.lower(), "PRON" if word.lower() in PRONOUNS else "NOUN") for word in words]
    if "IT team" in text:
        pos[1] = "NOUN"
    sentences = [words[:i].count(".") for i in range(len(words))]
    assert [words[i] for i in capital_names(words, pos, sentences)] == names


@pytest.mark.parametrize(
    ("text", "pos", "names"),
    [
        ("The Coca - Cola Company grew", "DET PROPN PUNCT NOUN NOUN VERB", ["Cola", "Company"]),
        ("the Coca - cola grew", "DET PROPN PUNCT NOUN VERB", []),
        ("the Ford Company grew", "DET PROPN NOUN VERB", ["Company"]),
        ("the Ford company grew", "DET PROPN NOUN VERB", []),
        ("the Ford Dealer grew", "DET PROPN NOUN VERB", []),
        ("Company grew", "NOUN VERB", []),
        ("- Cola grew", "PUNCT NOUN VERB", []),
    ],
)
def test_named_nouns(text, pos, names):
    words = text.split()
    assert [words[i] for i in named_nouns(words, pos.split(), {"company"})] == names


def test_the_parse_has_a_name():
    parse = Parse.from_doc(load_base("en")("The WHO warned of a virus. Doctors praised the WHO."))
    who = [i for i, word in enumerate(parse.words) if word == "WHO"]
    assert [(parse.pos[i], parse.tags[i], parse.lemmas[i], parse.feats[i]) for i in who] == [
        ("PROPN", "NNP", "who", {"Number": "Sing"})
    ] * 2
