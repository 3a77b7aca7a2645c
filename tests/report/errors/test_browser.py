"""The page of errors in a real browser: bars, groups, search, keys, dark, print, accessibility, hostile texts."""

from __future__ import annotations

import pytest
from helpers.pages import Tab

from corefpipe.document import Document, Mention
from corefpipe.report.errors import error_analysis, error_comparison

ROOM = """select => {
    const pen = document.createElement("canvas").getContext("2d");
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    pen.font = font;
    const longest = pen.measureText(select.selectedOptions[0].text).width;
    return select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - longest;
}"""
"""Pixels that the chosen option of a select leaves."""
WORDS = "Ann Lee met Bob . She liked the man . It rained . Lee left , and he stayed .".split()
TAGS = "NNP NNP VBD NNP . PRP VBD DT NN . PRP VBD . NNP VBD , CC PRP VBD .".split()
EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\"'"


def chains(name="d", words=WORDS, starts=(0, 5, 10, 13), tags=TAGS, **of: list[tuple[int, int]]) -> Document:
    mentions = [Mention(*span, entity) for entity, spans in of.items() for span in spans]
    mentions.sort(key=lambda mention: (mention.start, -mention.end))
    return Document(name, 0, list(words), list(starts), mentions, tags=tags, genre="story")


KEY = chains(a=[(0, 2), (5, 6), (13, 14)], b=[(3, 4), (7, 9), (17, 18)], c=[(2, 3), (6, 7)])
A = chains(x=[(1, 2), (5, 6), (17, 18)], y=[(3, 4), (7, 9)], z=[(10, 11), (16, 17)])
B = chains(x=[(0, 2), (5, 6)], y=[(3, 4), (7, 9), (17, 18)], z=[(10, 11), (16, 17)])


@pytest.fixture(scope="module")
def one():
    return error_analysis(KEY, A).to_html()


@pytest.fixture(scope="module")
def two():
    keys, a, b = ([document, chains("e", x=[(0, 2), (5, 6)])] for document in (KEY, A, B))
    return error_comparison(keys, a, b).to_html(names=("first", "second"))


def choose(page, title, number=0):
    page.locator("#classes button", has_text=title).nth(number).click()


def cards(page):
    return page.locator("#list article")


def cells(card):
    rows = [row.locator("th, td").all_text_contents() for row in card.locator(".what tbody tr").all()]
    return [[" ".join(cell.split()) for cell in row] for row in rows]


def groups(page):
    return [row.inner_text().split("\n") for row in page.locator("#groups li").all()]


def test_from_a_bar_to_its_errors(tab, one):
    page = tab.show(one)
    assert page.locator("#overview .sums tr").first.inner_text().split("\t") == [
        "MUC recall",
        "(5 − 4 missing links) / 5",
        "= 20.00 %",
    ]
    choose(page, "Missing links")
    assert not page.locator("#overview").is_visible()
    assert page.locator("#title").inner_text() == "Missing links 4"
    assert cards(page).count() == 4
    assert groups(page)[0] == ["pronoun to name", "1 of 1", "100 %"]
    page.locator("#groups button", has_text="pronoun to name").click()
    assert page.locator("#found").inner_text() == "1 of 4 errors"
    assert cells(cards(page).first) == [
        ["Ann Lee antecedent", "1 Ann Lee · 3 mentions", "other boundaries: Lee"],
        ["She anaphor", "1 Ann Lee · 3 mentions", "a Lee · 3 mentions"],
    ]
    asked = cards(page).locator("mark.asked")
    assert [text.strip() for text in asked.all_text_contents()] == ["Ann Lee", "Lee", "She", "She"]
    assert cards(page).locator("mark:not(.asked)").count() == 0  # the third mention is in another sentence
    page.locator("#wide").check()
    assert cards(page).locator("mark:not(.asked)").all_text_contents() == ["Lee", "he"]
    page.locator("#chosen button").click()
    assert cards(page).count() == 4
    choose(page, "Other boundaries")
    assert cells(cards(page).first) == [
        ["Ann Lee", "1 Ann Lee · 3 mentions", "other boundaries: Lee"],
        ["Lee", "other boundaries: Ann Lee", "a Lee · 3 mentions"],
    ]
    page.locator("#by").select_option("boundary")
    assert [row[:2] for row in groups(page)] == [["shorter at the start", "1"]]


