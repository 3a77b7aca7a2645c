"""Writer of Parquet; the columns are described in `columns.py`.

The other columns of a table that was read come first, with their types, then ours. They are those of the first row
group: a later document without one has a null there, and one with a further one is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError
from corefpipe.formats.files import atomic_writer
from corefpipe.formats.parquet.arrow import TYPES, arrays_of
from corefpipe.formats.parquet.columns import PREFIX, TEXT, values_of

_ROWS, _WORDS = 4096, 2**20
"""Number of documents or words after which a row group ends."""


def write_file(documents: Iterable[Document], path: Path) -> None:
    """Write documents to a file.

    Raises:
        AnnotationError: Arrow cannot store a value of `Document.metadata`, documents differ in its columns or types, or
            heads are no trees.
    """
    groups = _groups(documents)
    with atomic_writer(path) as stream:
        first = next(groups, [])
        schema = _schema(first)
        with pq.ParquetWriter(stream.buffer, schema, compression="zstd", write_page_checksum=True) as writer:
            for group in chain([first], groups):
                writer.write_table(_table(group, schema))


def _groups(documents: Iterable[Document]) -> Iterator[list[Document]]:
    group: list[Document] = []
    words = 0
    for document in documents:
        group.append(document)
        words += len(document)
        if len(group) == _ROWS or words >= _WORDS:
            yield group
            group, words = [], 0
    if group:
        yield group


def _schema(group: list[Document]) -> pa.Schema:
    """The other columns of the documents with the type of their first value, then ours."""
    types: dict[str, pa.DataType] = {}
    for document in group:
        for name, array in _other(document).items():
            if name not in types or pa.types.is_null(types[name]):
                types[name] = array.type
    return pa.schema([*types.items(), *TYPES.items()])


def _other(document: Document) -> dict[str, pa.Array]:
    for name in document.metadata:
        if name == TEXT or name.startswith(PREFIX):
            raise AnnotationError(
                f"metadata has the name of our column {name}", cure="Rename it", document=str(document)
            )
    try:
        return arrays_of(document.metadata)
    except (pa.ArrowException, OverflowError) as error:
        raise AnnotationError(
            f"metadata cannot be a column of a table ({error})",
            cure="Use numbers, strings, dates, or lists of them",
            document=str(document),
        ) from None


def _table(group: list[Document], schema: pa.Schema) -> pa.Table:
    others = [_other(document) for document in group]
    for document, other in zip(group, others, strict=True):
        more = [name for name in other if name not in schema.names]
        if more:
            raise AnnotationError(
                f"metadata has {', '.join(more)}, which the first documents of the table do not have",
                cure="Give all documents the same columns, or write them to several files",
                document=str(document),
            )
    rows = [values_of(document) for document in group]
    return pa.table(
        [
            pa.array([row[field.name] for row in rows], field.type)
            if field.name in TYPES
            else _column(field, others, group)
            for field in schema
        ],
        schema=schema,
    )


def _column(field: pa.Field, others: list[dict[str, pa.Array]], group: list[Document]) -> pa.Array:
    pieces = []
    missing = pa.nulls(1, field.type)
    for document, other in zip(group, others, strict=True):
        value = other.get(field.name, missing)
        try:
            pieces.append(value if value.type == field.type else value.cast(field.type))
        except pa.ArrowException:
            raise AnnotationError(
                f"metadata has {field.name} of the type {value.type}, and documents before it of {field.type}",
                cure="Give all documents the same type, or write them to several files",
                document=str(document),
            ) from None
    return pa.concat_arrays(pieces)
