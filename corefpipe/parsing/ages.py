"""Ages as nouns for people: "the 34-year-old"."""

from __future__ import annotations

_BEFORE = ["year", "-"]


def is_age(lower: list[str], token: int) -> bool:
    """Whether a token is the "old" of "34-year-old".

    Args:
        lower: words in lower case.
        token: index of one of them.
    """
    return lower[token] == "old" and token > 1 and lower[token - 2 : token] == _BEFORE
