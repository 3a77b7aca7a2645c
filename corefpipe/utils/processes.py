"""Worker processes that end when their parent ends, however it ends; and processes that clean up when told to end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from corefpipe.exceptions import SettingError

Loaded = TypeVar("Loaded")

PER_CORE = 4
"""Largest number of worker processes per core; more would only fill the memory."""


def check_processes(processes: int) -> None:
    """Raise SettingError for a number of worker processes that is not sensible."""
    most = PER_CORE * (os.cpu_count() or 1)
    if not 1 <= processes <= most:
        raise SettingError(f"processes is {processes}", cure=f"Use 1 to {most} on this machine, at best one per core")


@contextmanager
def lifeline() -> Iterator[Connection]:
    """A pipe end to pass to `start_worker` in each worker; workers that still run when the context ends, end too."""
    alive, held = multiprocessing.get_context("spawn").Pipe(duplex=False)
    try:
        yield alive
    finally:
        held.close()
        alive.close()


def start_worker(alive: Connection) -> None:
    """Call first in a worker: it ignores Ctrl-C, and ends when its parent closes the lifeline or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(alive,), daemon=True).start()


def pool_of_one(
    alive: Connection, load: Callable[..., Loaded], *arguments: Any
) -> tuple[ProcessPoolExecutor, Future[Loaded]]:
    """A pool of one worker process, so that we know which task killed it, and the result of its first task.

    Args:
        alive: the lifeline.
        load: the first task: a function of a module, called with the arguments in the new process.
        arguments: must be picklable.
    """
    context = multiprocessing.get_context("spawn")
    with signals_deferred():
        pool = ProcessPoolExecutor(1, context, start_worker, (alive,))
        return pool, pool.submit(load, *arguments)


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Defer Ctrl-C, and signals with a handler of Python, until the context ends.

    For starting worker processes: they must not get Ctrl-C before `start_worker`, and an exception while a queue is
    made would leave its semaphore behind.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held: list[int] = []
    handled = [number for number in (signal.SIGTERM, signal.SIGHUP) if callable(signal.getsignal(number))]
    # Another thread may receive the signal, whatever this thread's mask is; new processes inherit only the mask.
    handlers = {number: signal.signal(number, lambda got, _: held.append(got)) for number in (signal.SIGINT, *handled)}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for got in held:
            signal.raise_signal(got)


def _end_with_parent(alive: Connection) -> None:
    try:
        alive.recv_bytes()
    except (EOFError, OSError):  # the other end was closed, by the parent or because it died
        os._exit(1)
