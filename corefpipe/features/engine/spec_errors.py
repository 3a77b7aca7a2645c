"""What is wrong in a feature set's file, and in which line: types of values, unknown keys, places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from corefpipe.errors import SettingError

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


class At(Exception):  # noqa: N818  it carries an error to where the file is known
    """A SettingError and the word of the file at which it lies.

    Args:
        error: what is wrong.
        word: a key, a name or an expression, as the file has it.
        section: (`link`, 2) for the third `[[link]]`, where the word stands in one.
        last: the last such word is meant: of two alike the second is the one too many.
    """

    def __init__(self, error: SettingError, word: str, section: tuple[str, int] | None = None, last: bool = False):
        super().__init__(str(error))
        self.error = error
        self.word = word
        self.section = section
        self.last = last

    def line(self, text: str) -> int | None:
        """Its line in the text of the file, from 1; None where the word is not written as such."""
        lines = [line.partition("#")[0] for line in text.split("\n")]
        first, end = _bounds(lines, self.section)
        word = re.escape(self.word)
        for pattern in (rf'^\s*\[*\s*(?:[\w-]+\s*\.\s*)*["\']?{word}["\']?\s*[].=]', rf"(?<!\w){word}(?!\w)"):
            found = [number for number in range(first, end) if re.search(pattern, lines[number])]
            if found:
                return found[-1 if self.last else 0] + 1
        return first + 1 if self.section else None


def check_table(table: Any, kinds: Kinds, where: str, section: tuple[str, int] | None = None) -> None:
    """Refuses a value that is no table, an unknown key in it, a value of the wrong type.

    Args:
        table: what the file has.
        kinds: valid keys with the types of their values.
        where: what it is called in the file, "" for the whole.
        section: where it stands.
    """
    if not isinstance(table, Mapping):
        raise At(SettingError(f"{where} is {show(table)}", cure="It must be a table"), where, section)
    for key, value in table.items():
        if key not in kinds:
            place = f" in [{where}]" if where else ""
            error = SettingError(f"unknown key '{key}'{place}", cure=f"Valid keys are {', '.join(kinds)}")
            raise At(error, key, section)
        if not is_a(value, kinds[key]):
            raise At(SettingError(f"{key} is {show(value)}", cure=f"It must be {named(kinds[key])}"), key, section)


def is_a(value: object, kinds: type | tuple[type, ...]) -> bool:
    """Whether a value of a file has one of these types; true and false are no numbers, whole numbers are."""
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, kinds) or (float in kinds and isinstance(value, int))


def named(kinds: type | tuple[type, ...]) -> str:
    """Types in words."""
    return " or ".join(_WORDS[kind] for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))


def show(value: object) -> str:
    """A value as the file may have it, shortened."""
    if isinstance(value, Mapping):
        return "a table"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _bounds(lines: list[str], section: tuple[str, int] | None) -> tuple[int, int]:
    """The lines of one `[[section]]` with its sub-tables; all where it is not written with a header."""
    if section is None:
        return 0, len(lines)
    name, number = section
    headers = [(i, found[1]) for i, line in enumerate(lines) if (found := re.match(r"\s*\[+\s*([\w.-]+)", line))]
    own = [i for i, header in headers if header == name]
    if len(own) <= number:
        return 0, len(lines)
    after = [i for i, header in headers if i > own[number] and not header.startswith(f"{name}.")]
    return own[number], min(after, default=len(lines))
