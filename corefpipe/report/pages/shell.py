"""The frame that all pages share: templates, styles, scripts, a policy that lets nothing else run, and escaping."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from corefpipe.utils.html import COLOURS, LINES, without_directions

_HERE = Path(__file__).parent
_LONGEST_NAME = 60  # characters of a name


def render(
    template: str, scripts: Sequence[str] = (), styles: Sequence[str] = (), *, connects: bool = False, **values: Any
) -> str:
    """A page.

    Its styles and scripts stand in it, and its policy allows only them, by their digests: should a text get past the
    escaping, it still could not run. The same values give the same bytes.

    Args:
        template: name of a file in `templates` that extends `shell.html.j2`.
        scripts: names of files in `static`, in order; they become one script, strict and without global names.
        styles: names of files in `static`, after the style of all pages.
        connects: whether its script may send requests to the server that it comes from.
        values: what the template shows; strings are escaped.
    """
    script = "".join(map(_static, scripts))
    script = f'"use strict";\n(() => {{\n{script}}})();\n' if script else ""
    style = _colours() + "".join(map(_static, ["shell.css", *styles]))
    policy = f"default-src 'none'; style-src {_digest(style)}; base-uri 'none'; form-action 'none'"
    policy += f"; script-src {_digest(script)}" if script else ""
    policy += "; connect-src 'self'" if connects else ""
    return (
        _environment()
        .get_template(template)
        .render(script=Markup(script), style=Markup(style), policy=policy, **values)  # nosec B704: our own files
    )


def as_json(value: Any) -> Markup:
    """A value as JSON that may stand in a script element: no sign in it can end the element or begin a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))  # nosec B704: escaped


def label(text: str) -> str:
    """A text as a name on a page: on one line, short, and without marks of direction."""
    text = without_directions(" ".join(shown_name(text).split()))
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}…"


def shown_name(name: str) -> str:
    """A name with U+FFFD for what UTF-8 cannot represent: the odd bytes of a file name, half of a surrogate pair."""
    return "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in name)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _static(name: str) -> str:
    return (_HERE / "static" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _colours() -> str:
    """Style sheet of the signs of chains: the classes c0 … and l0 … set the variables --c and --line."""
    light = "".join(f"--k{number}:{colour};" for number, (colour, _) in enumerate(COLOURS))
    dark = "".join(f"--k{number}:{colour};" for number, (_, colour) in enumerate(COLOURS))
    rules = [f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"]
    rules.append(f":root[data-theme=dark]{{{dark}}}\n@media print{{:root:root{{{light}}}}}\n")
    rules += [f".c{number}{{--c:var(--k{number})}}" for number in range(len(COLOURS))]
    rules += [f".l{number}{{--line:{line}}}" for number, line in enumerate(LINES)]
    return "".join(rules) + "\n"
