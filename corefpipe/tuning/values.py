"""Values of settings in tables and plots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def are_numbers(values: Iterable[Any]) -> bool:
    """Whether all values are numbers; booleans are not."""
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def value_text(value: Any) -> str:
    """A value as tables and plots show it: `true`, `0.5`, `adagrad`."""
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)
