"""Fixtures for the tests of pages: tabs of the browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.pages import Tab


@pytest.fixture
def tab(browser, tmp_path) -> Iterator[Tab]:
    """An empty tab; its page must have had no errors and no network."""
    tab = Tab(browser, tmp_path)
    yield tab
    tab.page.close()
    assert tab.errors == []
    assert all(url.startswith("file:") for url in tab.requests)


@pytest.fixture
def dark(browser, tmp_path) -> Iterator[Tab]:
    """A tab for a reader who prefers dark pages."""
    tab = Tab(browser, tmp_path, color_scheme="dark")
    yield tab
    tab.page.close()
    assert tab.errors == []
