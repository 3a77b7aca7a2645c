"""Emphasis of plain texts, between underscores."""

from __future__ import annotations

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from corefpipe.utils.emphasis import emphasised, underscores, without_emphasis
from corefpipe.utils.views import Group, list_view, text_view


def test_emphasis_and_what_is_none():
    assert without_emphasis("“_You_ may,” _said she_.") == "“You may,” said she."
    assert underscores("“_You_ may") == [1, 5]
    for code in ("snake_case_name", "__init__", "a _ b _ c", "_open", "fill in: ____ and ____"):
        assert without_emphasis(code) == code
        assert underscores(code) == []


@given(st.text("ab_ <é😀.", max_size=30), st.data())
def test_parts_are_those_of_the_text(text, data):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=4)))
    bounds = list(zip([0, *cuts], [*cuts, len(text)], strict=True))
    for keep, expected in ((True, text), (False, without_emphasis(text))):
        plain = emphasised(text, keep)
        html = "".join(plain(start, end) for start, end in bounds)
        assert unescape(re.sub("<[^>]*>", "", html)) == expected


def test_views_in_notebooks_show_emphasis():
    page = text_view("_Ann_ left. _You_ saw her.", [Group("_Ann_", 2, [(1, 4), (22, 25)])])
    assert "_" not in re.sub("<[^>]*>", "", page)
    assert "><em>Ann</em><sup" in page
    assert ". <em>You</em> saw" in page
    page = list_view("_Ann_", 0, [("said _", "Ann", "_, who left")])
    assert "_" not in re.sub("<[^>]*>", "", page)
    assert "said <span" in page
    assert "><em>Ann</em><sup" in page
