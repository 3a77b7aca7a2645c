"""Patterns for very long words, texts that UTF-8 or a terminal cannot represent, counts in words."""

from __future__ import annotations

import re

from corefpipe.exceptions import printable

LONG_RUN = re.compile(r"\S{201,}")
"""A run of over 200 characters without whitespace. spaCy's tokenizer needs quadratic time for those."""

_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")

RUN_PARTS = re.compile(r"\w+|[^\w\s]+?")
"""The tokens that such a run is split into instead."""


def encodable(text: str) -> str:
    r"""A text with escapes (`\udce9`) for halves of surrogate pairs, which UTF-8 cannot represent.

    They stand for the bytes of file names that are not UTF-8, and JSON can contain them.
    """
    return text.encode("utf-8", "backslashreplace").decode()


def counted(number: int, what: str) -> str:
    """A number with a noun, in the plural where it must be."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def without_controls(text: str) -> str:
    r"""A text for a terminal: control characters except line breaks as escapes (`\x1b`), all others as they are."""
    return _CONTROL.sub(lambda found: printable(found[0]), text)


def with_article(noun: str) -> str:
    """A noun, such as the name of a type or format, after "a" or "an"."""
    return f"{'an' if noun[:1].lower() in tuple('aeio') else 'a'} {noun}"
