"""Ranges of settings, declared by their types, and one check. It imports no NumPy, so that commands start quickly."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from inspect import Parameter, signature
from numbers import Integral, Real
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from corefpipe.exceptions import SettingError, require_one_of

LARGEST = 1e300
"""Largest absolute value of a score or threshold: sums of hundreds of millions of them are finite."""


@dataclass(slots=True, frozen=True)
class Range:
    """The numbers that a setting may have.

    Attributes:
        low: the lowest one.
        high: the highest one.
        cure: what is right, for errors.
        above: whether `low` itself is too low.
    """

    low: float
    high: float
    cure: str
    above: bool = False

    def __contains__(self, value: float) -> bool:
        number = value if isinstance(value, int) else float(value)  # NumPy would compare in the type of its number
        return self.low <= number <= self.high and not (self.above and number == self.low)


Gamma = Annotated[float, Range(0, 1, "It must be a number from 0 (Max-Left-Link) to 1")]
Threshold = Annotated[float, Range(-LARGEST, LARGEST, f"It must be a number from {-LARGEST:g} to {LARGEST:g}")]

_TYPES = {bool: "It must be true or false", int: "It must be a whole number", float: "It must be a number"}


Function = TypeVar("Function", bound=Callable[..., Any])


def takes_fields(record: type[Any]) -> Callable[[Function], Function]:
    """A decorator of functions that pass `**settings` on to a dataclass: its fields become their keyword arguments.

    `help`, editors that run code, and spaCy, which checks configs by the arguments of factories, see them with their
    types and defaults.

    Args:
        record: a dataclass whose fields have defaults.
    """

    def with_fields(function: Function) -> Function:
        own, hints = signature(function), get_type_hints(record)
        first = [one for one in own.parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
        added = [
            Parameter(each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=hints[each.name])
            for each in fields(record)
        ]
        function.__signature__ = own.replace(parameters=[*first, *added])  # type: ignore[attr-defined]
        return function

    return with_fields


def check_settings(owner: object) -> None:
    """Check all settings of an object by the types that its constructor declares.

    Raises:
        SettingError: a setting of another type or outside its range; NumPy's numbers are fine.
    """
    kind: Any = type(owner)
    for name, hint in _declared(kind).items():
        check_setting(name, getattr(owner, name), hint)


def check_setting(name: str, value: Any, hint: Any) -> None:
    """Check one setting.

    Args:
        name: its name, for errors.
        value: its value.
        hint: its type: bool, int or float, also with a `Range`, or a `Literal`, or one of these or None. Values of
            other types pass unchecked.

    Raises:
        SettingError: a value of another type or outside the range.
    """
    if get_origin(hint) in (Union, types.UnionType):
        hints = [arm for arm in get_args(hint) if arm is not type(None)]
        if value is None and len(hints) < len(get_args(hint)):
            return
        hint = hints[0] if len(hints) == 1 else Any
    if get_origin(hint) is Literal:
        require_one_of(name, value, get_args(hint))
        return
    kind, allowed = get_args(hint)[:2] if get_origin(hint) is Annotated else (hint, None)
    if kind not in _TYPES:
        return
    if not _is(value, kind) or (allowed is not None and value not in allowed):
        cure = allowed.cure if isinstance(allowed, Range) else _TYPES[kind]
        raise SettingError(f"{{setting}} is {_shown(value)}", setting=name, cure=cure)


@cache
def _declared(owner: Any) -> dict[str, Any]:
    """Setting -> type."""
    hints = get_type_hints(owner.__init__, include_extras=True)
    return {name: hint for name, hint in hints.items() if name != "return"}


def _is(value: Any, kind: type) -> bool:
    truth = type(value).__name__ in ("bool", "bool_")  # NumPy's, too, without importing it
    if kind is bool or truth:
        return truth and kind is bool
    if kind is float and isinstance(value, int):
        return value.bit_length() < 1024  # a larger one is no float
    return isinstance(value, Integral if kind is int else Real)


def _shown(value: Any) -> str:
    if isinstance(value, int) and value.bit_length() > 64:  # Python refuses to print very long ones
        return f"a number of {value.bit_length()} bits"
    return str(value) if isinstance(value, Real) else repr(value)
