"""BookNLP's formats, read as its users read them: with pandas and json, as in its notebooks."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pandas
import pytest

from corefpipe.books import Book
from corefpipe.books.booknlp import booknlp_files
from corefpipe.document import Document, Mention, Quotation

TOKENS = (
    "paragraph_ID sentence_ID token_ID_within_sentence token_ID_within_document word lemma byte_onset byte_offset "
    "POS_tag fine_POS_tag dependency_relation syntactic_head_ID event"
)


@pytest.fixture(scope="module")
def files(story):
    return booknlp_files(story, "story")


def table(text):
    return pandas.read_csv(io.StringIO(text), sep="\t", quoting=3, keep_default_na=False)


def test_names(files):
    assert list(files) == [f"story.{end}" for end in ("tokens", "entities", "quotes", "book", "book.html")]


def test_tokens(story, files):
    tokens = table(files["story.tokens"])
    assert list(tokens) == TOKENS.split()
    assert tokens["word"].tolist() == story.document.words
    assert tokens["token_ID_within_document"].tolist() == list(range(len(story.document)))
    assert set(tokens["event"]) == {"O"}
    assert tokens["paragraph_ID"].tolist()[0] == 0
    for start, end, word in zip(tokens["byte_onset"], tokens["byte_offset"], tokens["word"], strict=True):
        assert story.document.text[start:end] == word
    roots = tokens[tokens["dependency_relation"] == "ROOT"]
    assert (roots["syntactic_head_ID"] == roots["token_ID_within_document"]).all()


def test_entities(story, files):
    entities = table(files["story.entities"])
    assert list(entities) == ["COREF", "start_token", "end_token", "prop", "cat", "text"]
    assert set(entities["prop"]) == {"PROP", "NOM", "PRON"}
    assert "PER" in set(entities["cat"]) <= {"PER", "LOC", "ORG"}
    for start, end, text in zip(entities["start_token"], entities["end_token"], entities["text"], strict=True):
        assert " ".join(story.document.words[start : end + 1]) == text
    assert 0 not in set(entities["COREF"])  # the narrator's number


def test_quotes(story, files):
    quotes = table(files["story.quotes"])
    assert list(quotes) == "quote_start quote_end mention_start mention_end mention_phrase char_id quote".split()
    row = quotes[quotes["quote"] == "“ You took the lamp , ”"].iloc[0]
    assert row["mention_phrase"] == "Peter"
    entities = table(files["story.entities"])
    named = entities[(entities["text"] == "Peter") & (entities["start_token"] == int(row["mention_start"]))]
    assert named["COREF"].tolist() == [int(row["char_id"])]
    assert story.document.words[row["quote_start"]] == "“"


def test_characters(story, files):
    characters = json.loads(files["story.book"])["characters"]
    peter = next(
        one for one in characters if one["mentions"]["proper"] and one["mentions"]["proper"][0]["n"] == "Peter"
    )
    assert set(peter) == {"agent", "patient", "mod", "poss", "id", "g", "count", "mentions"}
    assert peter["g"]["argmax"] == "he/him/his"
    assert peter["g"]["max"] == peter["g"]["inference"]["he/him/his"] == 1.0
    assert peter["mentions"]["proper"][0]["c"] == 8
    assert {"w": "laughed", "i": story.document.words.index("laughed")} in peter["agent"]
    assert {name: len(peter[name]) > 0 for name in ("agent", "patient", "mod", "poss")} == dict.fromkeys(
        ("agent", "patient", "mod", "poss"), True
    )
    assert sum(one["c"] for kind in peter["mentions"].values() for one in kind) == peter["count"]


def test_page(files):
    page = files["story.book.html"]
    for title in ("Named characters", "Major entities (proper, common)", "Text"):
        assert f"<h2>{title}</h2>" in page
    assert "Peter (8)" in page
    assert "-peter</sub>" in page
    assert "-peter]</sub>" in page  # after a quotation
    assert 'Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-' in page
    assert "script" not in page


def test_labels_of_a_play(play):
    quotes = table(booknlp_files(play)["book.quotes"])
    assert quotes["mention_phrase"].tolist()[0] == "MARA"
    assert quotes["quote"].tolist()[-1] == "You are a good friend , Tom . Thank you ."


def test_odd_words(story):
    odd = replace(story.document, words=["a\tb\n\r", *story.document.words[1:]])
    tokens = booknlp_files(Book.from_document(odd))["book.tokens"]
    assert {line.count("\t") for line in tokens.splitlines()} == {12}


def test_the_narrator_is_number_zero():
    words = "I lost my hat . Bo found it for me , and Bo laughed .".split()
    mine = [Mention(word, word + 1, "e7", word, "person") for word in (0, 2, 9)]
    his = [Mention(word, word + 1, "e9", word, "person") for word in (5, 12)]
    pos = ["PRON" if word in ("I", "my", "it", "me") else "PROPN" if word == "Bo" else "X" for word in words]
    document = Document(
        "x", words=words, sentence_starts=[0, 5], mentions=sorted(mine + his, key=lambda m: m.start), pos=pos
    )
    files = booknlp_files(Book.from_document(document))
    assert table(files["book.entities"])["COREF"].tolist() == [0, 0, 1, 0, 1]
    assert "3 [NARRATOR]" in files["book.book.html"]
    assert [one["id"] for one in json.loads(files["book.book"])["characters"]] == [0, 1]


def test_a_speaker_in_no_chain_has_a_number():
    words = "“ Go ! ” said Bo .".split()
    document = Document("x", words=words, sentence_starts=[0], quotations=[Quotation(1, 3, "", (5, 6), 0.9)])
    files = booknlp_files(Book.from_document(document))
    assert files["book.quotes"].splitlines()[1].split("\t") == ["0", "3", "5", "5", "Bo", "1", "“ Go ! ”"]
    assert files["book.entities"].splitlines()[1].split("\t") == ["1", "5", "5", "NOM", "PER", "Bo"]
    unknown = replace(document, quotations=[Quotation(1, 3)])
    row = booknlp_files(Book.from_document(unknown))["book.quotes"].splitlines()[1]
    assert row.split("\t")[2:6] == ["None"] * 4
