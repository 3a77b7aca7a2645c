"""Items that another thread waits for, so that this one can do something else until they come."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable
from typing import Generic, TypeVar

Item = TypeVar("Item")

_AHEAD = 1000
"""Items that are held until they are taken; then the thread waits, and so does whoever they come from."""


class Arriving(Generic[Item]):
    """The items of an iterable, which a thread takes from it.

    The thread does not keep a program from ending.

    Args:
        items: such as the lines of a pipe.
    """

    def __init__(self, items: Iterable[Item]):
        self._items: queue.Queue[tuple[Item | None, Exception | None]] = queue.Queue(_AHEAD)
        threading.Thread(target=self._take, args=(items,), daemon=True).start()

    def next(self, seconds: float | None = None) -> Item | None:
        """The next item; None after the last. An exception of the iterable is raised here.

        Args:
            seconds: for which it is waited for; None for as long as it takes.

        Raises:
            TimeoutError: it did not come.
        """
        try:
            item, error = self._items.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if error is not None:
            raise error
        return item

    def _take(self, items: Iterable[Item]) -> None:
        try:
            for item in items:
                self._items.put((item, None))
            self._items.put((None, None))
        except Exception as error:  # is raised in the other thread
            self._items.put((None, error))
