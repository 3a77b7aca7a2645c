"""The part of a mention that names its entity, and texts rewritten with it."""

from __future__ import annotations

import pytest
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from corefpipe.document import naming_length


@pytest.mark.parametrize(
    ("mention", "name"),
    [
        ("*Sherlock/PROPN Holmes/PROPN ,/PUNCT shaking/VERB his/PRON head/NOUN", "Sherlock Holmes"),
        ("the/DET *man/NOUN who/PRON sold/VERB it/PRON", "the man"),
        ("the/DET *man/NOUN she/PRON loved/VERB", "the man"),
        ("the/DET *house/NOUN on/ADP the/DET hill/NOUN ,/PUNCT built/VERB in/ADP 1820/NUM", "the house on the hill"),
        ("the/DET *idea/NOUN of/ADP building/VERB houses/NOUN", "the idea"),
        ("*Ann/PROPN 's/PART", "Ann"),
        ("the/DET *boys/NOUN '/PUNCT", "the boys"),
        ("*Mary/PROPN and/CCONJ John/PROPN Smith/PROPN", "Mary and John Smith"),
        ("*Tom/PROPN ,/PUNCT Dick/PROPN and/CCONJ Harry/PROPN", "Tom, Dick and Harry"),
        ("*Tom/PROPN ,/PUNCT seeing/VERB Dick/PROPN and/CCONJ Harry/PROPN", "Tom"),
        ("Its/PRON *boss/NOUN ,/PUNCT Tim/PROPN Cook/PROPN", "Its boss"),
        ("*Jean/PROPN -/PUNCT Luc/PROPN (/PUNCT 12/NUM )/PUNCT", "Jean-Luc"),
        ("the/DET *end/NOUN of/ADP the/DET very/ADV long/ADJ road/NOUN to/ADP Rome/PROPN", "the end"),
        ("the/DT *man/NN who/WP came/VBD", "the man"),
        ("we/ we/ *we/", "we we we"),
        ("the/DET tall/ADJ ,/PUNCT thin/ADJ *man/NOUN", "the tall, thin man"),
        ("*he/PRON", "he"),
    ],
)  # fmt: skip
def test_the_naming_part(mention, name):
    words, pos = zip(*(token.lstrip("*").split("/") for token in mention.split()), strict=True)
    head = next(place for place, token in enumerate(mention.split()) if token.startswith("*"))
    found = " ".join(words[: naming_length(words, pos, head)])
    assert found.replace(" ,", ",").replace(" - ", "-") == name


def test_line_breaks_in_names(packaged):
    text = "Mary_Bell lost her red_keys. She found them. The old_man of the_sea saw her. He liked Mary Bell. He left."

    def told(gap: str) -> tuple:
        coref = packaged(text.replace("_", gap))._.coref
        resolved = " ".join(coref.resolve().split())
        return [chain.name for chain in coref], resolved, [row[1:9] for row in coref.entity_table()]

    assert told("\n  ") == told(" ")
    assert "Mary Bell's red keys" in told(" ")[1]


@pytest.mark.parametrize("span", [(0, 3), (0, 2), (1, 3), (0, 1)])
def test_mentions_with_whitespace_at_their_edges(span):
    words = ["\n", "Mary", "\n", "sang", ".", "She", "left"]
    doc = Doc(
        Vocab(), words=words, heads=[3, 3, 1, 3, 3, 6, 6], deps=["dep", "nsubj", "dep", "ROOT", "punct"] + 2 * ["dep"]
    )
    doc.spans["coref"] = [Span(doc, *span, span_id="1"), Span(doc, 5, 6, span_id="1")]
    (row,) = doc._.coref.entity_table()
    assert row.name == ("Mary" if span[1] > 1 else "")


