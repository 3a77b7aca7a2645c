"""Checks of tables, and tables written with further columns."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from corefpipe.cli.options import STDIN
from corefpipe.cli.outputs import errors_of, refuse_unwritable
from corefpipe.clustering.json_rows import JSON_LINES
from corefpipe.clustering.tables import COMMAS, TABLES, Table, parse_table, read_table
from corefpipe.exceptions import FormatError, SettingError
from corefpipe.formats.files import atomic_writer
from corefpipe.utils.progress import say

_MARKERS = {"nan", "na", "n/a", "#n/a", "null", "none", "?", "-", "--"}
ABSENT = object()
"""The value of a name that an object of JSON lines lacks."""


def table_at(path: Path, required: Sequence[str]) -> Table:
    """The table of a file, of a URL, or of standard input (`STDIN`); see `read_table`."""
    if path != STDIN:
        return read_table(path, required)
    return parse_table(sys.stdin.buffer.read(), "standard input", required=required)


def check_key(table: Table, column: str | None) -> None:
    """Check that a column has a value in each row, and none twice.

    Raises:
        FormatError: it has not; with file and line.
    """
    if column is None:
        return
    seen: dict[str, int] = {}
    for value, line in zip(table[column], table.lines, strict=True):
        what = ""
        if not value.strip():
            what = f"the column {column!r} is empty"
        elif value in seen:
            what = f"the column {column!r} has {value!r} as in line {seen[value]}"
        if what:
            raise FormatError(what, cure="A key is different in each row", file=table.path, line=line)
        seen[value] = line


def warn_of_empty(table: Table, columns: Sequence[str]) -> None:
    """Warn of columns to compare that are empty in all rows."""
    for column in columns:
        if not any(value.strip() for value in table[column]):
            say(f"Warning: {table.path}: the column {column!r} is empty in all rows")


def warn_of_markers(table: Table, columns: Sequence[str]) -> None:
    """Warn of values of columns to compare that often stand for missing ones, such as "nan"."""
    for column in columns:
        marks = [(value.strip(), line) for value, line in zip(table[column], table.lines, strict=True)]
        marks = [(value, line) for value, line in marks if value.casefold() in _MARKERS]
        if marks:
            value, line = marks[0]
            say(
                f"Warning: {table.path}:{line}: {value!r} in the column {column!r} is compared as any other value "
                f"({len(marks)} of {len(table)} rows have such ones). Leave fields empty whose value is missing"
            )


def contents(table: Table, columns: Sequence[str]) -> np.ndarray:
    """(n_rows,) int, the same number for rows with the same values in all of these columns."""
    numbers: dict[tuple[str, ...], int] = {}
    rows = zip(*([value.strip() for value in table[column]] for column in columns), strict=True)
    return np.array([numbers.setdefault(row, len(numbers)) for row in rows], dtype=np.int64)


def check_output(path: Path | None) -> None:
    """Check that the name of an output says how columns are separated, and that it can be written.

    Raises:
        SettingError: it does not, or cannot.
    """
    if path is not None and (path.is_file() or not path.exists()) and path.suffix.lower() not in TABLES:
        raise SettingError(
            f"tables end in .tsv, .csv or .jsonl, not in {path.suffix!r}", cure="Name the output so", file=str(path)
        )
    refuse_unwritable(path)


def write_rows(header: Sequence[str], rows: Iterable[Sequence[Any]], out: Path | None, kind: str) -> None:
    """Write a table.

    Args:
        header: names of the columns.
        rows: a value per column: strings, but for JSON lines any value, of which `ABSENT` is left out.
        out: the file, whose extension says what kind of table it is; None for standard output.
        kind: the extension of a table as on standard output.

    Raises:
        FormatError: a tab or line break in a value of a TSV file, or the file cannot be written.
    """
    kind = (out.suffix if out is not None else kind).lower()
    with errors_of(out):
        if out is None:
            _write(header, rows, sys.stdout, kind, "standard output")
            sys.stdout.flush()
        else:
            with atomic_writer(out) as stream:
                _write(header, rows, stream, kind, str(out))


def _write(header: Sequence[str], rows: Iterable[Sequence[Any]], stream: TextIO, kind: str, name: str) -> None:
    if kind in JSON_LINES:
        for row in rows:
            found = {column: value for column, value in zip(header, row, strict=True) if value is not ABSENT}
            stream.write(json.dumps(found, ensure_ascii=False) + "\n")
        return
    if kind in COMMAS:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
        return
    for number, row in enumerate([header, *rows], 1):
        for column, value in zip(header, row, strict=True):
            if any(mark in value for mark in "\t\n\r"):
                raise FormatError(
                    f"a value of column {column!r} has a tab or line break, which a TSV file cannot hold",
                    cure="Name an output that ends in .csv or .jsonl",
                    file=name,
                    line=number,
                )
        stream.write("\t".join(row) + "\n")
