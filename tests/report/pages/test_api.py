"""The page that documents a server: complete, escaped, without network, usable without a mouse."""

from __future__ import annotations

import re
from typing import Any

import pytest

from corefpipe.report.pages.api import api_page

HOSTILE = "<script>alert(1)</script> & `x < y`"


def description() -> dict[str, Any]:
    thing = {"$ref": "#/components/schemas/Thing"}
    answer = {"description": HOSTILE, "content": {"application/json": {"schema": {"oneOf": [thing, {"type": "null"}]}}}}
    body = {"content": {"text/plain": {"schema": {"type": "string"}, "example": HOSTILE}}}
    schema = {
        "description": "A thing.",
        "examples": [{"parts": []}],
        "properties": {"parts": {"type": "array", "items": thing, "description": HOSTILE}, "other": {}},
        "required": ["parts"],
    }
    return {
        "info": {"version": "1", "license": {"name": "MIT"}},
        "paths": {"/do": {"post": {"summary": "Do it", "requestBody": body, "responses": {"200": answer}}}},
        "components": {"schemas": {"Thing": schema}},
    }


def test_what_it_says():
    page = api_page(description())
    assert "POST /do" in page
    link = '<a href="#schema-Thing">Thing</a>'
    assert f"<td>{link} or null</td>" in page
    assert f"<td>array of {link}</td><td>yes</td>" in page
    assert "<td>any</td><td>no</td>" in page
    ids = set(re.findall(r' id="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= ids
    assert "alert(1)&lt;/script&gt; &amp; <code>x &lt; y</code>" in page
    assert "<script>alert" not in page


@pytest.mark.parametrize("kind", ["tab", "dark"])
def test_accessibility(request, kind):
    shown = request.getfixturevalue(kind)
    page = shown.show(api_page(description()))
    assert page.locator("#form").is_visible()
    assert shown.violations() == []
