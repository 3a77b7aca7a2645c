"""Matrix products of NumPy with one thread."""

from __future__ import annotations

from threading import Lock
from typing import Any

from threadpoolctl import ThreadpoolController


class OneThread:
    """A context in which NumPy multiplies matrices with one thread.

    With several, small products wait for the threads: ten times as long where another process needs a core. The number
    belongs to the process, so the first that enters sets it, and the last that leaves sets it back.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._controller: Any = None
        self._limit: Any = None

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            if self._inside == 1:
                # Made late, because it knows the libraries that are loaded when it is made.
                self._controller = self._controller or ThreadpoolController()
                self._limit = self._controller.limit(limits=1, user_api="blas")

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                self._limit.restore_original_limits()


ONE_THREAD = OneThread()
