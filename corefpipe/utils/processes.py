"""Processes that end with the one that started them, however that one ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection


@contextmanager
def lifeline() -> Iterator[Connection]:
    """What `begin` of each worker takes; where this context ends, those that are still at work end too."""
    alive, held = multiprocessing.get_context("spawn").Pipe(duplex=False)
    try:
        yield alive
    finally:
        held.close()
        alive.close()


def begin(alive: Connection) -> None:
    """What a worker begins with: it leaves Ctrl-C to its parent, and ends when that closes the lifeline or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(alive,), daemon=True).start()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Ctrl-C waits: a process that is started meanwhile has none until `begin`, and this one has it afterwards."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held: list[int] = []
    # Another thread may take the signal, which this one's mask does not stop; new processes inherit only the mask.
    handler = signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
        if held:
            signal.raise_signal(signal.SIGINT)


def _end_with_parent(alive: Connection) -> None:
    try:
        alive.recv_bytes()
    except (EOFError, OSError):  # the other end is closed, by the parent or by its death
        os._exit(1)
