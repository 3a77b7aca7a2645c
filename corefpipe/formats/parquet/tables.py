"""Tables of values as Parquet: counts are maps, several values lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import pyarrow as pa
import pyarrow.parquet as pq

from corefpipe.formats.files import atomic_writer

_ROWS = 2**16  # of a row group
_TYPES = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}


def write_rows(columns: Mapping[str, Any], rows: Iterable[tuple[Any, ...]], path: Path) -> None:
    """Write rows to a file (see `corefpipe.formats.parquet.write_table`)."""
    schema = pa.schema([(name, arrow_type(type_)) for name, type_ in columns.items()])
    with (
        atomic_writer(path) as stream,
        pq.ParquetWriter(stream.buffer, schema, compression="zstd", write_page_checksum=True) as writer,
    ):
        left = iter(rows)
        while group := list(islice(left, _ROWS)):
            columns_of_group = zip(*group, strict=True)
            arrays = [
                pa.array(map(_value, values), field.type)
                for field, values in zip(schema, columns_of_group, strict=True)
            ]
            writer.write_table(pa.table(arrays, schema=schema))


def arrow_type(type_: Any) -> pa.DataType:
    """The type of Arrow for a type of Python.

    Raises:
        TypeError: there is none.
    """
    origin, parts = get_origin(type_), [part for part in get_args(type_) if part is not NoneType]
    if type_ in _TYPES:
        return _TYPES[type_]
    if origin in (Union, UnionType) and len(parts) == 1:
        return arrow_type(parts[0])
    if origin is tuple and len(parts) == 2 and parts[1] is Ellipsis:
        return pa.list_(arrow_type(parts[0]))
    if origin is not None and issubclass(origin, Mapping):
        return pa.map_(*map(arrow_type, parts))
    raise TypeError(f"a column of {type_} cannot be stored")


def _value(value: Any) -> Any:
    return list(value.items()) if isinstance(value, Mapping) else value
