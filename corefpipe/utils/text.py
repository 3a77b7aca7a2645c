"""Patterns for very long words, and texts that UTF-8 cannot represent."""

from __future__ import annotations

import re

LONG_RUN = re.compile(r"\S{201,}")
"""A run of over 200 characters without whitespace. spaCy's tokenizer needs quadratic time for those."""

RUN_PARTS = re.compile(r"\w+|[^\w\s]+?")
"""The tokens that such a run is split into instead."""


def encodable(text: str) -> str:
    r"""A text with escapes (`\udce9`) for halves of surrogate pairs, which UTF-8 cannot represent.

    They stand for the bytes of file names that are not UTF-8, and JSON can contain them.
    """
    return text.encode("utf-8", "backslashreplace").decode()
