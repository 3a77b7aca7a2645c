"""Python's search for reference cycles, paused while many objects are made that form none."""

from __future__ import annotations

import gc
from threading import Lock


class NoCollection:
    """A context in which Python does not search for reference cycles.

    Each search looks at all objects of the process, and happens the more often the more are made: up to a quarter of
    the time for a novel. Objects without cycles are freed as always. The switch belongs to the process, so the first
    that enters sets it, and the last that leaves sets it back.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._was_enabled = False

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            if self._inside == 1:
                self._was_enabled = gc.isenabled()
                gc.disable()

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0 and self._was_enabled:
                gc.enable()


NO_COLLECTION = NoCollection()
