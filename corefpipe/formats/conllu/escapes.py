"""Escapes such as `%2D` for the characters that may not stand in a value, and those of white space in MISC."""

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

_SPACES = {" ": r"\s", "\t": r"\t", "\r": r"\r", "\n": r"\n", "|": r"\p", "\\": r"\\"}
_SPACED = {code: character for character, code in _SPACES.items()}
_SPACE = re.compile(r"[\s|\\\x00-\x1f\x7f-\x9f]")
_SPACE_ESCAPE = re.compile(r"\\(?:[strnp\\]|u([0-9A-Fa-f]{4}))")


def escape_spaces(text: str) -> str:
    r"""The value of `SpacesAfter=` and its like, as UDPipe writes it: `\s \t \r \n \p \\` for a blank … `|` and `\`.

    Other white space, and control characters, are `\u0085`, since much software takes them for line ends.
    """
    return _SPACE.sub(lambda found: _SPACES.get(found[0]) or f"\\u{ord(found[0]):04x}", text)


def unescape_spaces(value: str) -> str:
    """The text of such a value; other escapes stay as they are."""
    return _SPACE_ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else _SPACED[found[0]], value)


_NO_FORM = re.compile(r"[^\S \u00a0]|^\s|\s$")


def form_of(word: str) -> str:
    """A word as a form: white space is `_`, but for blanks and no-break spaces within it, which forms may have."""
    return _NO_FORM.sub("_", word) if not word.isalnum() else word
