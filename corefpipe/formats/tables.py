"""Tables: rows that are named tuples, as CSV, JSON lines, Parquet and pandas DataFrames."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_type_hints, overload

from corefpipe.exceptions import require_one_of
from corefpipe.formats.files import atomic_writer
from corefpipe.utils.frames import frame_of
from corefpipe.utils.paths import as_path
from corefpipe.utils.text import encodable

if TYPE_CHECKING:
    from pandas import DataFrame

Row = TypeVar("Row", bound="tuple[Any, ...]")

TABLE_FILES = ("csv", "jsonl", "parquet")
"""Extensions of the files that a table can be saved to; that of the first two may be followed by `.gz`."""


def csv_lines(rows: Iterable[Iterable[Any]]) -> str:
    """Rows as lines of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return encodable(text.getvalue())


def extension_of(path: str | PathLike[str]) -> str:
    """The extension of a file in lower case, without the dot and without `.gz` after it."""
    return as_path(path).name.lower().removesuffix(".gz").rpartition(".")[2]


class Table(Sequence[Row], Generic[Row]):
    """Rows of one kind, such as the characters of a book or the entities of a collection.

    >>> book.quotations.columns[:3]
    ['turn', 'entity', 'speaker']
    >>> book.quotations.save("quotations.csv")

    Args:
        kind: the class of the rows, a `NamedTuple`, which describes the columns.
        rows: the rows.
    """

    def __init__(self, kind: type[Row], rows: Iterable[Row]):
        self.kind = kind
        self.rows = tuple(rows)

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, number: int) -> Row: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, number: int | slice) -> Row | tuple[Row, ...]:
        return self.rows[number]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self):,} × {self.kind.__name__}>"

    @property
    def columns(self) -> list[str]:
        """Names of the columns in files and DataFrames, where a place takes several: `first_chapter` …"""
        return list(column_types(self.kind))

    def to_csv(self) -> str:
        """The rows as CSV below a line of names; several values in a cell are separated by "; "."""
        return "".join(self._csv())

    def to_jsonl(self) -> str:
        """The rows as JSON lines: objects with `columns`; counts are objects, several values arrays."""
        return "".join(self._jsonl())

    def to_dataframe(self) -> DataFrame:
        """The rows as a pandas DataFrame with `columns`; counts are dictionaries.

        Raises:
            CorefpipeError: pandas is not installed.
        """
        return frame_of(map(list, map(flat, self.rows)), self.columns, "Table.save")

    def save(self, path: str | PathLike[str]) -> None:
        """Write the rows to a file, all or nothing, in the format of its extension (`TABLE_FILES`).

        Args:
            path: a file, or its URL.

        Raises:
            SettingError: no such format; or it is Parquet, and pyarrow is not installed.
            FormatError: the file cannot be written.
        """
        file, extension = as_path(path), extension_of(path)
        require_one_of("extension of a table", extension, TABLE_FILES)
        if extension == "parquet":
            from corefpipe.formats.parquet import write_table

            write_table(column_types(self.kind), (tuple(flat(row)) for row in self.rows), file)
            return
        with atomic_writer(file) as stream:
            stream.writelines(self._csv() if extension == "csv" else self._jsonl())

    def _csv(self) -> Iterator[str]:
        yield csv_lines([self.columns])
        for row in self.rows:
            yield csv_lines([map(csv_cell, flat(row))])

    def _jsonl(self) -> Iterator[str]:
        columns = self.columns
        for row in self.rows:
            values = dict(zip(columns, flat(row), strict=True))
            yield encodable(json.dumps(values, ensure_ascii=False)) + "\n"


def flat(row: tuple[Any, ...]) -> Iterator[Any]:
    """The values of a row, with those of its places, which are named tuples, in their stead."""
    for value in row:
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            yield from value
        else:
            yield value


def column_types(kind: type[Any]) -> dict[str, Any]:
    """Column -> type of its values. Columns of a place have the name of the field before theirs, but for `place`."""
    found: dict[str, Any] = {}
    for name, type_ in get_type_hints(kind).items():
        if hasattr(type_, "_fields"):
            before = "" if name == "place" else f"{name}_"
            found |= {f"{before}{field}": part for field, part in get_type_hints(type_).items()}
        else:
            found[name] = type_
    return found


def csv_cell(value: Any) -> Any:
    """A value as a cell of CSV: counts and several values in one text."""
    if isinstance(value, Mapping):
        return "; ".join(f"{name} ({count})" for name, count in value.items())
    if isinstance(value, tuple):
        return "; ".join(map(str, value))
    return "" if value is None else value
