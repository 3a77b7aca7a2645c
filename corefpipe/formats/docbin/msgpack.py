"""Count the values of MessagePack data before it is unpacked: a byte of it may take a hundred bytes in memory."""

from __future__ import annotations

from functools import cache

_NESTED = 4
"""Depth to which binary values are looked into: spaCy packs the spans of a group, the groups of a Doc and all Docs."""

_SHORT = 64
"""Binary values up to this size, such as a packed span, are not looked into."""

# First byte -> number of bytes that give the length, for strings, binary values and extensions.
_SIZED = {0xD9: 1, 0xDA: 2, 0xDB: 4, 0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4}
_BINARY = frozenset((0xC4, 0xC5, 0xC6))
_EXTENSIONS = frozenset((0xC7, 0xC8, 0xC9))
# First byte -> (number of bytes that give the length, values per element), for arrays and maps.
_CONTAINERS = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}


class _TruncatedError(ValueError):
    """The data ends within a value."""


def check_values(data: bytes, most: int) -> None:
    """Raise an error for MessagePack data with more values than this, also in what is packed in its binary values.

    Raises:
        ValueError: there are more values, or the data is truncated.
    """
    _count(memoryview(data), most, _NESTED)


def _count(data: memoryview, most: int, depth: int) -> int:
    position, waiting, found = 0, 1, 0
    while waiting:
        if waiting > len(data) - position:  # a value takes at least a byte
            raise _TruncatedError("the data is truncated")
        first = data[position]
        size, values = _fixed().get(first, (0, 0))
        position += 1
        if first in _SIZED:
            width = _SIZED[first]
            size = int.from_bytes(data[position : position + width], "big")
            position += width
            if first in _BINARY and size > _SHORT and depth:
                found += _packed(data[position : position + size], most - found, depth - 1)
            size += first in _EXTENSIONS  # their type
        elif first in _CONTAINERS:
            width, each = _CONTAINERS[first]
            values = each * int.from_bytes(data[position : position + width], "big")
            position += width
        position += size
        waiting += values - 1
        found += 1
        if found > most:
            raise ValueError(f"it has more than {most} values")
    return found


def _packed(data: memoryview, most: int, depth: int) -> int:
    """The number of values in a binary value; 0 if it is not MessagePack."""
    try:
        return _count(data, most, depth)
    except _TruncatedError:
        return 0


@cache
def _fixed() -> dict[int, tuple[int, int]]:
    """First byte -> (number of bytes that follow, number of values that follow)."""
    sizes = {first: (0, 2 * (first & 15)) for first in range(0x80, 0x90)}  # maps
    sizes |= {first: (0, first & 15) for first in range(0x90, 0xA0)}  # arrays
    sizes |= {first: (first & 31, 0) for first in range(0xA0, 0xC0)}  # strings
    numbers = {0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
    extensions = {0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}
    return sizes | {first: (size, 0) for first, size in (numbers | extensions).items()}
