"""Names that taggers take for pronouns."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base
from corefpipe.parsing.repairs.capital_names import tag_capital_names

PRONOUNS = frozenset({"who", "it", "us", "i", "they"})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the WHO met .", ["WHO"]),
        ("WHO met it ?", []),
        ("our IT team met . IT met .", ["IT"]),
        ("I met IT .", []),
        ("somebody from IT met it .", ["IT"]),
        ("somebody from US met it .", []),
        ("THE BOSS IS THE WHO", []),
        ("they saw the US .", ["US"]),
        ("they met NeXT .", ["NeXT"]),
        ("", []),
    ],
)
def test_capitals(text, names):
    words = text.split()
    tags = {"the": "DET", "our": "DET", "met": "VERB", "saw": "VERB", "from": "ADP", "is": "AUX", ".": "PUNCT"}
    pos = [tags.get(word.lower(), "PRON" if word.lower() in PRONOUNS else "NOUN") for word in words]
    if "IT team" in text:
        pos[1] = "NOUN"
    if "NeXT" in text:
        pos[words.index("NeXT")] = "ADV"
    sentences = [words[:i].count(".") for i in range(len(words))]
    columns = make_columns(text, " ".join(pos), sentences=sentences)
    tag_capital_names(columns)
    assert [word for word, tag in zip(words, columns.pos, strict=True) if tag == "PROPN"] == names


def test_what_another_document_shows_does_not_count():
    """Of "the WHO met" and "WHO met"."""
    for bounds, pos in (([0, 5], "PROPN"), ([0, 3, 5], "PRON"), ([0, 1, 5], "PRON")):
        columns = make_columns("the WHO met WHO met", "DET PRON VERB PRON VERB", bounds=bounds)
        tag_capital_names(columns)
        assert columns.pos[3] == pos


def test_the_parse_has_a_name():
    parse = Parse.from_doc(load_base("en")("The WHO warned of a virus. Doctors praised the WHO."))
    who = [i for i, word in enumerate(parse.words) if word == "WHO"]
    assert [(parse.pos[i], parse.tags[i], parse.lemmas[i], parse.feats[i]) for i in who] == [
        ("PROPN", "NNP", "who", {"Number": "Sing"})
    ] * 2
