"""Parse JSON strictly: a name twice in an object and numbers of thousands of digits are errors."""

from __future__ import annotations

import json
import sys
from typing import Any


class RepeatedNameError(ValueError):
    """A name that occurs twice in an object."""


class LongNumberError(ValueError):
    """An integer of more digits than Python converts."""


def parse_json(text: str) -> Any:
    """The value that a JSON text contains.

    Raises:
        json.JSONDecodeError: it is no JSON.
        RepeatedNameError, LongNumberError: see there; all three are ValueErrors whose messages say what is wrong.
        RecursionError: it is nested too deeply.
    """
    try:
        return json.loads(text, object_pairs_hook=_once)
    except (json.JSONDecodeError, RepeatedNameError):
        raise
    except ValueError as error:  # of int
        raise LongNumberError(f"a number has more than {sys.get_int_max_str_digits():,} digits") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise RepeatedNameError(f"the name {name!r} occurs twice")
            seen.add(name)
    return found
