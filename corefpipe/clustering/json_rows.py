"""Rows of tables in JSON lines: one object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from corefpipe.exceptions import FormatError
from corefpipe.utils.json_text import LongNumberError, RepeatedNameError, parse_json

JSON_LINES = (".jsonl", ".ndjson")
"""Extensions of tables in JSON lines."""


def json_rows(text: str, path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """(line from 1, object) of each line that is not blank.

    Raises:
        FormatError: no JSON, no object, a name twice, a number of thousands of digits, or a list or object as value.
            With file, line and column or name.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = parse_json(line)
        except json.JSONDecodeError as error:
            raise FormatError(
                f"no JSON in column {error.colno}: {error.msg}",
                cure="Each line is one object, such as {'name': 'Ann Lee', 'born': 1970} with double quotation marks",
                file=path,
                line=number,
            ) from error
        except LongNumberError as error:
            cure = "Write it as a string, in double quotation marks"
            raise FormatError(str(error), cure=cure, file=path, line=number) from error
        except (RepeatedNameError, RecursionError) as error:
            what = str(error) if isinstance(error, RepeatedNameError) else "nested too deeply"
            raise FormatError(what, cure="Give each value its own name", file=path, line=number) from error
        if not isinstance(row, dict):
            raise FormatError(
                f"a JSON {_KINDS[type(row)]} and no object",
                cure="Each line is one object of names and values",
                file=path,
                line=number,
            )
        for name, value in row.items():
            what = "" if _is_single(value) else f"the value of {name!r} is a JSON {_KINDS[type(value)]}"
            if (isinstance(value, str) and not _is_unicode(value)) or not _is_unicode(name):
                what = f"half a character (a lone surrogate) in {name!r}"
            if what:
                raise FormatError(what, cure=_SINGLE, file=path, line=number)
        yield number, row


def _is_single(value: Any) -> bool:
    return not isinstance(value, (dict, list))


def _is_unicode(value: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def as_text(value: Any) -> str:
    """A value as comparators read it: null and NaN are missing, numbers, true and false are as in JSON."""
    if value is None or value != value:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


_SINGLE = "A value is a string, a number, true, false or null; write several names for several values"
_KINDS = {
    type(None): "null",
    list: "list",
    dict: "object",
    str: "string",
    int: "number",
    float: "number",
    bool: "truth value",
}
