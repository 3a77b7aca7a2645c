"""What objects show in a notebook: tables and texts that need no script, are escaped, and read on dark grounds."""

from __future__ import annotations

from html import unescape

import pytest

from corefpipe.document import Document, Mention
from corefpipe.resolver.explain import explain
from corefpipe.scoring import score
from corefpipe.scoring.compare import compare

TEXT = "Mary Bell lost her keys. She found them. Her brother John saw Mary. He smiled at her."
EVIL = "<img src=x onerror=alert(1)>"
LIGHT_LETTERS = """() => [...document.querySelectorAll("body *")].filter((one) => {
    const [r, g, b] = getComputedStyle(one).color.match(/\\d+/g).map(Number);
    return 0.3 * r + 0.6 * g + 0.1 * b > 150 && one.textContent.trim();
}).map((one) => one.outerHTML)"""
"""Elements whose text could not be read on the light ground of the views."""


def documents(evil: str) -> tuple[list[Document], list[Document]]:
    words = "Ann saw her cat . She fed it .".split()
    right = [Mention(0, 1, "a"), Mention(2, 3, "a"), Mention(5, 6, "a")]
    keys = [Document(f"{name}{evil}", words=words, mentions=right) for name in "xyz"]
    cuts = zip(keys, (2, 3, 2), strict=True)
    return keys, [Document(key.name, words=words, mentions=right[:cut]) for key, cut in cuts]


@pytest.fixture(scope="module")
def shown(packaged):
    """Objects of all classes that notebooks show."""
    doc = packaged(TEXT)
    resolver = packaged.get_pipe("corefpipe").resolver
    keys, responses = documents(EVIL)
    return {
        "coref": doc._.coref,
        "chain": doc._.coref.chains[0],
        "explanation": explain(resolver, doc, doc[8:9]),
        "score": score(keys, responses),
        "official": score(keys, responses, profile="official"),
        "comparison": compare(keys, responses, keys, samples=100),
        "document": keys[0],
    }


def test_without_scripts_in_a_dark_notebook(browser, tmp_path, shown):
    views = {name: one._repr_html_() for name, one in shown.items()}
    for name, view in views.items():
        assert len(view) < 20_000, name
        assert "<script" not in view
        assert "<style" not in view
        assert EVIL not in view
    body = "".join(views.values())
    path = tmp_path / "notebook.html"
    style = "body{background:#111;color:#eee} td,th{text-align:right;color:inherit}"
    path.write_text(f"<!doctype html><title>n</title><style>{style}</style>{body}", encoding="utf-8")
    page = browser.new_page(java_script_enabled=False)
    page.goto(path.as_uri())
    text = page.locator("body").inner_text()
    assert "Mary Bell lost her" in text
    assert "in one chain" in text
    page.close()
    page = browser.new_page()
    page.goto(path.as_uri())
    assert page.evaluate(LIGHT_LETTERS) == []
    assert page.locator("td").first.evaluate("cell => getComputedStyle(cell).textAlign") == "left"
    page.close()


def test_an_explanation_shows_what_is_printed(shown):
    view = unescape(shown["explanation"]._repr_html_())
    for line in str(shown["explanation"]).splitlines():
        if line.startswith("    +"):
            weight, _, rest = line.strip().partition("  ")
            assert weight in view
            assert rest.split("  ")[0] in view


def test_numbers_are_those_that_are_printed(shown):
    view = shown["score"]._repr_html_()
    for line in str(shown["score"]).splitlines()[1:-1]:
        for cell in line.split()[-3:]:
            assert cell in view
    assert shown["score"].signature in view
    official = shown["official"]._repr_html_()
    assert "66.66" in official  # truncated, as v8.01 does
    assert "may be chance" in shown["comparison"]._repr_html_()
