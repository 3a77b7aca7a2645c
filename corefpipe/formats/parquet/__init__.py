"""Parquet: tables of texts, one row per document, with spans as list columns. Needs pyarrow, `corefpipe[parquet]`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from corefpipe.document import Document
from corefpipe.exceptions import SettingError
from corefpipe.formats.losses import CONTENTS
from corefpipe.formats.reading import Reading
from corefpipe.formats.registry import Format, register_format


@register_format
class Parquet(Format):
    """Apache Parquet."""

    name = "parquet"
    extensions = (".parquet", ".pq")
    signature = re.compile("PAR1[\x00-\x1f]")
    holds = frozenset(CONTENTS) - {
        "antecedents",
        "MISC and DEPS",
        "CoNLL-2012's columns",
        "other columns",
        "sentence comments",
        "multiword tokens",
        "empty nodes",
        "fields of ACE",
        "mention fields",
        "zero mentions",
    }

    def read_file(self, path: Path, reading: Reading) -> Iterator[Document]:
        """Yield the documents of a file."""
        _check(path)
        from corefpipe.formats.parquet.reader import read_file

        return read_file(path, reading)

    def write_file(self, documents: Iterable[Document], path: Path) -> None:
        """Write documents to a file, all or nothing."""
        _check(path)
        from corefpipe.formats.parquet.writer import write_file

        write_file(documents, path)


def write_table(columns: Mapping[str, Any], rows: Iterable[tuple[Any, ...]], path: Path) -> None:
    """Write a table of other values than documents to a file, all or nothing.

    Args:
        columns: name -> type of its values, such as `int | None`, `tuple[str, ...]` or `Mapping[str, int]`.
        rows: their values.
        path: the file.

    Raises:
        SettingError: pyarrow is not installed, or the file is named `.gz`.
    """
    _check(path)
    from corefpipe.formats.parquet.tables import write_rows

    write_rows(columns, rows, path)


def _check(path: Path) -> None:
    """Check that pyarrow is installed, and that the file is not packed once more.

    Raises:
        SettingError: it is not, or it is.
    """
    try:
        import pyarrow  # noqa: F401
    except ModuleNotFoundError:
        raise SettingError(
            "Parquet needs pyarrow, which is not installed", cure="pip install 'corefpipe[parquet]'", file=str(path)
        ) from None
    except ImportError as error:  # another NumPy than it was built for
        cure = "Install versions of pyarrow and NumPy that fit each other"
        raise SettingError(
            f"Parquet needs pyarrow, which does not start: {error}", cure=cure, file=str(path)
        ) from error
    if path.suffix == ".gz":
        raise SettingError(
            "Parquet files are compressed already, and cannot be read or written in gzip",
            cure="Leave out .gz, or unpack it",
            file=str(path),
        )
