"""Work on lists in which many values are equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Value = TypeVar("Value")


def each(function: Callable[[Any], Value], values: list[Any]) -> list[Value]:
    """Apply a function to each value, calling it once per different value."""
    found = {value: function(value) for value in dict.fromkeys(values)}
    return [found[value] for value in values]
