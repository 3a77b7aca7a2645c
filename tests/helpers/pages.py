"""Pages in a real browser: headless Chromium, driven by Playwright, and axe-core for accessibility."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
AXE = os.environ.get("AXE_CORE", "")
"""Path of axe.min.js, of the npm package axe-core."""

_FLAGS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync"
).split()


@contextmanager
def started_browser() -> Iterator[Any]:
    """A browser; the test is skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        yield browser
        browser.close()


class Tab:
    """A tab that shows a page, collects its errors, and refuses all network.

    Args:
        browser: the browser.
        folder: where pages are written.
    """

    def __init__(self, browser: Any, folder: Path, **options: Any):
        self.page = browser.new_page(**{"viewport": {"width": 1280, "height": 800}, **options})
        self.folder = folder
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("dialog", lambda dialog: (self.errors.append(f"dialog {dialog.message}"), dialog.dismiss()))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def show(self, html: str, name: str = "page.html") -> Any:
        """Open a page, and return it."""
        path = self.folder / name
        path.write_text(html, encoding="utf-8")
        self.errors.clear()
        self.requests.clear()
        self.page.goto(path.as_uri())
        return self.page

    def violations(self) -> list[str]:
        """What axe-core finds; the test is skipped without it."""
        if not AXE:
            pytest.skip("AXE_CORE does not name axe.min.js")
        self.page.evaluate(Path(AXE).read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run()")["violations"]
        return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]
