"""Checks of the file of a feature set: types of values, unknown keys, and the line of a mistake."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from corefpipe.exceptions import SettingError, valid_names

Kinds = Mapping[str, type | tuple[type, ...]]
"""Keys of a table with the types that their values may have."""

_WORDS = {
    str: "text in quotes",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
}


class At(Exception):  # noqa: N818  it carries an error to where file and text are known
    """A SettingError, and the word of the file that it is about.

    Args:
        error: the error.
        word: a key, name or expression, as written in the file.
        section: (`link`, 2) for the third `[[link]]`; None outside such sections.
        last: whether the last occurrence of the word is meant, such as the second of two duplicates.
    """

    def __init__(self, error: SettingError, word: str, section: tuple[str, int] | None = None, last: bool = False):
        super().__init__(str(error))
        self.error = error
        self.word = word
        self.section = section
        self.last = last

    def line(self, text: str) -> int | None:
        """The line of the word in the text of the file, from 1; None if it is not found."""
        lines = [line.partition("#")[0] for line in text.split("\n")]
        first, end = _bounds(lines, self.section)
        word = re.escape(self.word)
        for pattern in (rf'^\s*\[*\s*(?:[\w-]+\s*\.\s*)*["\']?{word}["\']?\s*[].=]', rf"(?<!\w){word}(?!\w)"):
            found = [number for number in range(first, end) if re.search(pattern, lines[number])]
            if found:
                return found[-1 if self.last else 0] + 1
        return first + 1 if self.section else None


def check_table(table: Any, kinds: Kinds, where: str, section: tuple[str, int] | None = None) -> None:
    """Check that a value is a table with known keys and values of the right types.

    Args:
        table: the value.
        kinds: valid keys with the types of their values.
        where: its name in the file, "" for the whole file.
        section: its section, as in `At`.

    Raises:
        At: it is not.
    """
    if not isinstance(table, Mapping):
        raise At(SettingError(f"{where} is {show(table)}", cure="It must be a table"), where, section)
    for key, value in table.items():
        if key not in kinds:
            place = f" in [{where}]" if where else ""
            error = SettingError(f"unknown key '{key}'{place}", cure=valid_names(key, kinds))
            raise At(error, key, section)
        if not is_a(value, kinds[key]):
            raise At(SettingError(f"{key} is {show(value)}", cure=f"It must be {named(kinds[key])}"), key, section)


def is_a(value: object, kinds: type | tuple[type, ...]) -> bool:
    """Whether a TOML value has one of these types; integers count as floats, booleans do not count as numbers."""
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, kinds) or (float in kinds and isinstance(value, int))


def named(kinds: type | tuple[type, ...]) -> str:
    """The types in words, for errors."""
    return " or ".join(_WORDS[kind] for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))


def show(value: object) -> str:
    """A value as written in TOML, shortened, for errors."""
    if isinstance(value, Mapping):
        return "a table"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _bounds(lines: list[str], section: tuple[str, int] | None) -> tuple[int, int]:
    """First and last line of a `[[section]]` with its sub-tables; of the whole file if it has no such header."""
    if section is None:
        return 0, len(lines)
    name, number = section
    headers = [(i, found[1]) for i, line in enumerate(lines) if (found := re.match(r"\s*\[+\s*([\w.-]+)", line))]
    own = [i for i, header in headers if header == name]
    if len(own) <= number:
        return 0, len(lines)
    after = [i for i, header in headers if i > own[number] and not header.startswith(f"{name}.")]
    return own[number], min(after, default=len(lines))
