"""Rewriting a text with its mentions replaced."""

from __future__ import annotations

import copy
import pickle

import pytest
import spacy
from helpers.chain_docs import VOCAB, docs, with_chains
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from corefpipe.chains import ResolvedText


@pytest.mark.parametrize(
    ("text", "resolved"),
    [
        ("Ann lost her keys. She found them.", "Ann lost Ann's keys. Ann found Ann's keys."),
        (
            "Mary Bell swept the steps before she opened the shop. Her brother was at the oven, and he waved.",
            "Mary Bell swept the steps before Mary Bell opened the shop. "
            "Mary Bell's brother was at the oven, and Mary Bell's brother waved.",
        ),
        ("The boys lost their ball. They cried.", "The boys lost the boys' ball. The boys cried."),
        ("Ann lost her keys and didn’t cry.", "Ann lost Ann’s keys and didn’t cry."),
        ("The boys lost their ball. They said: “No!”", "The boys lost the boys’ ball. The boys said: “No!”"),
        ("MARY HILL LOST HER KEYS. HER AUNT CRIED.", "MARY HILL LOST MARY HILL'S KEYS. MARY HILL'S AUNT CRIED."),
        ("THE BOYS LOST THEIR BALL.", "THE BOYS LOST THE BOYS' BALL."),
        ("IBM lost its chief.", "IBM lost IBM's chief."),
        ("Tom hurt himself. He cried.", "Tom hurt himself. Tom cried."),
        ("The old\nmiller woke. He rose.", "The old\nmiller woke. The old miller rose."),
        ("Tom's dog barked. It saw him.", "Tom's dog barked. Tom's dog saw Tom."),
    ],
)
def test_in_english(packaged, text, resolved):
    assert packaged(text)._.coref.resolve() == resolved


def test_a_mention_does_not_stand_for_itself():
    doc = with_chains(Doc(VOCAB, "my dear Watson saw my dog".split()), [(0, 3), (0, 1), (4, 5)])
    assert doc._.coref.resolve() == "my dear Watson saw my dear Watson dog "
    crossing = with_chains(Doc(VOCAB, "a b c".split()), [(0, 2), (1, 3)], [(2, 3)])
    assert crossing._.coref.resolve() == "a b c "


def test_possessives_of_a_language_without_marks_stay():
    doc = Doc(spacy.blank("de").vocab, "Nora sah ihren Hund . Sie rief .".split())
    doc[2].set_morph("Poss=Yes")
    with_chains(doc, [(0, 1), (2, 3), (5, 6)])
    assert doc._.coref.resolve() == "Nora sah ihren Hund . Nora rief . "


def test_kept_mentions_stay(packaged):
    doc = packaged("Ann lost her keys. She found them.")
    assert doc._.coref.resolve(keep=[doc[2:3]]) == "Ann lost her keys. Ann found her keys."


def test_a_part_of_the_text(packaged):
    doc = packaged("Ann lost her keys. She found them.")
    (_, second) = doc.sents
    found = second._.coref.resolve()
    assert found == "Ann found Ann's keys."
    assert [found[piece.start : piece.end] for piece in found.replaced] == ["Ann", "Ann's keys"]
    assert doc.text[slice(*found.to_source(0, 3))] == "She"
    assert doc.text[slice(*found.to_source(4, 9))] == "found"
    assert found.from_source(19, 22) == (0, 3)
    with pytest.raises(ValueError, match="no characters 0 to 3"):
        found.from_source(0, 3)


def test_offsets(packaged):
    doc = packaged("Ann lost her keys. She found them.")
    found = doc._.coref.resolve()
    for word, source in (("lost", "lost"), ("found", "found"), ("Ann found", "She found"), ("Ann's keys.", "them.")):
        start = found.rindex(word)
        assert doc.text[slice(*found.to_source(start, start + len(word)))] == source


def test_it_is_a_string_that_can_be_copied(packaged):
    found = packaged("Ann lost her keys.")._.coref.resolve()
    for other in (copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert isinstance(other, ResolvedText)
        assert (other, other.replaced, other.offset) == (found, found.replaced, found.offset)
    assert found.upper() == "ANN LOST ANN'S KEYS."


@given(docs(), st.data())
def test_law_what_is_not_replaced_is_the_very_text(doc, data):
    found = doc._.coref.resolve()
    text, at, source = doc.text, 0, 0
    for piece in found.replaced:
        assert found[at : piece.start] == text[source : piece.source_start]
        at, source = piece.end, piece.source_end
    assert found[at:] == text[source:]
    start = data.draw(st.integers(0, len(found)))
    end = data.draw(st.integers(start, len(found)))
    first, last = found.to_source(start, end)
    assert 0 <= first <= last <= len(text)
    if not any(piece.start < end and start < piece.end for piece in found.replaced):
        assert text[first:last] == found[start:end]
    if start < end:
        again = found.from_source(first, last)
        assert again[0] <= start < end <= again[1]


@given(docs())
def test_law_with_everything_kept_nothing_changes(doc):
    assert doc._.coref.resolve(keep=doc._.coref.mentions) == doc.text
