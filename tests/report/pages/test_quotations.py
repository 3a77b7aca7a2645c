"""Quotations on the reading page: the columns of numbers, and the page in a real browser."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from helpers.pages import Tab

from corefpipe.document import Document, Mention, Quotation
from corefpipe.report.pages.columns import packed, signed
from corefpipe.report.pages.paragraphs import paragraphs_of
from corefpipe.report.pages.quotations import quotations_data
from corefpipe.report.pages.reading import reading_page
from corefpipe.report.pages.shown import Shown

TEXT = (
    "“I shall go,” said Ann to Bo, “or stay.”\n\nA man came. “No,” he cried. “Why?” Bo asked. “Yes?” said an old man."
    "\n\n“Who knows?”\n"
)
WORDS = (
    "“ I shall go , ” said Ann to Bo , “ or stay . ” A man came . “ No , ” he cried . “ Why ? ” Bo asked . "
    "“ Yes ? ” said an old man . “ Who knows ? ”"
).split()


def document() -> Document:
    """A dialogue of Ann (a), Bo (b), a man (c), somebody without a chain, and somebody unknown."""
    offsets, at = [], 0
    for word in WORDS:
        offsets.append(at := TEXT.index(word, at))
        at += len(word)
    spans = [(1, 2, "a"), (7, 8, "a"), (9, 10, "b"), (16, 18, "c"), (24, 25, "c"), (31, 32, "b")]
    said = [
        Quotation(1, 5, "a", (7, 8), 0.9, 0, (6, 7), "b", (9, 10), 0.6),
        Quotation(12, 15, "a", (7, 8), 0.9, 0, (6, 7), "b", (9, 10), 0.6),
        Quotation(21, 23, "c", (24, 25), 1.0, 1, (25, 26)),
        Quotation(28, 30, "b", (31, 32), 0.7, 2, (32, 33)),
        Quotation(35, 37, "", (39, 42), 0.5, 3, (38, 39)),
        Quotation(44, 47, turn=4),
    ]
    return Document(
        "talk",
        words=WORDS,
        text=TEXT,
        offsets=offsets,
        sentence_starts=[0, 16],
        paragraph_starts=[0, 16, 43],
        mentions=[Mention(*span) for span in spans],
        quotations=said,
    )


@pytest.fixture(scope="module")
def page() -> str:
    return reading_page([Shown(document()), Shown(replace(document(), name="bare", quotations=[]))])


def told(page) -> str:
    return page.locator("#details").inner_text()


def test_columns():
    one = document()
    found = quotations_data(one, paragraphs_of(one), {"a": 0, "b": 1, "c": 2})
    assert found == {
        # paragraphs after the one before, offset (from that before in the paragraph), length
        "place": packed([0, 1, 11, 0, 30, 8, 1, 13, 3, 0, 16, 4, 0, 17, 4, 1, 1, 10]),
        "more": [],
        "turn": packed(map(signed, [0, 0, 1, 1, 1, 1])),
        # chain or text, step to the mention, percent below 1
        "speaker": packed([1, 3, 11, 1, 1, 11, 5, 7, 1, 3, 3, 31, 2, 0, 51, 0, 0, 0]),
        "addressee": packed([3, 5, 41, 3, 1, 41, *[0] * 12]),
        "cue": packed([2, 2, 3, 4, 2, 0]),
        "texts": ["an old man", "said", "cried", "asked"],
    }
    assert quotations_data(replace(one, quotations=[]), paragraphs_of(one), {}) is None


def test_names_at_the_margin(tab, page):
    shown = tab.show(page)
    names = shown.locator("article:visible .who")
    assert [name.get_attribute("data-who") for name in names.all()] == ["Ann", "A man", "Bo", "an old man", "?"]
    assert names.first.get_attribute("aria-label") == "Ann to Bo"
    assert names.last.get_attribute("aria-label") == "unknown speaker"
    text = shown.locator("article p").first.bounding_box()
    for name in names.all():
        box = name.bounding_box()
        assert box["x"] + box["width"] <= text["x"]
    tops = [name.bounding_box()["y"] for name in names.all()]
    assert tops == sorted(tops)
    assert min(later - before for before, later in pairwise(tops)) > 8  # none over another
    assert "said Ann to Bo" in shown.locator("article").first.inner_text()
    assert "6 quotations" in shown.locator("#counts").inner_text()
    colours = {name.evaluate("one => getComputedStyle(one).color") for name in names.all()}
    assert len(colours) == 4


def test_what_a_name_tells(tab, page):
    shown = tab.show(page)
    shown.locator(".who").first.click()
    lines = list(filter(None, told(shown).split("\n")))
    assert lines[:2] == ["Quotation", "I shall go, … or stay."]
    assert {"this is the speaker", "90 %", "this is the addressee", "60 %", "said"} <= set(lines)
    assert shown.evaluate("[...CSS.highlights.get('quotation')].map(String)") == ["I shall go,", "or stay."]
    assert shown.locator("#told").text_content() == "Ann to Bo: I shall go, … or stay."
    shown.locator("#details button", has_text="Bo").click()
    assert "mention 1 of 2" in told(shown)
    assert shown.evaluate("CSS.highlights.has('quotation')") is False
    shown.locator(".who").nth(3).click()
    assert "an old man" in told(shown)
    assert "50 %" in told(shown)
    shown.locator(".who").last.click()
    assert told(shown).lower().count("unknown") == 2


def test_the_filter_by_speaker(tab, page):
    shown = tab.show(page)
    choice = shown.locator("#speaker")
    assert choice.bounding_box()["width"] < shown.locator("nav").bounding_box()["width"] - 30
    options = choice.locator("option").all_inner_texts()
    assert options[0] == "all speakers"
    assert set(options[1:]) == {"Ann (1)", "Bo (1)", "A man (1)", "an old man (1)", "unknown speaker (1)"}
    choice.select_option(label="Ann (1)")
    assert shown.evaluate("[...CSS.highlights.get('speaker')].map(String)") == ["I shall go,", "or stay."]
    assert shown.locator("article:visible .who.other").count() == 4
    shown.keyboard.press("Escape")
    assert choice.input_value() == "-1"
    assert shown.locator(".who.other").count() == 0
    assert shown.evaluate("CSS.highlights.has('speaker')") is False


def test_keys(tab, page):
    shown = tab.show(page)
    names = []
    for key in ("q", "q", "q", "Q", "Q", "Q"):
        shown.keyboard.press(key)
        names.append(shown.evaluate("document.activeElement.dataset.who"))
    assert names == ["Ann", "A man", "Bo", "A man", "Ann", "?"]
    assert shown.locator(".who[tabindex='0']").count() == 1
    shown.locator("#speaker").select_option(label="Bo (1)")
    shown.locator("main").focus()
    shown.keyboard.press("q")
    assert shown.evaluate("document.activeElement.dataset.who") == "Bo"
    shown.keyboard.press("Escape")
    shown.keyboard.press("Escape")
    assert "Point at a mention" in told(shown)


def test_a_text_without_quotations(tab, page):
    shown = tab.show(page)
    shown.locator("#documents").select_option(index=1)
    assert not shown.locator("#speaker").is_visible()
    assert shown.locator("article:visible .who").count() == 0
    assert "quotation" not in shown.locator("#counts").inner_text()
    shown.keyboard.press("q")
    assert "Point at a mention" in told(shown)


def test_accessible(tab, dark, page):
    for one in (tab, dark):
        one.show(page)
        one.page.locator(".who").first.click()
        one.page.locator("#speaker").select_option(index=1)
        assert one.violations() == []


def test_on_a_phone(browser, tmp_path, page):
    tab = Tab(browser, tmp_path, viewport={"width": 390, "height": 844})
    shown = tab.show(page)
    assert shown.evaluate("document.documentElement.scrollWidth") <= 390
    assert shown.locator(".who").first.is_visible()
    assert shown.locator(".who").first.bounding_box()["x"] >= shown.locator("article p").first.bounding_box()["x"]
    shown.locator(".who").first.click()
    assert shown.locator("#details").is_visible()
    tab.page.close()
