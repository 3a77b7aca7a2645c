"""Fixtures for the tests of pages: a tab for dark ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.pages import Tab


@pytest.fixture
def dark(browser, tmp_path) -> Iterator[Tab]:
    """A tab for a reader who prefers dark pages."""
    tab = Tab(browser, tmp_path, color_scheme="dark")
    yield tab
    tab.page.close()
    assert tab.errors == []
