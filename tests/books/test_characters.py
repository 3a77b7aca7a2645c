"""Who is a character of a book: laws, and texts that show them."""

from __future__ import annotations

import pytest

from corefpipe import resolve
from corefpipe.books import Book
from corefpipe.document import Document, Mention
from corefpipe.lexicon import load_lexicon

PRONOUNS = load_lexicon().pronouns
EXCERPTS = ["95_the_prisoner_of_zenda", "514_little_women", "4276_north_and_south"]


def book(text: str, *chains: str, said: str = "") -> Book:
    """The book of words in which the chains, such as "Ann|she", are marked, each mention once, in their order."""
    words = text.split()
    mentions = []
    for number, chain in enumerate(chains):
        at = 0
        for phrase in chain.split("|"):
            wanted = phrase.split()
            at = next(n for n in range(at, len(words)) if words[n : n + len(wanted)] == wanted)
            mentions.append(Mention(at, at + len(wanted), str(number), type="person"))
            at += len(wanted)
    speakers = ["Bo" if word in said.split() else "" for word in words]
    return Book.from_document(
        Document(
            "d",
            words=words,
            mentions=sorted(mentions, key=lambda one: one.start),
            sentence_starts=[0],
            speakers=speakers,
        )
    )


def names(found: Book) -> list[str]:
    return [one.name for one in found.characters]


def test_a_character_has_a_name_or_three_mentions():
    text = "Ann Lee slept . The man saw Ann Lee . A boy saw the man . The boy fell , and the boy wept ."
    assert names(book(text, "Ann Lee|Ann Lee", "The man|the man", "A boy|The boy|the boy")) == ["A boy", "Ann Lee"]


def test_pronouns_alone_are_no_character_of_a_book():
    text = "we saw us . we fell . our things ." + " Ann slept ." * 3
    assert names(book(text, "we|us|we|our", "Ann|Ann|Ann")) == ["Ann"]
    text = "he saw him . he fell ." + " Ann slept ." * 3
    assert names(book(text, "he|him|he", "Ann|Ann|Ann")) == ["he", "Ann"]  # a person of weight in a short text


def test_forms_of_address_are_no_characters():
    said = "yes no sir , Sir . thank you"
    text = "yes , sir . no , Sir . thank you sir . Ann slept . Ann woke ."
    assert names(book(text, "sir|Sir|sir", "Ann|Ann", said=said)) == ["Ann"]
    assert names(book("The sir spoke . " + text, "sir|sir|Sir|sir", "Ann|Ann", said="yes")) == ["Sir", "Ann"]


def test_things_that_move_are_no_characters():
    text = "her legs shook . her legs hurt . legs . Ann slept . Ann woke . Our friends came . These friends ! They ."
    assert names(book(text, "her legs|her legs|legs", "Ann|Ann", "Our friends|These friends|They")) == [
        "Our friends",
        "Ann",
    ]


def test_god_is_no_character():
    text = "God help us . God knows . She prayed to God . Ann slept . Ann woke ."
    assert names(book(text, "God|God|God", "Ann|Ann")) == ["Ann"]


@pytest.fixture(scope="module", params=EXCERPTS)
def excerpt(request, corpora) -> Book:
    """The beginning of a novel, resolved."""
    path = corpora / "novels" / f"{request.param}.txt"
    return Book.from_document(resolve(path.read_text(encoding="utf-8")[:9000]))


@pytest.mark.slow
def test_laws_of_novels(excerpt):
    assert len(excerpt.quotations) > 3
    for one in excerpt.quotations:
        told_to_oneself = one.addressee_entity and one.addressee.lower() in PRONOUNS
        assert not one.entity or one.entity != one.addressee_entity or told_to_oneself
        entity = excerpt.entities.rows.get(one.entity)
        has_name = entity is not None and entity.names
        assert not has_name or one.speaker.lower() not in PRONOUNS
    for character in excerpt.characters:
        assert character.names or character.mentions >= 3 or character.is_narrator
        assert character.is_narrator or character.names or character.phrases or character.mentions >= 3
