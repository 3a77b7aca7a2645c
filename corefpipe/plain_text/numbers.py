"""Numbers of chapters: "XII", "12", "Twelve", "the Twelfth"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from corefpipe.lexicon import Lexicon

_ROMAN = re.compile(r"(?=[ivxlc])(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_LONGEST = 3  # words of a number: "one hundred one"


def leading_number(words: Sequence[str], lexicon: Lexicon) -> tuple[int, int]:
    """(number, how many of the words it takes) of the number that words in lower case begin with; (0, 0) for none."""
    if not words:
        return 0, 0
    first = words[0]
    if first.isdecimal():
        return (int(first), 1) if len(first) <= _LONGEST else (0, 0)
    if _ROMAN.fullmatch(first):
        return _roman(first), 1
    total = taken = 0
    for word in words[:_LONGEST]:
        values = [lexicon.cardinals.get(part, lexicon.ordinals.get(part, 0)) for part in word.split("-")]
        if not all(0 < value <= 100 for value in values):
            break
        total, taken = total + sum(values), taken + 1
    return total, taken


def _roman(digits: str) -> int:
    values = [_VALUES[digit] for digit in digits]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))
