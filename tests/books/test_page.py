"""The pages of a book in a browser."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefpipe.books import Book
from corefpipe.books.figures import positions, timeline
from corefpipe.books.page import index_page
from corefpipe.books.text_page import text_page

EVIL = "</script><img src=x onerror=alert(1)>\u202e"


def open_book(tab, book):
    (tab.folder / "text.html").write_text(text_page(book), encoding="utf-8")
    return tab.show(index_page(book), "index.html")


def test_figures_lead_to_the_text(tab, story):
    page = open_book(tab, story)
    assert page.locator("h1").inner_text() == "story"
    assert page.locator("#cast tbody tr").count() >= 2
    hrefs = [link.get_attribute("href") for link in page.locator("a[href*='text.html#']").all()]
    (targets,) = [{f"text.html#p{number}" for number in story.words.paragraph.tolist()}]
    assert len(hrefs) > 30
    assert page.locator("#talks summary").first.inner_text().endswith(("1 place", " places"))
    assert set(hrefs) <= targets
    own = {link.get_attribute("href")[1:] for link in page.locator("a[href^='#']").all()}
    assert own
    assert all(page.evaluate("id => document.getElementById(id) !== null", id) for id in own)
    page.locator("#timeline .cells a[href*='text.html']").first.click()
    assert page.url.partition("#")[0].endswith("text.html")
    assert page.locator(":is(p, h2):target").count() == 1
    assert page.locator("h2").all_inner_texts()[0] == "CHAPTER I"


def test_network(tab, story):
    page = open_book(tab, story)
    assert page.locator("#network circle").count() >= 2
    edge = page.locator("#network .edges a").first
    edge.focus()
    page.keyboard.press("Enter")
    assert page.locator("tr:target").count() == 1


def test_text(tab, story):
    tab.folder.joinpath("index.html").write_text(index_page(story), encoding="utf-8")
    page = tab.show(text_page(story), "text.html")
    said = page.locator("p", has_text="You took the lamp")
    said.scroll_into_view_if_needed()  # what is out of sight is not laid out
    assert said.locator(".who").inner_text().startswith("Peter")
    assert said.locator("q").inner_text() == "“You took the lamp,”"
    whole = " ".join(page.locator("main").inner_text().split())
    assert "She did not believe him, for Peter had broken her mirror" in whole
    said.locator(".who a").first.click()
    assert page.locator("article:target h3").inner_text() == "Peter"


def test_accessible_in_a_small_window(tab, story, play):
    for book in (story, play):
        page = open_book(tab, book)
        page.set_viewport_size({"width": 480, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= 480
        assert tab.violations() == []


def test_hostile_names(tab, story):
    mentions = [replace(mention, entity=f'"><b>{mention.entity}') for mention in story.document.mentions]
    words = [EVIL if word == "Peter" else word for word in story.document.words]
    book = Book.from_document(
        replace(story.document, mentions=mentions, words=words, text="", offsets=None), title=EVIL
    )
    page = open_book(tab, book)
    assert page.locator("img, b").count() == 0
    page = tab.show(text_page(book))
    assert page.locator("img").count() == 0


def test_same_book_same_bytes(story):
    assert index_page(story) == index_page(Book.from_document(story.document, title="story"))


def test_positions():
    weights = np.zeros((4, 4))
    weights[0, 1] = weights[1, 0] = 9
    places = positions(weights)
    assert places.min() == 0
    assert places.max() == 1
    distance = np.linalg.norm(places[:, None] - places[None], axis=-1)
    assert distance[0, 1] < distance[0, 2:].min()
    assert positions(np.zeros((1, 1))).tolist() == [[0.5, 0.5]]
    assert positions(np.zeros((0, 0))).shape == (0, 2)


def test_timeline(story):
    found = timeline(story, story.characters)
    assert found.titles[1:] == ["CHAPTER II. THE GARDENER", "CHAPTER III. LUCY"]
    assert found.counts.sum(1).tolist() == [one.mentions for one in story.characters]
    assert (found.first[found.counts == 0] == -1).all()


def test_timeline_of_a_text_without_chapters(packaged):
    book = Book.from_doc(packaged("Ann lost her keys. She found them."))
    assert len(timeline(book, book.characters).titles) > 3
    assert "Network" in index_page(book)
