"""Tags and zero-width characters are no words, wherever they stand."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc

from corefpipe.chains.coref import Coref
from corefpipe.parsing.doc_columns import columns_of
from corefpipe.parsing.unseen import Tag, tags_of
from corefpipe.plain_text.tokenizing import split_more


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\ufeffAnn \u200bsaw\u200b her\u00ad.", ["Ann", "saw", "her", "."]),
        ("Ann saw \u2060him\u200c. \u200b She left", ["Ann", "saw", "him", ".", "She", "left"]),
        ("<P><b>Ann</b> saw <i>her</i>.<br/>She left</p>.", ["Ann", "saw", "her", ".", "She", "left", "."]),
        ('<a href="x.html" class="a b">Ann</a>, <img src=x.png>Tom', ["Ann", ",", "Tom"]),
        ("[Ann](http://x.org/a) saw [her](#x), Cox [2](x).", ["[", "Ann", "saw", "[", "her", ",", "Cox"]),
        ("<ann> hi <ann@x.org> a < b", ["<", "ann", ">", "hi", "<", "ann@x.org", ">", "a", "<", "b"]),
        ("zero\u200bwidth co\u00adop", ["zero\u200bwidth", "co\u00adop"]),
    ],
)
def test_words(text, words):
    doc = split_more(spacy.blank("en"))(text)
    assert columns_of([doc]).words[: len(words)] == words
    assert doc.text == text


def test_words_that_are_given_are_compared_by_what_is_seen():
    assert columns_of([Doc(spacy.blank("en").vocab, words=["\u200bShe\u200b", "\ufeff", "left"])]).lower == [
        "she",
        "left",
    ]


def test_tags_that_tokens_cross():
    """As those of another tokenizer."""
    doc = Doc(spacy.blank("en").vocab, words=["Ann</b", ">", "<", "b", ">", "x"], spaces=[False] * 6)
    assert list(tags_of(doc)) == [Tag(1, 2, False), Tag(2, 5, False)]


def test_blocks_are_cells():
    columns = columns_of([split_more(spacy.blank("en"))("<ul><li>Mary Hill</li><li>Tom <b>Bell</b></li></ul>")])
    assert columns.words == ["Mary", "Hill", "Tom", "Bell"]
    assert columns.cells[0] == columns.cells[1] < columns.cells[2] == columns.cells[3]


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        ("Ann lost her keys. \u200bShe\u200b found them.", ["Ann", "her", "She"]),
        ("\ufeffAnn lost her keys.", ["Ann", "her"]),
        ("<p><b>Ann</b> lost <i>her</i> keys. <b>She</b> found them</p>.", ["Ann", "her", "She"]),
        ("[Mary Hill](http://x.org/mary) lost her keys.", ["Mary Hill", "her"]),
        ("<td>Mary Hill</td><td>Paris</td>\n\nMary Hill lost her keys.", ["Mary Hill", "Mary Hill", "her"]),
        ('<a href="x.html">Mary Hill</a> lost her keys.', ["Mary Hill", "her"]),
    ],
)
def test_mentions_are_without(nlp, text, chain):
    found = Coref(nlp(text))
    assert [mention.text for mention in found.chains[0]] == chain
    assert all(mention.text == text[mention.start_char : mention.end_char] for mention in found.mentions)
