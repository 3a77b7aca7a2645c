"""Remember what a function returned for short strings, so that no input can fill the memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

_Result = TypeVar("_Result")


def remember_short(maxsize: int, longest: int) -> Callable[[Callable[..., _Result]], Callable[..., _Result]]:
    """Decorator of a function of strings, like `lru_cache`; it calls the function for arguments that are longer.

    Args:
        maxsize: most calls that are remembered.
        longest: most characters of all arguments of such a call.
    """

    def decorate(function: Callable[..., _Result]) -> Callable[..., _Result]:
        known = lru_cache(maxsize=maxsize)(function)

        @wraps(function)
        def call(*words: str) -> _Result:
            return known(*words) if sum(map(len, words)) <= longest else function(*words)

        call.cache_info = known.cache_info  # type: ignore[attr-defined]
        return call

    return decorate