@pytest.mark.parametrize(
    ("text", "names", "resolved"),
    [
        (
            'Sherlock Holmes, shaking his head, rose from his chair. "I am tired," he said. The girl laughed. '
            '"You are always tired," said the girl.',
            ["Sherlock Holmes", "The girl"],
            "Sherlock Holmes, shaking Sherlock Holmes's head, rose from Sherlock Holmes's chair. "
            '"I am tired," Sherlock Holmes said. The girl laughed. "You are always tired," said the girl.',
        ),
        (
            "The old house on the hill, built in 1820, burned down. It had stood empty.",
            ["The old house on the hill"],
            "The old house on the hill, built in 1820, burned down. The old house on the hill had stood empty.",
        ),
        (
            "My name is Ishmael. I am a sailor. I have my own hammock, and the captain likes me.",
            ["Ishmael"],
            "My name is Ishmael. I am a sailor. I have Ishmael's own hammock, and the captain likes Ishmael.",
        ),
        (
            "A woman looked up. She had lost her ring.",
            ["A woman"],
            "A woman looked up. The woman had lost the woman's ring.",
        ),
        (
            "Ann: I am late. Are you angry, Bo?\nBo: No, I was late too. My bus broke down.\n",
            ["Ann", "Bo"],
            "Ann: I am late. Are you angry, Bo?\nBo: No, Bo was late too. Bo's bus broke down.\n",
        ),
        ("They met again. They helped us.", ["They"], "They met again. They helped us."),
    ],
)  # fmt: skip
def test_in_english(packaged, text, names, resolved):
    coref = packaged(text)._.coref
    found = [entity.name for entity in coref.entities()]
    assert found == names
    assert coref.resolve() == resolved


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('Ann\'s dog bit the man who sold her the dog. "Your dog is mad," he told her.', ["Ann's dog", "Ann"]),
        ("Apple praised its new phone. The company's boss, Tim Cook, praised it too.", ["Apple", "Tim Cook"]),
    ],
)
def test_names_are_without_endings_and_appositions(packaged, text, names):
    assert [entity.name for entity in packaged(text)._.coref.entities()] == names


@pytest.mark.parametrize(
    ("words", "fit"),
    [
        ("I/PRP/nsubj came/VBD/ROOT", True),
        ("I/PRP/nsubj was/VBD/ROOT", True),
        ("I/PRP/nsubj am/VBP/ROOT", False),
        ("you/PRP/nsubj were/VBD/ROOT", False),
        ("you/PRP/nsubj will/MD/aux go/VB/ROOT", True),
        ("I/PRP/nsubj 'll/MD/aux go/VB/ROOT", False),
        ("he/PRP/nsubj is/VBZ/ROOT", True),
        ("they/PRP/nsubj are/VBP/ROOT", False),
        ("saw/VBD/ROOT me/PRP/obj", True),
        ("you/PRP/vocative fool/NN/ROOT", False),
        ("my/PRP$/nmod:poss fool/NN/ROOT", True),
    ],
)
def test_verbs_must_fit(words, fit):
    rows = [token.split("/") for token in f"Watson/NNP/nsubj left/VBD/ROOT {words}".split()]
    forms, tags, deps = map(list, zip(*rows, strict=True))
    root = next(place for place, dep in enumerate(deps) if dep == "ROOT" and place > 1)
    heads = [1, 1] + [root] * (len(rows) - 2)
    persons = {"i": "1", "me": "1", "my": "1", "you": "2"}
    morphs = [
        f"Person={persons.get(form.lower(), '3')}" if tag.startswith("PRP") else "Number=Sing"
        for form, tag in zip(forms, tags, strict=True)
    ]
    pos = ["PRON" if tag.startswith("PRP") else "PROPN" if tag == "NNP" else "X" for tag in tags]
    doc = Doc(Vocab(), forms, tags=tags, deps=deps, heads=heads, pos=pos, morphs=morphs)
    pronoun = next(token.i for token in doc if token.pos_ == "PRON")
    doc.spans["coref"] = [Span(doc, 0, 1, "name", span_id="1"), Span(doc, pronoun, pronoun + 1, "pronoun", span_id="1")]
    assert bool(doc._.coref.resolve().replaced) == fit


def test_chains_without_a_name_stay():
    for kind, pos in (("pronoun", "PRON"), ("verb", "VERB"), ("", "PRON")):
        doc = Doc(Vocab(), "x met y".split(), pos=[pos, "X", pos])
        doc.spans["coref"] = [Span(doc, place, place + 1, kind, span_id="1") for place in (0, 2)]
        assert doc._.coref.resolve() == doc.text_with_ws
        assert doc._.coref.chains[0].name == "x"
