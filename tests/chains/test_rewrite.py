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
from corefpipe.exceptions import SettingError


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
        (
            "My father found the bank. He went there on Monday.",
            "My father found the bank. My father went there on Monday.",
        ),
        ("Ann met a painter. The painter bowed. He left.", "Ann met a painter. The painter bowed. The painter left."),
        ("Ann left her bag. That bag is hers.", "Ann left Ann's bag. That bag is Ann's."),
        ("Ann is tired. She's asleep. She'll wake soon.", "Ann is tired. Ann's asleep. She'll wake soon."),
        ("My old friend is ill. He's asleep.", "My old friend is ill. He's asleep."),
        ("Every boy lost his ball. They cried.", "Every boy lost his ball. They cried."),
        ("Ann is clever, isn't she? She left.", "Ann is clever, isn't she? Ann left."),
        ("Ann washed herself before she left.", "Ann washed herself before Ann left."),
        ("James lost his hat. He cried.", "James lost James's hat. James cried."),
        ("Ann and Tom sold their house.", "Ann and Tom sold Ann and Tom's house."),
        ("Tom saw Ann and took her coat. He thanked her.", "Tom saw Ann and took Ann's coat. Tom thanked Ann."),
        ("You and I know our way.", "You and I know our way."),
    ],
)
def test_in_english(packaged, text, resolved):
    assert packaged(text)._.coref.resolve() == resolved


def parsed(text, heads, deps, morphs=None):
    words = text.split()
    return Doc(VOCAB, words, heads=heads, deps=deps, pos=["X"] * len(words), morphs=morphs or [""] * len(words))


def test_appositions_stay():
    doc = parsed(
        "Ann left . The woman , the nurse , cried .",
        [1, 1, 1, 4, 9, 4, 7, 4, 4, 9, 9],
        ["nsubj", "ROOT", "punct", "det", "nsubj", "punct", "det", "appos", "punct", "ROOT", "punct"],
    )
    found = with_chains(doc, [(0, 1), (3, 5), (6, 8)])._.coref.resolve(replace="all")
    assert found == "Ann left . Ann , the nurse , cried . "
    apart = with_chains(doc, [(0, 1), (6, 8)])._.coref.resolve(replace="all")
    assert apart == "Ann left . The woman , Ann , cried . "


@pytest.mark.parametrize(("words", "kind"), [("Nobody", "Neg"), ("Everyone", "Tot"), ("Somebody", "Ind")])
def test_quantified_pronouns_stay(words, kind):
    doc = parsed(
        f"Ann left . {words} cried .",
        [1, 1, 1, 4, 4, 4],
        ["nsubj", "ROOT", "punct", "nsubj", "ROOT", "punct"],
        ["", "", "", f"PronType={kind}", "", ""],
    )
    assert with_chains(doc, [(0, 1), (3, 4)])._.coref.resolve(replace="all") == f"Ann left . {words} cried . "


@pytest.mark.parametrize(("words", "kind"), [("No nurse", "Neg"), ("Every nurse", "Tot"), ("Some nurse", "Ind")])
def test_quantified_phrases_stay(words, kind):
    doc = parsed(
        f"Ann left . {words} cried .",
        [1, 1, 1, 4, 5, 5, 5],
        ["nsubj", "ROOT", "punct", "det", "nsubj", "ROOT", "punct"],
        ["", "", "", f"PronType={kind}", "", "", ""],
    )
    assert with_chains(doc, [(0, 1), (3, 5)])._.coref.resolve(replace="all") == f"Ann left . {words} cried . "


def test_a_mention_does_not_stand_for_itself():
    doc = with_chains(Doc(VOCAB, "my dear Watson saw my dog".split()), [(0, 3), (0, 1), (4, 5)])
    assert doc._.coref.resolve() == "my dear Watson saw my dear Watson's dog "
    assert doc._.coref.resolve(replace="all") == "my dear Watson saw my dear Watson's dog "
    crossing = with_chains(Doc(VOCAB, "a b c".split()), [(0, 2), (1, 3)], [(2, 3)])
    assert crossing._.coref.resolve() == "a b c "


def test_possessives_of_a_language_without_marks_stay():
    doc = Doc(spacy.blank("de").vocab, "Nora sah ihren Hund . Sie rief .".split())
    doc[2].set_morph("Poss=Yes")
    doc[5].set_morph("PronType=Prs")
    with_chains(doc, [(0, 1), (2, 3), (5, 6)])
    assert doc._.coref.resolve() == "Nora sah ihren Hund . Nora rief . "


@pytest.mark.parametrize(
    ("text", "resolved"),
    [
        (
            "My father liked the bank. My father went there on Monday.",
            "My father liked the bank. My father went to the bank on Monday.",
        ),
        ("Ann lives in Leeds. Bob works there.", "Ann lives in Leeds. Bob works in Leeds."),
        ("Ann saw Leeds. Bob came from there.", "Ann saw Leeds. Bob came from Leeds."),
        ("Ann saw Leeds. Bob works there.", "Ann saw Leeds. Bob works there."),
        ("Mary Bell left. Mary cried. She slept.", "Mary Bell left. Mary Bell cried. Mary Bell slept."),
        ("John and Mary love each other. They kiss.", "John and Mary love each other. John and Mary kiss."),
    ],
)
def test_all_mentions(packaged, text, resolved):
    """Also names, and "there" with the preposition that it needs."""
    assert packaged(text)._.coref.resolve(replace="all") == resolved


def test_what_is_replaced_is_one_of_two(packaged):
    with pytest.raises(SettingError, match=r"unknown replace 'nouns'.*Valid are pronouns, all"):
        packaged("Ann lost her keys.")._.coref.resolve(replace="nouns")


def test_the_name_is_short():
    """The first noun phrase of at most six words, though that is not the chain's name; if there is none, it stays."""
    words = "the old brown heavy wooden garden chairs stood and chairs fell . they broke".split()
    doc = with_chains(Doc(VOCAB, words), [(0, 7), (9, 10), (12, 13)])
    assert doc._.coref.resolve().endswith("fell . chairs broke ")
    doc = with_chains(Doc(VOCAB, words), [(0, 7), (12, 13)])
    assert doc._.coref.resolve() == doc.text


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


def test_offsets_outside_the_text(packaged):
    doc = packaged("Ann lost her keys. She found them.")
    found = doc._.coref.resolve()
    assert found.to_source(0, len(found)) == (0, len(doc.text))
    assert found.from_source(0, len(doc.text)) == (0, len(found))
    for start, end in ((0, len(found) + 1), (-1, 3), (3, 1)):
        with pytest.raises(
            ValueError, match=f"no characters {start} to {end} in the text, which has 0 to {len(found)}"
        ):
            found.to_source(start, end)
    with pytest.raises(ValueError, match="no characters 0 to 1000 in the source"):
        found.from_source(0, 1000)
    part = doc[5:]._.coref.resolve()  # the end of the text, which begins at an offset
    assert part.from_source(19, len(doc.text)) == (0, len(part))
    with pytest.raises(ValueError, match="no characters 0 to 3 in the source"):
        part.from_source(0, 3)


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
