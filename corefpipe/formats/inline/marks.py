"""The marks of inline annotation: brackets, ids and escapes, by the rules in `reader.py`."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from corefpipe.exceptions import FormatError
from corefpipe.formats.muc.marked import Marked
from corefpipe.formats.reading import Place

_SPECIAL = re.compile(r"[\[\]\\|]")
_ID = re.compile(r"\|(?P<id>[\w.-]*)(?::(?P<type>[^\s\[\]|\\]*))?\]")
_ESCAPED = "[]|\\#"
_ESCAPES = r"For a backslash write `\\`; the other escapes are `\[`, `\]`, `\|` and `\#`"
_TEXT_BRACKETS = r"if the bracket belongs to the text, write `\[` or `\]`"
_SHOWN = 30


@dataclass(slots=True)
class _Mention:
    """A mention: its characters in the text, and the places of its `[` and its `|` in the annotated text."""

    start: int
    opened: int
    end: int = -1
    bar: int = -1
    entity: str = ""
    type: str = ""


class Marks:
    """The mentions of an annotated text (rules 3 to 5).

    Args:
        source: the annotated text.
        line: line number of the file at which it begins.
        place: file and document, for error messages.
    """

    def __init__(self, source: str, line: int, place: Place):
        self._source = source
        self._first_line = line
        self._place = place
        self._line_ends = [match.start() for match in re.finditer("\n", source)]

    def read(self) -> tuple[str, list[Marked]]:
        """Return the text without marks, and its mentions in the order in which they begin.

        Raises:
            FormatError: the marks break a rule.
        """
        source = self._source
        pieces: list[str] = []
        length = position = 0
        begun: list[_Mention] = []
        found: list[_Mention] = []
        while (special := _SPECIAL.search(source, position)) is not None:
            at, sign = special.start(), special[0]
            piece, position = source[position:at], at + 1
            if sign == "\\":
                piece += self._escaped(at)
                position = at + 2
            elif sign == "|" and not begun:
                piece += sign
            pieces.append(piece)
            length += len(piece)
            if sign == "[":
                begun.append(_Mention(length, at))
            elif sign == "]":
                raise self._without_id(at, begun)
            elif sign == "|" and begun:
                mention = begun.pop()
                mention.end, mention.bar = length, at
                position = self._read_id(mention)
                found.append(mention)
        if begun:
            raise self._error(
                f"the mention {self._shown(begun[0].opened)} that opens here is never closed",
                f"Write `|ID]` after its last word; {_TEXT_BRACKETS}",
                begun[0].opened,
            )
        text = "".join([*pieces, source[position:]])
        for mention in found:
            self._check_edges(mention, text)
        found.sort(key=lambda mention: mention.opened)
        return text, [self._marked(mention) for mention in found]

    def _marked(self, mention: _Mention) -> Marked:
        line, column = self._line_and_column(mention.opened)
        return Marked(mention.start, mention.end, mention.entity, line, type=mention.type, column=column)

    def _escaped(self, at: int) -> str:
        """The character that the backslash at this place escapes (rule 5)."""
        character = self._source[at + 1 : at + 2]
        if character and character in _ESCAPED:
            return character
        what = "a backslash that ends the line" if character in "\r\n" else f"`\\{character}`"
        raise self._error(f"{what} is no escape", _ESCAPES, at)

    def _read_id(self, mention: _Mention) -> int:
        """Set id and type of a mention, and return the place after its `]`."""
        found = _ID.match(self._source, mention.bar)
        if found is None:
            raise self._error(
                f"after {self._shown(mention.opened, mention.bar)} stands "
                f"{self._shown(mention.bar)}, which is neither `|ID]` nor `|ID:TYPE]`",
                r"Write an ID of letters, digits, _ . and -, then `]`; for a bar of the text write `\|`",
                mention.bar,
            )
        mention.entity, mention.type = found["id"], found["type"] or ""
        if not mention.entity or found["type"] == "":
            what = "type after its colon" if mention.entity else "ID"
            raise self._error(
                f"the mention {self._shown(mention.opened, mention.bar)} has no {what}",
                "Write `|ID]` or `|ID:TYPE]`; mentions that corefer have the same ID",
                mention.bar,
            )
        return found.end()

    def _check_edges(self, mention: _Mention, text: str) -> None:
        """Check that a mention has words, and no whitespace at its ends (rule 4)."""
        if mention.start == mention.end:
            raise self._error("the mention is empty", "Write its words, `[words|ID]`, or delete it", mention.opened)
        # Only two characters are looked at, so that deep nesting takes linear time.
        first, last = text[mention.start].isspace(), text[mention.end - 1].isspace()
        if first and text[mention.start : mention.end].isspace():
            raise self._error("the mention is only whitespace", "Write its words, or delete it", mention.opened)
        if first or last:
            shown = self._shown(mention.opened, mention.bar)
            what, cure = ("begins", "before the `[`") if first else ("ends", "behind the `]`")
            at = mention.opened + 1 if first else mention.bar - 1
            raise self._error(f"the mention {shown} {what} with whitespace", f"Move it {cure}", at)

    def _without_id(self, at: int, begun: list[_Mention]) -> FormatError:
        """The error for a `]` before which no `|id` stands."""
        if not begun:
            return self._error(
                "this `]` closes no mention", r"Open it with `[`; if it belongs to the text, write `\]`", at
            )
        line, column = self._line_and_column(begun[-1].opened)
        return self._error(
            f"the mention {self._shown(begun[-1].opened, at)}, opened in line {line}, column {column}, has no `|ID`",
            f"Write `|ID]`; {_TEXT_BRACKETS}",
            at,
        )

    def _shown(self, start: int, end: int | None = None) -> str:
        """The beginning of a piece of the annotated text, for an error message."""
        piece = self._source[start : min(start + _SHOWN, len(self._source) if end is None else end)]
        more = "…" if (len(self._source) if end is None else end) > start + _SHOWN else ""
        return repr(piece + more)

    def _line_and_column(self, at: int) -> tuple[int, int]:
        number = bisect_left(self._line_ends, at)
        return self._first_line + number, at - (self._line_ends[number - 1] if number else -1)

    def _error(self, message: str, cure: str, at: int) -> FormatError:
        line, column = self._line_and_column(at)
        return self._place.error(message, cure, line, column=column)
