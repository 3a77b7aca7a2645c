"""Columns of numbers as short strings: Base64 VLQ, as in source maps."""

from __future__ import annotations

from collections.abc import Iterable

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SMALL = 1 << 10  # numbers whose codes are kept


def _encode(number: int) -> str:
    """Five bits per character, the lowest first; the sixth bit says that more follow."""
    found = ""
    while number > 31:
        found += _DIGITS[32 | number & 31]
        number >>= 5
    return found + _DIGITS[number]


_CODES = [_encode(number) for number in range(_SMALL)]


def packed(numbers: Iterable[int]) -> str:
    """Numbers from 0 on, without separators: those below 32 take one character, those below 1024 two.

    Raises:
        ValueError: a negative number.
    """
    pieces = []
    for number in numbers:
        if number < 0:
            raise ValueError(f"{number} cannot be packed")
        pieces.append(_CODES[number] if number < _SMALL else _encode(number))
    return "".join(pieces)


def signed(number: int) -> int:
    """A number of either sign as one from 0 on: 0, -1, 1, -2 … become 0, 1, 2, 3 …"""
    return 2 * number if number >= 0 else -2 * number - 1


def percent(probability: float | None) -> int:
    """A probability as a number from 0 on: 0 if it is not known, else 1 + percent below 1."""
    return 0 if probability is None else 101 - round(100 * probability)
