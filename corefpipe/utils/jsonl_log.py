"""Append-only JSONL log: a header line, then one record per line; a truncated last line is dropped on reopening."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from corefpipe.exceptions import FormatError, SettingError

Record = TypeVar("Record")

_CURE = "Use another folder, or delete the file to start again"


def read_records(
    stream: BinaryIO, path: Path, header: Mapping[str, Any], parse: Callable[[dict[str, Any]], Record]
) -> Iterator[Record]:
    """Read the records of a log, and leave the stream at its end, ready to append.

    A last line without a line break, as a killed process leaves it, is cut off.

    Args:
        stream: the file, open for reading and writing.
        path: the file's name for error messages.
        header: the expected header; an empty file has none.
        parse: makes a record from the object of a line; raises ValueError, TypeError or LookupError if it is none.

    Raises:
        SettingError: the file has another header.
        FormatError: a line is not a record.
    """
    stream.seek(0)
    whole = 0
    for number, line in enumerate(stream, 1):
        if not line.endswith(b"\n"):
            if number == 1 and not to_line(header).startswith(line):  # not ours, so nothing is cut off
                raise FormatError("this line is not a result", cure=_CURE, file=str(path), line=number)
            break
        whole += len(line)
        try:
            found = json.loads(line.decode("utf-8", "surrogateescape"))
            if number == 1:
                _check_header(dict(found), header, path)
                continue
            record = parse(found)
        except SettingError:
            raise
        except (ValueError, TypeError, LookupError, RecursionError) as error:
            raise FormatError("this line is not a result", cure=_CURE, file=str(path), line=number) from error
        yield record
    stream.truncate(whole)
    stream.seek(whole)


def to_line(record: Mapping[str, Any]) -> bytes:
    """A record or header as a line; values that JSON does not have become their `repr`."""
    return (json.dumps(record, ensure_ascii=False, default=repr) + "\n").encode("utf-8", "surrogateescape")


def _check_header(found: dict[str, Any], wanted: Mapping[str, Any], path: Path) -> None:
    wanted = json.loads(to_line(wanted))
    differing = [name for name in {**found, **wanted} if found.get(name) != wanted.get(name)]
    if differing:
        raise SettingError(f"made with other settings or data: {', '.join(differing)}", cure=_CURE, file=str(path))
