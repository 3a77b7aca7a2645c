"""Escapes such as `%2D` for the characters that may not stand in a value."""

from __future__ import annotations

import re


class Escapes:
    """Writes some characters as `%` and their number in hexadecimal; all else, `%` itself included, stays as it is.

    Both ways are exact: `unescape(escape(text)) == text` for any text, and `escape(unescape(text)) == text` for any
    text without those characters. Therefore `%` becomes `%25` where it would look like an escape otherwise.

    Args:
        characters: those that are escaped.
    """

    def __init__(self, characters: str):
        self._codes = {character: f"%{ord(character):02X}" for character in characters}
        self._characters = {code: character for character, code in self._codes.items()} | {"%25": "%"}
        codes = "|".join(code[1:] for code in self._codes.values())
        looks = rf"(?=(?:25)*+(?:{codes}))"
        self._special = re.compile(rf"[{re.escape(characters)}]|%{looks}")
        self._escaped = re.compile(rf"%25{looks}|%(?:{codes})")

    def escape(self, text: str) -> str:
        """The text as it is written."""
        if text.isalnum():  # most values are
            return text
        return self._special.sub(lambda match: self._codes.get(match[0], "%25"), text)

    def unescape(self, text: str) -> str:
        """The text as it is meant."""
        return self._escaped.sub(lambda match: self._characters[match[0]], text) if "%" in text else text


FIELDS = Escapes("-|()[]= \t\n\r")
"""For entities, and the fields of their brackets."""

VALUES = Escapes("|\t\n\r")
"""For values in MISC."""