def test_from_the_costs_to_the_errors(tab, one):
    page = tab.show(one)
    page.locator("#overview button", has_text="Conflated").click()
    assert page.locator("#title").inner_text() == "Conflated: parts to split off 1"
    assert page.evaluate("document.activeElement.id") == "title"
    assert cells(cards(page).first) == [
        ["he", "1 Bob · 3 mentions", "a Lee · 3 mentions"],
        ["She nearest of the other 2", "2 Ann Lee · 3 mentions", "a Lee · 3 mentions"],
    ]


def test_filters_work_together(tab, one):
    page = tab.show(one)
    choose(page, "Wrong links")
    assert cards(page).count() == 3
    page.locator("#by").select_option("distance")
    assert [row[0] for row in groups(page)] == ["1 sentence", "2 to 3 sentences"]
    page.locator("#groups button", has_text="1 sentence").click()
    page.locator("#by").select_option("kinds")
    assert [row[:2] for row in groups(page)] == [["pronoun to name", "1"], ["nominal to pronoun", "1"]]
    page.locator("#search").fill("SHE")
    assert page.locator("#found").inner_text() == "1 of 3 errors"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert page.locator("#found").inner_text() == "3 errors"
    page.keyboard.press("Escape")
    assert page.locator("#overview").is_visible()


def test_keys(tab, one):
    page = tab.show(one)
    page.keyboard.press("ArrowRight")
    assert page.locator("#title").inner_text() == "Missing links 4"
    told = []
    for key in ("n", "n", "p"):
        page.keyboard.press(key)
        told.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    assert told == ["1 of 4", "2 of 4", "1 of 4"]
    page.keyboard.press("c")
    assert page.locator("#wide").is_checked()
    page.keyboard.press("g")
    assert page.locator("#by").input_value() == "form"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.locator("dialog").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    assert page.locator("#overview").is_visible()


def test_two_responses(tab, two):
    page = tab.show(two)
    assert "first CoNLL" in page.locator("#counts").inner_text()
    got = page.locator("#overview table").first.locator("tbody tr").first.inner_text().split("\t")
    assert got[:5] == ["links of the key", "2", "0", "2", "2"]
    assert page.locator(".scores tbody tr").count() == 8
    choose(page, "Missing links")
    assert cards(page).count() == 4
    page.locator("#who").select_option("only A")
    assert cards(page).count() == 2
    assert cards(page).first.locator(".by").inner_text() == "only A"
    assert cells(cards(page).first)[1] == [
        "She anaphor",
        "1 Ann Lee · 3 mentions",
        "b Lee · 3 mentions",
        "a Ann Lee · 2 mentions",
    ]


def test_accessible(tab, dark, one, two):
    for each, html in ((tab, one), (dark, two)):
        page = each.show(html)
        assert each.violations() == []
        choose(page, "Missing links")
        page.locator("#groups button").first.click()
        assert each.violations() == []


def test_small_windows_and_print(tab, two):
    page = tab.show(two)
    for width in (900, 420):
        page.set_viewport_size({"width": width, "height": 700})
        choose(page, "Missing links")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        choose(page, "Overview")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    assert page.locator("#overview .sums").first.is_visible()
    assert len(page.pdf()) > 5000


def test_all_bars_of_classes_have_one_scale(tab, one):
    page = tab.show(one)
    rows = [
        (int(row.locator(".count").inner_text()), row.locator(".track").bounding_box()["width"])
        for row in page.locator("#classes li button").all()
    ]
    most, widest = max(rows)
    for count, width in rows:
        assert width == pytest.approx(widest * count / most, abs=1)


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")])
def test_nothing_is_cut_off(browser, tmp_path, one, width, scheme):
    tab = Tab(browser, tmp_path, viewport={"width": width, "height": 844}, color_scheme=scheme)
    page = tab.show(one)
    column = page.locator("#overview .costs th", has_text="In turn").bounding_box()
    assert column["x"] + column["width"] <= width
    assert abs(page.locator("#theme").bounding_box()["y"] - page.locator("#help").bounding_box()["y"]) < 2
    choose(page, "Missing links")
    assert page.locator("#by").evaluate(ROOM) >= 0
    assert page.locator("#list .context").first.inner_text().find(" .") < 0
    page.close()


