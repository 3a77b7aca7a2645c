"""Read TOML that may be hostile, and write settings as TOML, which Python's standard library only reads."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

MAX_TOML = 2**20
"""Largest size of a TOML file, in bytes."""
_MAX_DOTS = 100  # Python's parser takes quadratic time for a key with many dots
_STRINGS = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?')


def read_toml(path: Path) -> str:
    """The text of a TOML file, of at most `MAX_TOML` bytes.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is larger, or not UTF-8 (`UnicodeDecodeError`).
    """
    with path.open("rb") as stream:
        return decoded_toml(stream.read(MAX_TOML + 1))


def decoded_toml(data: bytes) -> str:
    """The text of TOML (see `read_toml`)."""
    if len(data) > MAX_TOML:
        raise ValueError(f"over {MAX_TOML} bytes, which is too much for settings")
    return data.decode("utf-8-sig").replace("\r\n", "\n")


def from_toml(text: str) -> dict[str, Any]:
    """Parse TOML.

    Raises:
        ValueError: it is no TOML (`tomllib.TOMLDecodeError`), or nested too deeply.
    """
    if any(piece.count(".") > _MAX_DOTS for piece in re.split("[,=\n]", _STRINGS.sub("", text))):
        raise ValueError(f"a key with over {_MAX_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def to_toml(settings: Mapping[str, Any]) -> str:
    """Settings as TOML: flat values and one level of tables. None is left out, because TOML cannot express it.

    Raises:
        TypeError: a value that is no string, number, truth value or list of these; NumPy's numbers are fine.
        ValueError: an array.
    """
    known = {key: value for key, value in settings.items() if value is not None}
    lines = [_line(key, value) for key, value in known.items() if not isinstance(value, dict)]
    for name, table in known.items():
        if isinstance(table, dict):
            lines += ["", f"[{name}]", *(_line(key, value) for key, value in table.items() if value is not None)]
    return "\n".join(lines) + "\n"


def _line(key: str, value: Any) -> str:
    name = key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _json(key)
    return f"{name} = {_json(value)}"


def _json(value: Any) -> str:
    """JSON's strings, numbers, booleans and arrays are valid TOML, except for non-ASCII escapes and a plain DEL."""
    if hasattr(value, "item"):  # a number of NumPy's, which is not imported here
        value = value.item()
    if isinstance(value, float) and not isfinite(value):
        return str(value)  # nan, inf, -inf
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_json, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
