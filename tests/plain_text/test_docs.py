"""Books in the pipeline: what is no word of the author is in no mention, and offsets are those of the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from spacy.tokens import Doc

import corefpipe
from corefpipe.document import Document
from corefpipe.exceptions import SettingError
from corefpipe.parsing.annotate import annotate
from corefpipe.plain_text.book_text import read_book
from corefpipe.plain_text.docs import tokenized

MILL = (Path(__file__).parent / "mill.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def mill() -> Document:
    return corefpipe.resolve(MILL)


def sentences(document: Document) -> list[str]:
    return [" ".join(document.words[start:end]) for start, end in document.sentences()]


def test_no_mention_is_outside_the_body_or_in_an_illustration(mill):
    ignored = [place for place in read_book(MILL).ignored if place[1] - place[0] > 1]
    assert len(mill.mentions) > 10
    for mention in mill.mentions:
        start = mill.offsets[mention.start]
        assert not any(first <= start < last for first, last in ignored), mill.surface(mention)


def test_offsets_are_those_of_the_text(mill):
    assert mill.text == MILL
    assert all(MILL[at : at + len(word)] == word for word, at in zip(mill.words, mill.offsets, strict=True))


def test_emphasised_names_are_names(mill):
    chains = {mill.chain_name(mentions): mentions for mentions in mill.chains().values()}
    assert sum(mill.surface(one) == "Emma" for one in chains["Emma"]) == 2
    assert any(mill.surface(one).startswith("Mr. Lorry") for one in chains["Mr. Lorry"][1:])


def test_headings_illustrations_and_licence_are_sentences(mill):
    found = sentences(mill)
    assert found[1:3] == ["CHAPTER I", "The Wheel"]
    assert "MR.LORRY'SDREAM" in [one.replace(" ", "") for one in found]
    assert any(one.startswith("_ Emma _ walked") for one in found)
    assert any(one.startswith("[ Illustration") and one.endswith("]") for one in found)
    assert found[-1].startswith("THE END * * *")


def test_a_component_resolves_books_too(packaged):
    doc = packaged(MILL)
    assert doc.text == MILL
    start, end = read_book(MILL).body
    assert all(start <= one.start_char and one.end_char <= end for one in doc._.coref.mentions)
    assert [sentence.text.strip() for sentence in doc.sents][1:3] == ["CHAPTER I", "The Wheel"]


TINY = "CHAPTER I\n\nAnn slept.\n\n[Illustration: Ann woke.]\n\nAnn was ill. She left."


@pytest.mark.parametrize(("read_as", "woken"), [("plain", True), ("auto", True), ("book", False)])
def test_the_user_says_how_a_text_is_read(read_as, woken):
    document = corefpipe.resolve(TINY, read_as=read_as)
    woke = document.words.index("woke")
    assert any(mention.end == woke for mention in document.mentions) == woken
    doc = corefpipe.load(read_as=read_as)(TINY)
    assert any(mention.text == "Ann" and doc[mention.end].text == "woke" for mention in doc._.coref.mentions) == woken


def test_unknown_ways_to_read_a_text(base):
    message = r"unknown read_as 'novel'. Valid are auto, book, plain"
    with pytest.raises(SettingError, match=message):
        corefpipe.resolve(TINY, read_as="novel")
    with pytest.raises(SettingError, match=message):
        corefpipe.load(read_as="novel")


def test_an_ordinary_text_is_untouched(base):
    text = "CHAPTER I\n\n_Ann_ wrote snake_case_names."
    (plain, _), (auto, _), (book, _) = (
        next(iter(annotate([Document("t", text=text)], base, read_as=read_as))) for read_as in ("plain", "auto", "book")
    )
    assert _columns(plain) == _columns(auto)
    assert not plain.user_data.keys() & {("._.", "corefpipe_hidden", 11, None)}
    hidden = [token.text for token in book if token._.corefpipe_hidden]
    assert hidden == ["_", "_"]


def _columns(doc: Doc) -> list[tuple[str, str, int]]:
    return [(token.text, token.dep_, token.head.i) for token in doc]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("_You_--and not", "_ You _ -- and not"),
        ("said _Mr. Bell_'s son", "said _ Mr. Bell _ 's son"),
        ("5 June._--I left", "5 June . _ -- I left"),
        ("It is try_inger_ than", "It is try_inger _ than"),
        ("(_as if_) _", "( _ as if _ ) _"),
        ("D__n him", "D__n him"),
        ("A rose.[1] He", "A rose . [ 1 ] He"),
    ],
)
def test_underscores_are_tokens_of_their_own(base, text, tokens):
    doc = tokenized(read_book(text), base.tokenizer)
    assert doc.text == text
    assert " ".join(token.text for token in doc) == tokens


@pytest.mark.slow
def test_long_books_are_parsed_in_pieces_with_the_same_hidden_tokens(base):
    text = "\n\n".join(f"CHAPTER {n}\n\n" + "_Ann_ met Bo. He gave _her_ a rose.[1] " * 120 for n in range(1, 20))
    ((doc, _),) = annotate([Document("t", text=text)], base)
    assert doc.text == text
    assert {token.text for token in doc if token._.corefpipe_hidden} == {"_", "[", "1", "]"}
    assert {token.pos_ for token in doc if token.text == "_"} == {"SYM"}