def test_without_scripts(browser, tmp_path, one):
    page = browser.new_page(java_script_enabled=False)
    (tmp_path / "page.html").write_text(one, encoding="utf-8")
    page.goto((tmp_path / "page.html").as_uri())
    assert "Without scripts" in page.locator("nav").inner_text()
    assert "MUC recall" in page.locator("#overview").inner_text()
    page.close()


@pytest.mark.slow
def test_markup_does_not_run(tab):
    words = [EVIL, "\u202eEvil\u2066", "\x00\x1b\udcff", "<!--", "😀", "she"]

    def text(*spans: tuple[int, int]) -> Document:
        mentions = [Mention(*span, EVIL) for span in spans]
        return Document(
            EVIL, 0, words, [0], mentions, speakers=[EVIL] * 6, tags=["PRP"] * 6, genre=f"\u202e{EVIL}\udcff"
        )

    key = text((0, 6), (0, 2), (1, 3), (4, 5), (5, 6))
    page = tab.show(
        error_comparison(key, text((1, 4), (4, 6)), text((5, 6))).to_html(title=f"{EVIL}\udcff", names=(EVIL, EVIL))
    )
    for number in range(12):
        page.locator("#classes li button").nth(number).click()
        for grouping in page.locator("#by:visible option").all():
            page.locator("#by").select_option(grouping.get_attribute("value"))
            if page.locator("#groups button").count():
                page.locator("#groups button").first.click()
    choose(page, "Missing links")
    assert [text.strip() for text in cards(page).last.locator("mark.asked").all_text_contents()][-1] == "she"
    assert page.locator("img").count() == 0
    assert page.evaluate("typeof Corpus") == "undefined"


def test_crossing_and_discontinuous_mentions(tab):
    words = [f"w{number}" for number in range(12)]
    mentions = [
        Mention(0, 6, "a"),
        Mention(1, 12, "a", fragments=((1, 2), (8, 9), (11, 12))),
        Mention(3, 9, "b"),
        Mention(5, 11, "b"),
    ]
    page = tab.show(
        error_analysis(Document("d", 0, words, [0, 7], mentions), Document("d", 0, words, [0, 7])).to_html()
    )
    choose(page, "Missing entities")
    sentences = [" ".join(text.split()) for text in cards(page).first.locator(".context bdi").all_text_contents()]
    assert sentences == [" ".join(words[:7]), " ".join(words[7:])]
    assert cells(cards(page).first)[1][0] == "w1 … w8 … w11"
    assert cards(page).locator("mark.asked").count() >= 7


@pytest.mark.slow
def test_twenty_thousand_errors(tab):
    words = [f"w{number}" for number in range(24_000)]
    starts = list(range(0, 24_000, 20))
    spans = [(number, number + 1) for number in range(0, 24_000, 2)]
    key = chains("d", words, starts, None, a=spans[::2], b=spans[1::2])
    page = tab.show(error_analysis(key, chains("d", words, starts, None, x=spans[::4])).to_html())
    choose(page, "Missing links")
    assert page.locator("#found").inner_text() == "8,999 errors"
    assert cards(page).count() == 30
    page.keyboard.press("n")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.locator("#list article").nth(30).wait_for(state="attached")
    page.locator("#search").fill("w23996")
    assert page.locator("#found").inner_text() == "1 of 8,999 errors"


def test_the_same_errors_give_the_same_bytes(one):
    assert error_analysis(KEY, A).to_html() == one


def test_what_is_not_known_is_not_shown(tab):
    """Without parts of speech there are no kinds to group by; without a text, words are shown by their numbers."""
    key, response = [[(0, 1), (4, 6), (7, 8)], [(2, 3)]], [[(0, 1), (4, 6)], [(2, 3), (7, 8)]]
    page = tab.show(error_analysis(key, response).to_html())
    choose(page, "Missing links")
    assert page.locator("#by option").all_inner_texts() == ["distance", "mentions on the other side"]
    assert cards(page).first.locator("h3").inner_text() == "document 1\nsame sentence"
    assert cells(cards(page).first)[0] == ["5 6 antecedent", "1 1 · 3 mentions", "a 1 · 2 mentions"]
