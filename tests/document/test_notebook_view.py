"""Documents in a notebook."""

from __future__ import annotations

import re
from html import unescape

from corefpipe.document import Document, Mention


def plain(page: str) -> str:
    return unescape(re.sub("<sup[^>]*>.*?</sup>|<[^>]*>", "", page))


def test_words_with_and_without_a_text():
    words, mentions = ["Ann", "left", ".", "She", "ran", "."], [Mention(0, 1, "a"), Mention(3, 4, "a")]
    known = Document("d", words=words, sentence_starts=[0, 3], mentions=mentions)
    assert plain(known._repr_html_()) == "d 1 chain, 2 mentionsAnn left .\nShe ran .1Ann2"
    known.spaces = [True, False, True, True, False, False]
    assert "Ann left. She ran." in plain(known._repr_html_())
    known.text, known.offsets = "Ann left.\n\n\n\nShe ran.", [0, 4, 8, 13, 17, 20]
    assert "Ann left.\n\nShe ran." in plain(known._repr_html_())
    assert known._repr_html_().count("<sup") == 2


def test_a_long_document_is_cut_and_small():
    count = 20_000
    mentions = [Mention(at, at + 1, str(at % 300)) for at in range(count)]
    page = Document("d", words=["word"] * count, mentions=mentions)._repr_html_()
    assert len(page) < 120_000
    assert "300 chains, 20,000 mentions" in page
    assert "…" in page
    assert "280 more chains" in page


def test_hostile_and_empty_documents():
    evil = "</div><script>alert(1)</script>\ud83d\u202e"
    page = Document(evil, words=[evil] * 2, mentions=[Mention(0, 2, evil), Mention(0, 0, "z")])._repr_html_()
    page.encode()
    assert "<script" not in page
    assert page.count("<div") == page.count("</div")
    assert "0 chains" in Document("d")._repr_html_()
    assert "not tokenized" in Document("d", text="not tokenized")._repr_html_()


def test_discontinuous_mentions():
    mention = Mention(0, 5, "a", fragments=((0, 1), (4, 5)))
    page = Document("d", words="sweet and savoury meat pies".split(), mentions=[mention])._repr_html_()
    assert page.count("<sup") == 2
