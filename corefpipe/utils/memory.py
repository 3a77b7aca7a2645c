"""Memory that was freed, returned to the system."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any


def release_memory() -> None:
    """Return freed memory to the system, where the C library can (glibc); takes milliseconds.

    The allocator keeps what many small objects leave between the few that stay.
    """
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


@cache
def _malloc_trim() -> Any:
    if not sys.platform.startswith("linux"):
        return None
    return getattr(ctypes.CDLL(None), "malloc_trim", None)  # not in musl
