"""The reading page: what is in the file."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

from corefpipe.document import Document, Mention, Quotation
from corefpipe.report.pages.reading import reading_page
from corefpipe.report.pages.shell import label
from corefpipe.report.pages.shown import MentionFacts, Shown

WORDS = ["Ann", "saw", "her", "cat", ".", "She", "fed", "it", "."]
MENTIONS = [Mention(0, 1, "a"), Mention(2, 4, "c"), Mention(2, 3, "a"), Mention(5, 6, "a"), Mention(7, 8, "c")]
TEXT = Document("Ann's cat", words=WORDS, sentence_starts=[0, 5], mentions=MENTIONS)
EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\"'"


def data_of(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


class Elements(HTMLParser):
    """The elements of a page, and the text of its paragraphs."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.paragraphs, self.last = [], [], None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag == "p":
            self.paragraphs.append("")
        if tag != "mark":
            self.last = tag

    def handle_data(self, data):
        if self.last == "p":
            self.paragraphs[-1] += data.replace("\n", "")


def test_the_text_and_its_chains():
    page = reading_page([Shown(TEXT, gold=True)])
    (found,) = data_of(page)["documents"]
    assert found["names"] == ["Ann", "her cat"]
    assert found["chain"] == "ABAAB"
    assert found["place"] == "AAD" + "AIH" + "AAD" + "BAD" + "AIC"
    assert {"Ann saw her cat.", "She fed it."} <= set(Elements(page).paragraphs)
    assert "<title>Ann&#39;s cat</title>" in page


def test_the_same_bytes():
    assert reading_page([Shown(TEXT)]) == reading_page([Shown(TEXT)])


def test_nothing_is_loaded():
    for tag, attributes in Elements(reading_page([Shown(TEXT)])).tags:
        assert tag not in ("link", "iframe", "object", "img", "base")
        assert not {"src", "srcset", "style", "onclick"} & attributes.keys()
        assert attributes.get("href", "#").startswith("#")
    assert "default-src &#39;none&#39;" in reading_page([Shown(TEXT)])


def test_hostile_words_names_and_speakers():
    words = [EVIL, "\u202eEvil", "\ud83d", "\x00\x1b", EVIL]
    mentions = [Mention(0, 5, EVIL, type=EVIL), Mention(0, 2, EVIL), Mention(1, 3, "\u202e")]
    said = [Quotation(0, 1, EVIL, (0, 2), 0.5, 0, (4, 5)), Quotation(2, 3, mention=(1, 3), turn=1)]
    text = Document(EVIL, words=words, mentions=mentions, sentence_starts=[0], speakers=[EVIL] * 5, quotations=said)
    facts = [MentionFacts("pronoun", 0.5, 1, [(1, 0.5)], [((EVIL, EVIL), -1.0)])] * 3
    page = reading_page([Shown(text, facts)], EVIL)
    page.encode()
    scripts = [attributes for tag, attributes in Elements(page).tags if tag == "script"]
    assert scripts == [{"type": "application/json", "id": "data"}, {}]
    assert not any(tag == "img" for tag, _ in Elements(page).tags)
    (found,) = data_of(page)["documents"]
    assert found["texts"] == [[EVIL, EVIL, 0]]
    assert found["abouts"] == [EVIL]
    assert "\u202e" not in "".join(found["names"])
    assert [label(EVIL), label("Evil \ufffd")] == sorted(found["said"]["texts"])


def test_names_that_are_rare_in_their_chain():
    words = ["Oh", "you", "foolish", "Alice", *["Alice"] * 11]
    spans = [(0, 4), *((place, place + 1) for place in range(4, 15))]
    mentions = [Mention(start, end, "a", end - 1) for start, end in spans]
    text = Document("d", words=words, pos=["INTJ", "PRON", "ADJ", *["PROPN"] * 12], mentions=mentions)
    names = [data_of(reading_page([Shown(text)]))["documents"][0]["names"]]
    text.mentions = mentions[:3]
    names.append(data_of(reading_page([Shown(text)]))["documents"][0]["names"])
    assert names == [["Alice"], ["Alice"]]


def test_pieces_of_mentions():
    words = [f"w{number}" for number in range(8)]
    mentions = [Mention(0, 8, "a", fragments=((0, 1), (3, 5), (7, 8))), Mention(1, 6, "b")]
    text = Document("d", words=words, sentence_starts=[0, 4], mentions=mentions)
    (found,) = data_of(reading_page([Shown(text)]))["documents"]
    assert found["more"] == [[0, 0, 9, 2], [0, 1, 0, 2], [0, 1, 9, 2], [1, 1, 0, 5]]


def test_mentions_in_any_order():
    jumbled = replace(TEXT, mentions=MENTIONS[::-1])
    assert reading_page([Shown(jumbled, gold=True)]) == reading_page([Shown(TEXT, gold=True)])


def test_several_documents_and_none():
    page = reading_page([Shown(TEXT), Shown(Document("empty"))])
    assert [document["names"] for document in data_of(page)["documents"]] == [["Ann", "her cat"], []]
    assert "<title>2 documents</title>" in page
    assert "This text is empty." in page
    assert data_of(reading_page([]))["documents"] == []
