"""The page that documents a server: made of its OpenAPI description, and complete without network."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from corefpipe.report.pages.shell import render


class _Operation(NamedTuple):
    """A method of a path, ready to be shown."""

    method: str
    path: str
    summary: str
    description: str
    bodies: list[tuple[str, Markup, str]]
    responses: list[tuple[str, Markup, Markup]]


class _Schema(NamedTuple):
    """An object of JSON, ready to be shown."""

    name: str
    description: Markup
    fields: list[tuple[str, Markup, bool, Markup]]
    examples: list[str]


def api_page(description: dict[str, Any]) -> str:
    """The documentation of a server as a page, with a form to try it.

    Args:
        description: OpenAPI 3.1, whose schemas are all objects in `components`.
    """
    operations = [
        _operation(method, path, one)
        for path, methods in description["paths"].items()
        for method, one in methods.items()
    ]
    schemas = [_schema(name, one) for name, one in description["components"]["schemas"].items()]
    return render(
        "api.html.j2",
        ["api.js"],
        ["api.css"],
        connects=True,
        title=f"corefpipe {description['info']['version']}: API",
        licence=description["info"]["license"]["name"],
        operations=operations,
        schemas=schemas,
    )


def _operation(method: str, path: str, one: dict[str, Any]) -> _Operation:
    bodies = [
        (kind, _type(body["schema"]), body.get("example", ""))
        for kind, body in one.get("requestBody", {}).get("content", {}).items()
    ]
    responses = [
        (
            status,
            _marked(response["description"]),
            next(_type(body["schema"]) for body in response["content"].values()),
        )
        for status, response in one["responses"].items()
    ]
    return _Operation(method.upper(), path, one["summary"], one.get("description", ""), bodies, responses)


def _schema(name: str, schema: dict[str, Any]) -> _Schema:
    required = schema.get("required", ())
    fields = [
        (field, _type(one), field in required, _marked(one.get("description", "")))
        for field, one in schema["properties"].items()
    ]
    examples = [json.dumps(example, ensure_ascii=False) for example in schema.get("examples", ())]
    return _Schema(name, _marked(schema.get("description", "")), fields, examples)


def _type(schema: dict[str, Any]) -> Markup:
    """A type in words, "array of Mention", with links to the objects."""
    if "$ref" in schema:
        return Markup('<a href="#schema-{0}">{0}</a>').format(schema["$ref"].rpartition("/")[2])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return Markup(" or ").join(map(_type, schema[key]))
    if schema.get("type") == "array":
        return Markup("array of {}").format(_type(schema["items"]))
    return escape(schema.get("type", "any"))


def _marked(text: str) -> Markup:
    """A text in which what stands between backticks is code."""
    parts = [
        Markup("<code>{}</code>").format(part) if i % 2 else escape(part) for i, part in enumerate(text.split("`"))
    ]
    return Markup("").join(parts)
