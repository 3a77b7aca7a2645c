"""Patterns for very long words, and names as they are shown on a terminal."""

from __future__ import annotations

import re

from corefpipe.errors import printable

__all__ = ["LONG_RUN", "RUN_PARTS", "encodable", "printable"]

LONG_RUN = re.compile(r"\S{201,}")
"""A run of over 200 characters without whitespace. spaCy's tokenizer needs quadratic time for those."""

RUN_PARTS = re.compile(r"\w+|[^\w\s]+?")
"""The tokens that such a run is split into instead."""


def encodable(text: str) -> str:
    r"""A text with escapes (`\udce9`) for halves of surrogate pairs, which UTF-8 cannot represent.

    They stand for the bytes of file names that are not UTF-8, and JSON can contain them.
    """
    return text.encode("utf-8", "backslashreplace").decode()
