"""The page that lists pages."""

from __future__ import annotations

from corefpipe.report.pages.index import Listed, index_page

ROWS = [Listed("b", "b.html", 2, 1200, 3, 40), Listed("a#<i>/x", "a#<i>/x.html", 1, 5, 1, 2)]


def test_links_and_counts():
    page = index_page(ROWS, "corpus")
    assert 'href="a%23%3Ci%3E/x.html"' in page
    assert "a#&lt;i&gt;/x" in page
    assert page.index("a%23") < page.index("b.html")  # in alphabetical order
    assert "<td>1,205</td>" in page
    assert "2 texts" in page
    assert page == index_page(reversed(ROWS), "corpus")


def test_search(tab):
    page = tab.show(index_page(ROWS, "corpus"))
    page.keyboard.press("/")
    page.keyboard.type("B")
    assert page.locator("tbody tr:visible").all_inner_texts()[0].startswith("b")
    assert page.locator("tbody tr:visible").count() == 1


def test_accessible(tab):
    tab.show(index_page(ROWS, "corpus"))
    assert tab.violations() == []


def test_names_that_are_not_utf8():
    """Bytes as Python has them in names of files: the page can be written, and links lead to the file."""
    page = index_page([Listed("b\udce9", "b\udce9.html", 1, 2, 3, 4)], "f\udce9")
    assert all(found in page for found in ("b\ufffd", "f\ufffd", 'href="b%E9.html"'))
    page.encode()
