"""Emphasis in plain texts, as Project Gutenberg writes it: "_You_"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator

from corefpipe.utils.html import escaped

_EMPHASIS = re.compile(r"(?<!\w)_(?=[^\s_])([^_]{1,400})(?<=[^\s_])_(?!\w)")


def without_emphasis(text: str) -> str:
    """A text without the underscores of emphasis."""
    return _EMPHASIS.sub(r"\1", text)


def underscores(text: str) -> list[int]:
    """The places of the underscores of emphasis, ascending."""
    return [place for match in _EMPHASIS.finditer(text) for place in (match.start(), match.end() - 1)]


def emphasised(text: str, keep: bool = False) -> Callable[[int, int], str]:
    """A function that gives a part of the text as HTML: what is between underscores is emphasised.

    Args:
        text: the text.
        keep: whether the underscores stand in the HTML, hidden, so that its characters are those of the text.
    """
    found = [match.span() for match in _EMPHASIS.finditer(text)] if "_" in text else []
    starts = [start for start, _ in found]

    def parts(start: int, end: int) -> Iterator[str]:
        first = max(bisect_left(starts, start) - 1, 0)
        for begin, last in found[first:]:
            if begin >= end:
                break
            for a, b, tag, closing in (
                (begin, begin + 1, "<span hidden>", "</span>"),
                (begin + 1, last - 1, "<em>", "</em>"),
                (last - 1, last, "<span hidden>", "</span>"),
            ):
                a, b = max(a, start), min(b, end)
                if a < b:
                    yield escaped(text[start:a])
                    if keep or tag == "<em>":
                        yield f"{tag}{escaped(text[a:b])}{closing}"
                    start = b
        yield escaped(text[start:end])

    return lambda start, end: "".join(parts(start, end)) if found else escaped(text[start:end])
