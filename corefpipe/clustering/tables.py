"""Tables of records in files: TSV and CSV with a header line, JSON lines."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from corefpipe.clustering.json_rows import JSON_LINES, as_text, json_rows
from corefpipe.exceptions import FormatError
from corefpipe.utils.paths import as_path
from corefpipe.utils.text import counted

TABS, COMMAS = (".tsv", ".tab", ".txt"), (".csv",)
"""Extensions of tables by what separates their columns."""
TABLES = TABS + COMMAS + JSON_LINES
"""Extensions of tables."""

_QUOTED = re.compile('"(?:[^"]|"")*"')
_LONGEST_FIELD = 10_000_000  # characters; the csv module's own limit of 131,072 is too low for texts


_MOST_CELLS, _SPARSEST = 10_000_000, 100  # a table of more cells has a value in one of this many


@dataclass(slots=True, frozen=True, eq=False)
class Table:
    """A table of strings with named columns.

    >>> from corefpipe.clustering import read_table
    >>> people = read_table("corpora/people/known.tsv")
    >>> people.columns, len(people)
    (('person', 'name', 'street', 'city', 'phone', 'born'), 266)
    >>> people.labels("person")[:2]
    array([0, 1])

    Attributes:
        data: column -> values of all rows; an empty string where a value is missing.
        lines: (n_rows,) number of the line of the file in which each row begins, from 1.
        path: the file, for messages.
        objects: the rows of JSON lines as they were read; None for other tables.
        kind: the extension of tables of its kind.
    """

    data: dict[str, list[str]]
    lines: list[int]
    path: str = field(default="")
    objects: list[dict[str, Any]] | None = field(default=None)
    kind: str = field(default=TABS[0])

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.data)

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, column: str) -> list[str]:
        """The values of a column.

        Raises:
            FormatError: there is no such column; the error lists those that there are.
        """
        if column not in self.data:
            raise FormatError(
                f"there is no column {column!r}",
                cure=f"The header has {', '.join(self.columns)}",
                file=self.path or None,
                line=1,
            )
        return self.data[column]

    def drop(self, *columns: str) -> Table:
        """The table without some columns.

        Raises:
            FormatError: there is no such column.
        """
        for column in columns:
            self[column]
        dropped = frozenset(columns)
        return replace(self, data={name: self.data[name] for name in self.data if name not in dropped})

    def take(self, rows: np.ndarray) -> Table:
        """The table of some rows only, by their numbers."""
        chosen = rows.tolist()
        return replace(
            self,
            data={name: [values[row] for row in chosen] for name, values in self.data.items()},
            lines=[self.lines[row] for row in chosen],
            objects=None if self.objects is None else [self.objects[row] for row in chosen],
        )

    def labels(self, column: str) -> np.ndarray:
        """(n_rows,) int64, the values of a column as labels numbered from 0 by first occurrence.

        Raises:
            FormatError: there is no such column, or a row has no value there.
        """
        numbers: dict[str, int] = {}
        for value, line in zip(self[column], self.lines, strict=True):
            if not value.strip():
                raise FormatError(
                    f"the column {column!r} is empty",
                    cure="Each row needs the id of its cluster; one of its own for a row that matches no other",
                    file=self.path or None,
                    line=line,
                )
            numbers.setdefault(value.strip(), len(numbers))
        return np.array([numbers[value.strip()] for value in self[column]], dtype=np.int64)


def read_table(path: str | PathLike[str], required: Sequence[str] = ()) -> Table:
    """Read a table: UTF-8, a header line, a row per line; tabs between the fields of .tsv, commas in .csv.

    In a CSV file, fields may be quoted, and quoted ones may contain commas and line breaks; if its header has more
    semicolons or tabs than commas, these separate the fields. In a TSV file quotation marks are letters as any others,
    unless all names of the header are quoted: then fields are as in a CSV file. In JSON lines each line is an object;
    its names are the columns, in the order in which they first occur, and a row need not have all of them.

    >>> from corefpipe.clustering import read_table
    >>> len(read_table("corpora/people/new.tsv"))
    120

    Args:
        path: the file or URL, whose name ends in .tsv, .tab, .txt (tabs), .csv (commas), .jsonl or .ndjson (JSON
            lines). The kind of one without any ending, such as a pipe, is recognised by its beginning.
        required: columns that must be there.

    Raises:
        FormatError: a name that ends otherwise; no rows; bad UTF-8 or NUL; a missing column or two of one name; a row
            of another number of fields; a line that is no JSON object of single values; no such file, or one that
            cannot be read. With file and line.
    """
    place = as_path(path)
    kind = place.suffix.lower()
    if kind and kind not in TABLES:
        raise FormatError(
            f"tables end in .tsv, .csv or .jsonl, not in {kind!r}", cure="Save it as one of these", file=str(place)
        )
    return parse_table(_content(place), str(place), kind, required)


def parse_table(data: bytes, name: str, kind: str = "", required: Sequence[str] = ()) -> Table:
    """The table that the bytes of a file contain.

    Args:
        data: all of the file.
        name: its name, for messages.
        kind: the extension of its kind; empty recognises it by its beginning.
        required: columns that must be there.

    Raises:
        FormatError: see `read_table`.
    """
    text = _text(data, name)
    kind = kind or _kind(text)
    if kind in JSON_LINES:
        return _of_objects(list(json_rows(text, name)), required, name, kind)
    mark, quoted = _marks(text, kind)
    rows = _quoted_rows(text, mark, name) if quoted else _plain_rows(text)
    line, header = next(rows, (1, []))
    if not header:
        raise FormatError("the file is empty", cure="The first line names the columns", file=name)
    names = _checked_header(header, required, name, line, _MARKS[mark])
    lines: list[int] = []
    values: list[list[str]] = []
    for line, row in rows:
        if len(row) != len(names):
            where = "" if len(row) > len(names) else f"; there is none for {names[len(row)]!r}, column {len(row) + 1}"
            raise FormatError(
                f"{counted(len(row), 'field')} in a table of {counted(len(names), 'column')}{where}",
                cure=f"Each row has one field per column, empty if the value is missing; {_MARKS[mark]}s separate them",
                file=name,
                line=line,
            )
        lines.append(line)
        values.append(row)
    if not lines:
        raise FormatError("there is a header and no row", cure="Give one row per record", file=name, line=1)
    return Table(dict(zip(names, map(list, zip(*values, strict=True)), strict=True)), lines, name, kind=kind)


def _of_objects(rows: list[tuple[int, dict[str, Any]]], required: Sequence[str], path: str, kind: str) -> Table:
    """The table of JSON lines."""
    if not rows:
        raise FormatError("the file is empty", cure="Each line is one JSON object", file=path)
    names = list(dict.fromkeys(name for _, row in rows for name in row))
    if not names:
        raise FormatError("the objects are empty", cure="Give them names and values", file=path, line=rows[0][0])
    _check_required(names, required, "The objects have", path, rows[0][0])
    if len(names) * len(rows) > max(_MOST_CELLS, _SPARSEST * sum(len(row) for _, row in rows)):
        raise FormatError(
            f"{counted(len(rows), 'object')} with {counted(len(names), 'name')} in all, nearly all of which each lacks",
            cure="Give the values of one kind the same name in all objects",
            file=path,
        )
    data = {name: [as_text(row.get(name)) for _, row in rows] for name in names}
    return Table(data, [line for line, _ in rows], path, [row for _, row in rows], kind)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise FormatError("no such file", cure="Check the path", file=str(path)) from None
    except OSError as error:
        cure = "Check the path, and its permissions"
        raise FormatError(f"the file cannot be read ({error.strerror})", cure=cure, file=str(path)) from None


def _text(data: bytes, path: str) -> str:
    """The text of a file, without the byte order mark."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # `start` counts from the text after the mark, but line breaks before it are the same.
        line, column = _place(data[: error.start])
        raise FormatError(
            f"byte 0x{error.object[error.start]:02X} in column {column} is not UTF-8",
            cure="Save the table as UTF-8",
            file=path,
            line=line,
        ) from error
    if "\0" in text:
        line, column = _place(text[: text.index("\0")].encode())
        raise FormatError(
            f"a NUL character in column {column}",
            cure="Save the table as UTF-8 text: UTF-16 and spreadsheets are not read",
            file=path,
            line=line,
        )
    return text


