"""Columns of documents as types of Arrow, and the other columns of a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from corefpipe.formats.parquet.columns import KINDS

_TYPES = {
    "string": pa.string(),
    "int32": pa.int32(),
    "ints": pa.list_(pa.int32()),
    "floats": pa.list_(pa.float64()),
    "bools": pa.list_(pa.bool_()),
    "strings": pa.list_(pa.string()),
    "lists of ints": pa.list_(pa.list_(pa.int32())),
}

TYPES: dict[str, pa.DataType] = {name: _TYPES[kind] for name, kind in KINDS.items()}
"""Our column -> its type."""


class TableRow(Mapping[str, Any]):
    """The other columns of a row, by name. Values are Python's; `arrays` has them with their exact types.

    Args:
        arrays: column -> array of one value.
    """

    __slots__ = ("arrays",)

    def __init__(self, arrays: dict[str, pa.Array]):
        self.arrays = arrays

    def __getitem__(self, name: str) -> Any:
        return self.arrays[name][0].as_py()

    def __iter__(self) -> Iterator[str]:
        return iter(self.arrays)

    def __len__(self) -> int:
        return len(self.arrays)

    def __repr__(self) -> str:
        return repr(dict(self))


def arrays_of(metadata: Mapping[str, Any]) -> dict[str, pa.Array]:
    """Column -> array of one value, with the types that the values had in the table they were read from.

    Raises:
        pyarrow.ArrowException: Arrow has no type for a value.
    """
    return metadata.arrays if isinstance(metadata, TableRow) else {k: pa.array([v]) for k, v in metadata.items()}
