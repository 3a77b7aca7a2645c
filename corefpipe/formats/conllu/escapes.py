"""Escapes such as `%2D` for the characters that may not stand in a value."""

from __future__ import annotations

import re


class Escapes:
    """Percent-encodes some characters; all others, including `%`, are unchanged.

    Both directions are exact: `unescape(escape(text)) == text` for any text, and `escape(unescape(text)) == text` for
    any text without those characters. Therefore `%` becomes `%25` where it would look like an escape.

    Args:
        characters: the characters to escape.
    """

    def __init__(self, characters: str):
        self._codes = {character: f"%{ord(character):02X}" for character in characters}
        self._characters = {code: character for character, code in self._codes.items()} | {"%25": "%"}
        codes = "|".join(code[1:] for code in self._codes.values())
        looks = rf"(?=(?:25)*+(?:{codes}))"
        self._special = re.compile(rf"[{re.escape(characters)}]|%{looks}")
        self._escaped = re.compile(rf"%25{looks}|%(?:{codes})")

    def escape(self, text: str) -> str:
        """Return the escaped text."""
        if text.isalnum():  # most values are
            return text
        return self._special.sub(lambda match: self._codes.get(match[0], "%25"), text)

    def unescape(self, text: str) -> str:
        """Return the text without escapes."""
        return self._escaped.sub(lambda match: self._characters[match[0]], text) if "%" in text else text


FIELDS = Escapes("-|()[]= \t\n\r")
"""Escapes of entities and of the fields in their brackets."""

VALUES = Escapes("|\t\n\r")
"""Escapes of values in MISC."""
