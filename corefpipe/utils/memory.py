"""Memory that was freed, returned to the system."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any

_LONG = 100_000
"""Tokens of a document after whose steps freed memory is returned to the system."""


def release_memory() -> None:
    """Return freed memory to the system, where the C library can (glibc); takes milliseconds.

    The allocator keeps what many small objects leave between the few that stay.
    """
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


def release_after(n_tokens: int) -> None:
    """`release_memory` after a step of the work on a document, if it has so many tokens that it is worth the time."""
    if n_tokens > _LONG:
        release_memory()


@cache
def _malloc_trim() -> Any:
    if not sys.platform.startswith("linux"):
        return None
    return getattr(ctypes.CDLL(None), "malloc_trim", None)  # not in musl
