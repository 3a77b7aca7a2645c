"""Griffe extension: examples in docstrings, lines that begin with `>>>`, are shown as code."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^(>>> .*\n(?:.+\n?)*)", re.MULTILINE)


class Doctests(griffe.Extension):
    """Put a fence around each example, which ends at an empty line."""

    def on_instance(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Change the docstring before it is parsed."""
        if obj.docstring and ">>> " in obj.docstring.value:
            text = re.sub(r"[ ]*# doctest: .*", "", f"{obj.docstring.value}\n")
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```pycon\n{found.group(1).rstrip()}\n```\n", text)
