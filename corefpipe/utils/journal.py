"""Files of JSON lines that grow: first what all results have in common, then a line each; a kill may cut the last."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from corefpipe.errors import FormatError, SettingError

Entry = TypeVar("Entry")

_CURE = "Take another folder, or delete the file to start again"


def entries_of(
    stream: BinaryIO, path: Path, header: Mapping[str, Any], parse: Callable[[dict[str, Any]], Entry]
) -> Iterator[Entry]:
    """The entries of a journal; a line that a kill cut short is cut off.

    Args:
        stream: the file, open for reading and for writing.
        path: its name for the errors.
        header: what the first line has to say, if there is one.
        parse: makes an entry of a line; ValueError, TypeError and LookupError tell that it is none.

    Raises:
        SettingError: the file has results of something else.
        FormatError: it has something that is no result.
    """
    stream.seek(0)
    whole = 0
    for number, line in enumerate(stream, 1):
        if not line.endswith(b"\n"):
            break
        whole += len(line)
        try:
            found = json.loads(line.decode("utf-8", "surrogateescape"))
            if number == 1:
                _compare(dict(found), header, path)
                continue
            entry = parse(found)
        except SettingError:
            raise
        except (ValueError, TypeError, LookupError) as error:
            raise FormatError("no line of results", cure=_CURE, file=str(path), line=number) from error
        yield entry
    stream.truncate(whole)
    stream.seek(whole)


def line_of(entry: Mapping[str, Any]) -> bytes:
    """The line of an entry or header; values that JSON has not stand as their `repr`."""
    return (json.dumps(entry, ensure_ascii=False, default=repr) + "\n").encode("utf-8", "surrogateescape")


def _compare(found: dict[str, Any], wanted: Mapping[str, Any], path: Path) -> None:
    wanted = json.loads(line_of(wanted))
    other = [name for name in {**found, **wanted} if found.get(name) != wanted.get(name)]
    if other:
        raise SettingError(f"results of something else: other {', '.join(other)}", cure=_CURE, file=str(path))
