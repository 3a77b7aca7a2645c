"""The page of a model's weights, in a browser."""

from __future__ import annotations

import pytest

from corefpipe.report.pages.weights import weights_page
from corefpipe.report.weights import LINKS, STARTS, Weight, WeightGroup, strongest_weights, summary

EVIL = "</script><img src=x onerror=alert(1)>\u202e"


@pytest.fixture(scope="module")
def groups(packaged):
    return strongest_weights(packaged.get_pipe("corefpipe").resolver, 20)


@pytest.fixture(scope="module")
def page(packaged, groups):
    return weights_page("Weights of en", summary(packaged.get_pipe("corefpipe").resolver), groups)


def test_tables_and_search(tab, page, groups):
    shown = tab.show(page)
    assert shown.locator("nav li").count() == shown.locator("main section:visible").count() == len(groups)
    assert shown.locator("tbody tr").count() == sum(len(group.strongest) for group in groups) > 180
    row = shown.locator("tbody tr", has_text="the same noun or name").first
    assert row.locator("td").first.inner_text().startswith("+")
    assert row.get_attribute("title").startswith("head_match\n")
    widths = [float(one.get_attribute("width")) for one in shown.locator("rect").all()]
    assert 99 <= max(widths) <= 100
    shown.keyboard.press("/")
    shown.keyboard.type("pronoun")
    visible = shown.locator("tbody tr:visible")
    assert 0 < visible.count() < 180
    shown.keyboard.type("xyz")
    assert visible.count() == 0
    assert shown.locator("#none").inner_text() == "No weight is found."


def test_accessible_in_both_themes_and_small_windows(tab, dark, page):
    for one in (tab, dark):
        shown = one.show(page)
        shown.set_viewport_size({"width": 500, "height": 700})
        assert shown.evaluate("document.documentElement.scrollWidth") <= 500
        assert one.violations() == []


def test_hostile_words(tab):
    group = WeightGroup(LINKS, EVIL, 1, 1.0, [Weight(-1.0, EVIL, EVIL, EVIL, EVIL)])
    shown = tab.show(weights_page(EVIL, EVIL, [group, WeightGroup(STARTS, "none", 0, 0.0, [])]))
    assert shown.locator("img").count() == 0
    assert shown.locator("tbody td").first.inner_text() == "−1.00"
    assert shown.locator("tr.against rect").get_attribute("width") == "100"
