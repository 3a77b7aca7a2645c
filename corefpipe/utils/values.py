"""Lists in which many values are equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

Value = TypeVar("Value")


def each(function: Callable[[Any], Value], values: list[Any]) -> list[Value]:
    """Apply a function to each value, calling it once per different value."""
    found = {value: function(value) for value in dict.fromkeys(values)}
    return [found[value] for value in values]


def shared(numbers: np.ndarray, objects: list[int]) -> list[int]:
    """Numbers as a list in which equal ones are one object: of a novel, each list of objects of its own takes 5 MB.

    Args:
        numbers: (n,) int.
        objects: the integers from 0 on, at least up to the largest number.
    """
    return [objects[number] for number in numbers.tolist()]
