"""The reading page in a real browser: pointer, keys, search, dark, print, accessibility."""

from __future__ import annotations

import pytest
from helpers.pages import Tab

from corefpipe.document import Document, Mention
from corefpipe.formats import read
from corefpipe.report.pages.reading import reading_page
from corefpipe.report.pages.resolved import REASONS, shown_resolved
from corefpipe.report.pages.shown import Shown
from corefpipe.resolver.resolving import resolve_in_detail

STORY = (
    "Mary Bell lost her keys. She found them under the sofa, and she kept them in a box.\n\n"
    "Her brother John saw Mary Bell and her box. He asked her for it. “You may have it,” said Mary.\n"
)


@pytest.fixture(scope="module")
def story(packaged, base):
    """The page of a short text, resolved by the packaged model."""
    resolver = packaged.get_pipe("corefpipe").resolver
    documents = [Document("Keys", text=STORY)]
    return reading_page(map(shown_resolved, resolve_in_detail(documents, resolver, base, reasons=REASONS)))


@pytest.fixture(scope="module")
def gold(samples):
    """The page of all samples, with gold chains."""
    return reading_page(Shown(document, gold=True) for document in read(samples, "conllu"))


NUMBER = "mark => getComputedStyle(mark, '::after').content"
"""What the style shows at the end of a mark."""


def mark(page, words, number=0):
    return page.locator("mark", has_text=words).nth(number)


def details(page):
    return page.locator("#details").inner_text()


def lit(element):
    return element.evaluate("mark => getComputedStyle(mark).backgroundColor") != "rgba(0, 0, 0, 0)"


def focused(page):
    return page.evaluate("document.activeElement.firstChild.textContent")


def test_pointing_at_a_mention(tab, story):
    page = tab.show(story)
    she = mark(page, "She")
    she.hover()
    assert "she" in details(page).lower()
    assert "pronoun" in details(page)
    assert "%" in page.locator(".gauge").inner_text()
    assert page.locator(".why li").count() == REASONS
    assert page.locator("#details h3").first.inner_text().lower() == "antecedent"
    assert page.locator("#line").get_attribute("d").startswith("M")
    assert lit(she)
    assert lit(mark(page, "Mary Bell"))
    assert not lit(mark(page, "John"))
    page.mouse.move(2, 400)
    assert not lit(she)
    assert "Point at a mention" in details(page)
    assert page.locator("#line").get_attribute("d") == ""


def test_keys(tab, story):
    page = tab.show(story)
    mark(page, "Mary Bell").click()
    told = [focused(page)]
    for key in ("n", "n", "p", "a", "b"):
        page.keyboard.press(key)
        told.append(focused(page))
    assert told == ["Mary Bell", "her", "She", "her", "Mary Bell", "her"]
    assert "her, chain 1, Mary Bell, mention 2 of" in page.locator("#told").text_content()
    assert lit(mark(page, "She"))
    page.keyboard.press("ArrowRight")
    assert focused(page) == "She"
    page.keyboard.press("Escape")
    assert not lit(mark(page, "She"))
    page.keyboard.press("?")
    assert page.locator("dialog").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()


def test_the_list_of_chains(tab, story):
    page = tab.show(story)
    rows = page.locator("#chains button[data-c]")
    assert rows.first.locator(".name").inner_text() == "Mary Bell"
    assert rows.first.locator(".kind").inner_text() == "person"
    counts = [int(count.split()[0]) for count in page.locator("#chains .count").all_inner_texts()]
    assert counts == sorted(counts, reverse=True)
    page.keyboard.press("/")
    page.keyboard.type("it")
    names = page.locator("#chains .name").all_inner_texts()
    assert 0 < len(names) < len(counts)
    assert "Mary Bell" not in names
    assert page.locator("#found").inner_text() == f"{len(names)} chain{'' if len(names) == 1 else 's'} found"
    page.locator("#search").fill("")
    rows.first.click()
    assert rows.first.get_attribute("aria-pressed") == "true"
    assert lit(mark(page, "Mary Bell", 1))
    page.locator("#kind").select_option("object")
    assert set(page.locator("#chains .kind").all_inner_texts()) == {"object"}


