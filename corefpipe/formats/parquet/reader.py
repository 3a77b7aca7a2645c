"""Reader of Parquet: tables that the writer wrote, and any table with a column of texts; `columns.py` lists ours.

The text is the column `text` or, without one, the only column of strings. Rows without our columns are raw texts, named
after their column `id`, if it has strings or whole numbers, or else after the file and the number of the row, from 1. A
null is an empty text, so that there are as many documents as rows. All other columns are in `Document.metadata`.

Batches of rows are read one after the other, and checksums of pages are verified where the file has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from corefpipe.document import Document, Origin
from corefpipe.exceptions import FormatError
from corefpipe.formats.opening import open_file
from corefpipe.formats.parquet.arrow import TYPES, TableRow
from corefpipe.formats.parquet.columns import TEXT, document_of
from corefpipe.formats.reading import Place, Reading, genre_of
from corefpipe.formats.spans import settle_repeats

_ROWS = 256
"""Number of rows in memory."""

_CURE = "Write it again, or download it again"
_REFUSALS = (pa.ArrowException, OSError, ValueError, TypeError, KeyError, OverflowError, MemoryError)
"""Raised by pyarrow for invalid files."""


def read_file(path: Path, reading: Reading) -> Iterator[Document]:
    """Yield the documents of a file."""
    place = Place(str(path))
    number = 0
    try:
        for batch in _batches(path, place):
            for values, other in _rows(batch, place):
                number += 1
                try:
                    yield _document(values, other, number, place, reading)
                except FormatError as error:
                    reading.refuse(error)
    except FormatError as error:
        reading.refuse(error)
    except _REFUSALS as error:
        what = f"is damaged after row {number}" if number else "is no Parquet file, or is damaged"
        reading.refuse(place.error(f"the file {what} ({_brief(error)})", _CURE))


def _batches(path: Path, place: Place) -> Iterator[pa.RecordBatch]:
    with open_file(path) as stream:
        if not stream.read(1):
            raise place.error("the file is empty", "Check that the program that wrote it finished")
        stream.seek(0)
        # Not buffered ahead, so that only what a batch needs is in memory.
        yield from pq.ParquetFile(stream, pre_buffer=False, page_checksum_verification=True).iter_batches(_ROWS)


def _rows(batch: pa.RecordBatch, place: Place) -> Iterator[tuple[dict[str, Any], dict[str, pa.Array]]]:
    """Our values and the other columns of each row."""
    ours = {name: name for name in TYPES if name in batch.schema.names}
    if TEXT not in ours and "coref_words" not in ours:
        ours[TEXT] = _column_of_texts(batch.schema, place)
    columns = {name: _typed(batch, column, TYPES[name], place).to_pylist() for name, column in ours.items()}
    # A column of texts with another name is kept under its own as well.
    others = {name: batch.column(name) for name in batch.schema.names if name not in ours}
    for row in range(batch.num_rows):
        # `take` copies the value: a slice would keep the whole batch in memory.
        yield (
            {name: values[row] for name, values in columns.items()},
            {name: values.take(pa.array([row])) for name, values in others.items()},
        )


def _column_of_texts(schema: pa.Schema, place: Place) -> str:
    strings = [field.name for field in schema if _is_string(field.type)]  # a dictionary is of categories, not texts
    if len(strings) != 1:
        found = f"columns of strings are {', '.join(strings[:10])}" if strings else "no column has strings"
        raise place.error(f"the table has no column `{TEXT}`; {found}", f"Rename the column with the texts to {TEXT}")
    return strings[0]


def _typed(batch: pa.RecordBatch, name: str, type: pa.DataType, place: Place) -> pa.Array:
    column = batch.column(name)
    try:
        return column.cast(type)
    except pa.ArrowException as error:
        raise place.error(
            f"the column `{name}` has the type {column.type}, which is no {type} ({_brief(error)})",
            "Convert it, or rename it if it is of something else",
        ) from None


def _document(
    values: dict[str, Any], other: dict[str, pa.Array], number: int, place: Place, reading: Reading
) -> Document:
    name = values.get("coref_name") or _id(other) or f"{reading.named_after(place.source)}_{number}"
    place = Place(place.source, name)
    try:
        document = document_of(values, name, partial(settle_repeats, place=place, reading=reading))
    except FormatError:
        raise
    except ValueError as error:
        raise place.error(f"row {number}: {error}", "See corefpipe.formats.parquet.columns for what is right") from None
    document.origin = Origin(place.source, number)
    document.genre = document.genre or genre_of(name)
    document.metadata = TableRow(other) if other else {}
    return document


def _id(other: dict[str, pa.Array]) -> str:
    column = other.get("id")
    if column is None or not (_is_string(column.type) or pa.types.is_integer(column.type)) or column.null_count:
        return ""
    return str(column[0].as_py())


def _is_string(type: pa.DataType) -> bool:
    return pa.types.is_string(type) or pa.types.is_large_string(type) or pa.types.is_string_view(type)


def _brief(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
