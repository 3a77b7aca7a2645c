"""Progress on a terminal: bars whose clock runs while nothing else happens."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from corefpipe.exceptions import printable

Item = TypeVar("Item")

TICK = 1.0
"""Seconds after which bars are drawn again, and after which a `status` is shown at all."""


@contextmanager
def bar(what: str, total: int | None = None, *, shown: bool | None = None, **options: Any) -> Iterator[Any]:
    """A tqdm bar on standard error, which is drawn again every second and erased at the end.

    Args:
        what: what is being done.
        total: number of steps, if known.
        shown: whether to draw it; None to draw it on a terminal only.
        options: those of tqdm.
    """
    from tqdm import tqdm

    shown = sys.stderr.isatty() if shown is None else shown
    done = threading.Event()
    with tqdm(desc=what, total=total, disable=not shown, file=sys.stderr, leave=False, **options) as drawn:

        def tick() -> None:
            while not done.wait(TICK):
                drawn.delay = 0  # it is on the screen now, and must be erased
                drawn.refresh()

        ticking = threading.Thread(target=tick, daemon=True)
        if shown:
            ticking.start()
        try:
            yield drawn
        finally:
            done.set()
            if shown:
                ticking.join()


def progress(items: Iterable[Item], what: str, total: int | None = None, unit: str = "doc") -> Iterator[Item]:
    """Pass items through, with a bar on a terminal."""
    with bar(what, total, unit=unit) as drawn:
        for item in items:
            yield item
            drawn.update()


def watch_pieces(items: Iterable[Item], what: str, total: int) -> Iterator[Item]:
    """Pass the pieces of a long document through, with a bar on a terminal."""
    return progress(items, printable(what), total, "piece")


def say(text: str) -> None:
    """Print a line on standard error, above the bars if there are any."""
    if sys.stderr.isatty():
        from tqdm import tqdm

        tqdm.write(text, file=sys.stderr)
    else:
        print(text, file=sys.stderr)


def status(what: str) -> Any:
    """Context that says on a terminal what is being done, and for how long, if it takes longer than `TICK`."""
    return bar(what, bar_format="{desc} … {elapsed}", delay=TICK)


def computed(items: Iterable[Item], what: str) -> Iterator[Item]:
    """Pass items through; while one is computed there is a `status`, which is erased before the item is printed."""
    iterator = iter(items)
    number = 1
    while True:
        with status(f"{what} {number}"):
            item = next(iterator, None)
        if item is None:
            return
        number += 1
        yield item
