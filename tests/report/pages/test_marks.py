"""Paragraphs as HTML with marks: nesting, crossing, numbers that stand together, emphasis."""

from __future__ import annotations

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from corefpipe.report.pages.marks import marked_paragraph


def shown(text, pieces, chain_of, sizes):
    """What a reader sees, with the class and the number of each mark before its words."""
    html, _ = marked_paragraph(text, pieces, chain_of, sizes)

    def told(tag: re.Match[str]) -> str:
        facts = [tag[1] or tag[2], tag[3]]
        return f"[{' '.join(filter(None, facts))}|"

    html = re.sub(r'<mark(?: class=(?:"([^"]*)"|(\w+)))?(?: data-n=(\d+))?(?: data-m=\d+)?>', told, html)
    return unescape(html.replace("</mark>", "]"))


def test_nested_marks_that_end_together():
    assert shown("a wife", [(0, 6, 0), (2, 6, 1)], [39, 2], [2] * 40) == "[c7 h1 40|a [c2 e 3|wife]]"
    assert shown("her cat", [(0, 7, 0), (0, 3, 1)], [1, 0], [2, 2]) == "[c1 h1 2|[1|her] cat]"


def test_an_only_mention_has_no_number_to_separate():
    assert shown("a wife", [(0, 6, 0), (2, 6, 1)], [1, 0], [2, 1]) == "[h1|a [1|wife]]"


def test_crossing_marks_are_drawn_in_pieces():
    assert shown("abcdef", [(0, 4, 0), (2, 6, 1)], [0, 1], [2, 2]) == "[h1 1|ab[c1 r 2|cd]][c1 2|ef]"


def test_markup_is_escaped():
    html, _ = marked_paragraph("<b>&", [(0, 4, 0)], [0], [2])
    assert html == "<mark data-n=1 data-m=0>&lt;b&gt;&amp;</mark>"


def test_only_numbers_that_are_not_expected_are_written():
    html, expected = marked_paragraph("abcd", [(0, 1, 4), (1, 2, 5), (2, 3, 9)], [0] * 10, [10], 4)
    assert expected == 10
    assert re.findall(r"data-m=(\d+)", html) == ["9"]


def test_emphasis_of_plain_texts():
    html, _ = marked_paragraph("“_You_ may,” _said she_.", [(2, 5, 0)], [0], [2])
    you = "<span hidden>_</span><mark data-n=1 data-m=0><em>You</em></mark><span hidden>_</span>"
    assert html == f"“{you} may,” <span hidden>_</span><em>said she</em><span hidden>_</span>."
    for code in ("snake_case_name", "__init__", "a _ b _ c", "_open", "fill in: ____ and ____"):
        assert marked_paragraph(code, [], [], []) == (code, -1)


@given(st.text(st.sampled_from("ab_ <&😀é"), max_size=30), st.data())
def test_law_the_text_stays_as_it_is(text, data):
    units = len(text.encode("utf-16-le")) // 2
    edges = [len(text[:number].encode("utf-16-le")) // 2 for number in range(len(text) + 1)]
    spans = st.tuples(st.sampled_from(edges), st.sampled_from(edges)).filter(lambda span: span[0] < span[1])
    found = data.draw(st.lists(spans, max_size=8)) if units else []
    pieces = [(start, end, 10 * (len(found) - number)) for number, (start, end) in enumerate(found)]
    html, _ = marked_paragraph(text, pieces, [0] * 100, [2], -1)
    assert unescape(re.sub(r"<[^>]*>", "", html)) == text
    for start, end, number in pieces:
        inside = re.split(rf'<mark(?: class="?[^"=]*"?)? data-n=1 data-m={number}>', html)[1:]
        words = "".join(_until_closed(part) for part in inside)
        assert words == text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def _until_closed(html: str) -> str:
    """The text of a mark whose tag is before this HTML."""
    depth, text = 1, ""
    for part in re.split(r"(<mark[^>]*>|</mark>)", html):
        depth += part.startswith("<mark") - (part == "</mark>")
        if not depth:
            break
        text += unescape(re.sub(r"<[^>]*>", "", part))
    return text
