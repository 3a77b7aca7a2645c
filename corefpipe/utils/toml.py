"""Write settings as TOML, which Python's standard library only reads."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any


def to_toml(settings: Mapping[str, Any]) -> str:
    """Settings as TOML: flat values and one level of tables. None is left out, because TOML cannot express it."""
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
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