def _place(before: bytes) -> tuple[int, int]:
    """Line and byte column, from 1, of what follows."""
    return before.count(b"\n") + 1, len(before) - (before.rfind(b"\n") + 1) + 1


_MARKS = {",": "comma", ";": "semicolon", "\t": "tab"}


def _kind(text: str) -> str:
    """The extension of the kind of table that a text is."""
    header = _header(text)
    if header.startswith("{"):
        return JSON_LINES[0]
    return TABS[0] if "\t" in header else COMMAS[0]


def _header(text: str) -> str:
    """The first line that is not blank."""
    return text.lstrip("\r\n").partition("\n")[0]


def _marks(text: str, kind: str) -> tuple[str, bool]:
    """What separates fields, a key of `_MARKS`, and whether they may be quoted."""
    header = _header(text)
    if kind in COMMAS:
        bare = _QUOTED.sub("", header)
        return max(_MARKS, key=bare.count), True  # of equally many the first, commas
    return "\t", all(_QUOTED.fullmatch(name.strip()) for name in header.split("\t"))


def _plain_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """(line, fields) of each row between tabs; blank lines are left out."""
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if line.strip() or "\t" in line:  # a row without any value is still a row
            yield number, line.split("\t")


def _quoted_rows(text: str, mark: str, path: str) -> Iterator[tuple[int, list[str]]]:
    """(first line, fields) of each row, whose fields may be quoted; blank lines are left out."""
    reader = csv.reader(StringIO(text, newline=""), strict=True, delimiter=mark)
    first = 1
    while True:
        limit = csv.field_size_limit(_LONGEST_FIELD)  # of the whole process, hence only for this line
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise FormatError(
                f"no valid CSV: {error}",
                cure='A quotation mark in a quoted field is doubled: ""',
                file=path,
                line=first,
            ) from error
        finally:
            csv.field_size_limit(limit)
        if row is None:
            return
        if row:
            yield first, row
        first = reader.line_num + 1


def _checked_header(header: Sequence[str], required: Sequence[str], path: str, line: int, mark: str) -> list[str]:
    names = [name.strip() for name in header]
    first: dict[str, int] = {}
    for number, name in enumerate(names, 1):
        if not name:
            raise FormatError(f"column {number} has no name", cure="Name it in the header", file=path, line=line)
        if first.setdefault(name, number) < number:
            raise FormatError(
                f"columns {first[name]} and {number} are both called {name!r}",
                cure="Give each column its own name",
                file=path,
                line=line,
            )
    _check_required(names, required, "The header has", path, line, f", separated by {mark}")
    return names


def _check_required(
    names: Sequence[str], required: Sequence[str], has: str, path: str, line: int, how: str = ""
) -> None:
    for name in required:
        if name not in names:
            raise FormatError(
                f"there is no column {name!r}", cure=f"{has} {', '.join(names)}{how}", file=path, line=line
            )
