"""The page of entities in a browser."""

from __future__ import annotations

import re

import pytest
from helpers.collections import marked, news

import corefpipe
from corefpipe.entities.page import MOST_SHOWN, entities_page
from corefpipe.entities.records import Entity, Member, Profile

EVIL = "</script><img src=x onerror=alert(1)>\u202e"


@pytest.fixture(scope="module")
def found():
    """The entities of the news."""
    return list(corefpipe.link(news()))


def rows(page):
    return [row.inner_text().split("\n") for row in page.locator("#list li").all()]


def search(page, query, told):
    """Fill in the search, and wait until it tells how many entities it has found."""
    page.fill("#search", query)
    page.locator("#found", has_text=re.compile(f"^{told}$")).wait_for()


def many(number):
    """Entities of as many documents, each beside the one before it."""
    return [
        Entity(
            f"e{n}",
            f"Person {n}",
            Profile(2, {f"Person {n}": 2}, kinds={"person" if n % 2 else "place": 2}, near={f"Person {n - 1}": 1}),
            (Member(f"d{n}", "1", 1, 5, 5), Member(f"d{n + 1}", "2", 1, 9, 9)),
        )
        for n in range(number)
    ]


def test_search_by_any_name(tab, found):
    page = tab.show(entities_page(found, news()))
    assert rows(page)[0] == ["Barack Obama", "5"]
    assert page.locator("#list [aria-current]").inner_text().startswith("Barack Obama")
    page.locator("body").press("/")
    assert page.locator("#search:focus").count() == 1
    search(page, "obama", "2 entities")
    assert rows(page) == [["Barack Obama", "5", "as Obama"], ["Michelle Obama", "4", "as Obama"]]
    search(page, "presidént THE", "1 entity")
    assert rows(page) == [["Barack Obama", "5", "as the president"]]
    search(page, "nobody", "0 entities")
    assert rows(page) == []


def test_an_entity_with_documents_contexts_and_neighbours(tab, found):
    page = tab.show(entities_page(found, news()))
    main = page.locator("#main")
    assert main.locator("h2").inner_text() == "Barack Obama"
    assert "male · 5 mentions · 3 documents · e1" in main.inner_text()
    assert main.locator("tbody tr").first.inner_text().split("\t") == ["a", "2", "1", "9"]
    contexts = main.locator(".contexts li")
    assert contexts.count() == 5
    assert contexts.nth(1).locator("bdi").last.inner_text() == "The chancellor met the president for talks ."
    assert contexts.nth(1).locator("mark").inner_text() == "the president"
    main.locator(".near a", has_text="Berlin").click()
    main.locator("h2", has_text="Berlin").wait_for()
    assert page.locator("#list [aria-current]").inner_text().startswith("Berlin")
    page.go_back()
    main.locator("h2", has_text="Barack Obama").wait_for()


def test_without_documents_and_without_entities(tab, found):
    page = tab.show(entities_page(found))
    assert page.locator(".contexts").count() == 0
    assert page.locator("tbody tr").count() == 3
    page = tab.show(entities_page([]))
    assert page.locator("#main").inner_text() == "There are no entities."
    assert tab.violations() == []


def test_ten_thousand_entities(tab):
    page = tab.show(entities_page(many(10_000)), "many.html")
    assert page.locator("#list li").count() == 200
    page.locator("#more").click()
    assert page.locator("#list li").count() == 400
    search(page, "person 9876", "1 entity")
    page.locator("#list a").click()
    page.locator("h2", has_text="Person 9876").wait_for()
    assert page.locator(".near a").all_inner_texts() == ["Person 9875", "Person 9877"]
    page.select_option("#kind", "person")
    assert page.locator("#found").inner_text() == "0 entities"
    assert tab.violations() == []


def test_the_most_mentioned_of_more_entities():
    shown = entities_page(many(MOST_SHOWN + 1))
    assert "the 20,000 most mentioned of 20,001 entities" in shown


def test_accessible_in_a_small_window(tab, found):
    page = tab.show(entities_page(found, news()))
    page.set_viewport_size({"width": 480, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 480
    page.locator("#list a").nth(1).click()
    assert tab.violations() == []


def test_hostile_names(tab):
    documents = [marked(EVIL, "[1:x] left ."), marked("b", "[1:Ann] saw [2:Bob] .")]
    documents[0].words[0] = EVIL
    found = [
        Entity(f"{number}{EVIL}'", member.document, profile, (member,))
        for number, (member, profile) in enumerate(
            (entity.members[0], entity.profile) for one in documents for entity in corefpipe.Entities.from_document(one)
        )
    ]
    page = tab.show(entities_page(found, documents, EVIL))
    assert page.locator("#list li").count() == 3
    for link in page.locator("#list a").all():
        link.click()
        link.and_(page.locator("[aria-current]")).wait_for()
    assert page.locator("img").count() == 0


def test_a_file(tmp_path):
    entities = corefpipe.link(news())
    entities.to_html(tmp_path / "x.html", news(), title="News")
    assert (tmp_path / "x.html").read_text(encoding="utf-8") == entities_page(list(entities), news(), "News")