def test_nested_mentions(tab, story):
    page = tab.show(story)
    outer = page.locator("mark:has(mark)").first
    inner = outer.locator("mark").first
    assert outer.bounding_box()["y"] + outer.bounding_box()["height"] > (
        inner.bounding_box()["y"] + inner.bounding_box()["height"]
    )
    inner.hover()
    assert lit(inner)


def test_gold_chains_of_several_documents(tab, gold):
    page = tab.show(gold)
    first = page.locator("h1").inner_text()
    assert first.endswith("documents")
    assert page.locator("article:visible").count() == 1
    page.locator("#documents").select_option(index=1)
    assert page.locator("article:visible").get_attribute("id") == "d1"
    page.keyboard.press("ArrowRight")
    page.locator("#chains button[data-c]").first.click()
    page.keyboard.press("n")
    assert "PREVIOUS MENTION" in details(page).upper()
    assert "%" not in details(page)


def test_accessible(tab, dark, story, gold):
    for one, page in ((tab, story), (dark, story), (tab, gold)):
        one.show(page)
        assert one.violations() == []
        mark(one.page, "e").click()
        one.page.locator("#help").click()
        assert one.violations() == []


def test_themes(dark, story):
    page = dark.show(story)
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgb(24, 26, 31)"
    page.locator("#theme").click()
    assert page.evaluate(ground) == "rgb(251, 250, 247)"


def test_print(tab, story):
    page = tab.show(story)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert not page.locator("#details").is_visible()
    assert page.locator("mark").first.is_visible()
    assert len(page.pdf()) > 5000


def test_without_scripts(browser, tmp_path, story):
    page = browser.new_page(java_script_enabled=False)
    (tmp_path / "page.html").write_text(story, encoding="utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    assert "Mary Bell lost her keys." in page.locator("article").inner_text()
    assert "Without scripts" in page.locator("nav").inner_text()
    first = page.locator("mark").first
    assert first.inner_text() == "Mary Bell"
    assert first.evaluate(NUMBER) == '"1"'
    assert first.evaluate("mark => getComputedStyle(mark).borderBottomStyle") == "solid"
    page.close()


def test_numbers_of_marks_that_end_together(tab):
    """Without a comma between them, chains 1 and 2 read as 12."""
    words = "A friend of Ann came . She knew Ann . She left .".split()
    mentions = [Mention(0, 4, "b"), Mention(3, 4, "a"), Mention(6, 7, "b"), Mention(8, 9, "a"), Mention(10, 11, "a")]
    page = tab.show(
        reading_page([Shown(Document("d", words=words, mentions=mentions, sentence_starts=[0]), gold=True)])
    )
    assert [one.evaluate(NUMBER).strip('"') for one in page.locator("mark").all()[:3]] == ["2", "1,\u2009", "2"]


def test_emphasis_of_plain_texts(tab):
    words = "I saw the _ Bounty _ . It sank .".split()
    spaces = [True, True, True, False, False, False, True, True, False, False]
    mentions = [Mention(2, 6, "a"), Mention(7, 8, "a")]
    text = Document("d", words=words, spaces=spaces, mentions=mentions, sentence_starts=[0, 7])
    page = tab.show(reading_page([Shown(text, gold=True)]))
    assert page.locator("article").inner_text().startswith("I saw the Bounty.")
    assert page.locator("em").inner_text() == "Bounty"
    assert page.locator("#chains .name").first.inner_text() == "the Bounty"
    mark(page, "It").click()
    assert "_" not in details(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(browser, tmp_path, story, scheme):
    tab = Tab(browser, tmp_path, viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page = tab.show(story)
    title, dark, keys = (page.locator(place).bounding_box() for place in ("h1", "#theme", "#help"))
    assert abs(dark["y"] - keys["y"]) < 2
    assert abs(title["y"] - keys["y"]) < 12
    assert page.locator("main").bounding_box()["y"] < 0.4 * 844
    assert page.locator("#search").bounding_box()["width"] > 100
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


def test_small_windows(tab, story):
    page = tab.show(story)
    for width in (1000, 500):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        mark(page, "She").click()
        assert page.locator("#details").is_visible()
