"""Header lines `# key: value` at the beginning of a file: read, checked and written.

1. A header line is `#`, a blank, a key, a colon and a value, which may be empty; whitespace around it is dropped.
2. A key is one word of letters, digits, `-` and `_` that begins with a letter; each stands once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from corefpipe.exceptions import AnnotationError
from corefpipe.formats.reading import Place, refuse_old_line_ends

_LINE = re.compile(r"# +([^\W\d_][\w-]*):(.*)", re.DOTALL)
_KEY = re.compile(r"[^\W\d_][\w-]*")


@dataclass(slots=True)
class Header:
    """The header of a file, read line by line.

    Attributes:
        values: key -> value, in the order of the file.
        lines: key -> line number.
    """

    values: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def read(self, line: str, place: Place, number: int, cure: str = "") -> None:
        """Read a header line.

        Args:
            line: the line, with or without its line end.
            place: the file, for error messages.
            number: its line number.
            cure: what else could be meant, as the end of the cure.

        Raises:
            FormatError: it is no header line, or has a key that an earlier line has.
        """
        refuse_old_line_ends(line, place, number)
        line = line.rstrip("\r\n")
        found = _LINE.fullmatch(line)
        if found is None:
            what = "is not `# key: value`, with one word as key" if ":" in line else "has no colon"
            shown = repr(line if len(line) <= 60 else f"{line[:57]}...")
            raise place.error(f"the header line {shown} {what}", f"Write `# key: value`{cure}", number, column=1)
        key, value = found[1], found[2].strip()
        if key in self.values:
            raise place.error(
                f"the header has {key} a second time, first in line {self.lines[key]}",
                "Write it once",
                number,
                column=found.start(1) + 1,
            )
        self.values[key] = value
        self.lines[key] = number


def fits(key: object, value: object) -> bool:
    """Whether a header line can store this key and value such that they are read back."""
    if not (isinstance(key, str) and isinstance(value, str)):
        return False
    return _KEY.fullmatch(key) is not None and value == value.strip() and not re.search(r"[\r\n]", value)


def header_lines(values: Mapping[str, str] | Iterable[tuple[str, str]], document: str | None = None) -> str:
    """The header lines of these keys and values.

    Args:
        values: keys and values.
        document: the document that they belong to, for the error message.

    Raises:
        AnnotationError: one of them cannot be written.
    """
    lines = []
    for key, value in dict(values).items():
        if not fits(key, value):
            raise AnnotationError(
                f"{key!r}: {value!r} cannot be written as a line `# key: value`",
                cure="A key is a word of letters, digits, - and _; a value is one line without blanks at its ends",
                document=document,
            )
        lines.append(f"# {key}: {value}".rstrip() + "\n")
    return "".join(lines)
