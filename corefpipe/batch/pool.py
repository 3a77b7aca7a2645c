"""Processes that resolve files: each its own pool of one, so that the file at which a process dies is known."""

from __future__ import annotations

import multiprocessing
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.batch.inputs import Input
from corefpipe.batch.log import Outcome
from corefpipe.batch.settings import Settings
from corefpipe.errors import CorefpipeError
from corefpipe.utils.processes import begin, interrupts_held, lifeline

if TYPE_CHECKING:
    from corefpipe.batch.resolving import FileResolver


def outcomes(items: Iterable[Input], settings: Settings, out: Path, processes: int) -> Generator[Outcome, None, None]:
    """What becomes of each file, in the order in which they end; one a process is under way at a time.

    Raises:
        CorefpipeError: no process can be started, the model cannot be loaded, or there is no room for results.
    """
    if processes == 1:
        yield from _here(items, settings, out)
        return
    workers: list[_Worker] = []
    try:
        with lifeline() as alive:
            workers += (_Worker(alive, settings, out) for _ in range(processes))
            yield from _outcomes(iter(items), workers)
            for worker in workers:
                worker.end()
    finally:  # those that were still at work have died with the lifeline
        for worker in workers:
            worker.end()


def _here(items: Iterable[Input], settings: Settings, out: Path) -> Iterator[Outcome]:
    """In this process; where nothing is left to do, no model is loaded."""
    from corefpipe.batch.resolving import FileResolver

    resolver = None
    for item in items:
        resolver = resolver or FileResolver(settings, out)
        yield resolver(item)


def _outcomes(items: Iterator[Input], workers: list[_Worker]) -> Iterator[Outcome]:
    busy: dict[Future[Outcome], _Worker] = {}
    idle = list(workers)
    while True:
        while idle and (item := next(items, None)) is not None:
            worker = idle.pop()
            busy[worker.submit(item)] = worker
        if not busy:
            return
        for future in wait(busy, return_when=FIRST_COMPLETED).done:
            worker = busy.pop(future)
            idle.append(worker)
            yield worker.outcome(future)


class _Worker:
    """A process, and another one when that has died."""

    def __init__(self, alive: Connection, settings: Settings, out: Path):
        self._common = (alive, settings, out)
        self._pool: ProcessPoolExecutor | None = None
        self._item: Input | None = None
        self._stillborn = 0  # processes in a row that died before their first file

    def submit(self, item: Input) -> Future[Outcome]:
        """Has it resolve a file, once the process is ready."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, begin, self._common[:1])
            with interrupts_held():
                self._ready = self._pool.submit(_load, *self._common[1:])
        self._item = item
        try:
            return self._pool.submit(_resolve, item)
        except BrokenProcessPool:  # it died idle: no matter of this file
            self._bury()
            return self.submit(item)

    def outcome(self, future: Future[Outcome]) -> Outcome:
        """What became of that file, if the process died too.

        Raises:
            CorefpipeError: the process, and the one before it, died before their first file.
        """
        assert self._item is not None
        try:
            self._ready.result()  # a model that cannot be loaded is no matter of the file
            return future.result()
        except BrokenProcessPool:
            self._bury()
            item = self._item
            why = "its process was ended from outside, perhaps for want of memory"
            cure = "Resolve it again with --resume and fewer --processes"
            return Outcome(item.name, item.target, error=f"{item.path}: {why}. {cure}")

    def end(self) -> None:
        """Ends the process as soon as it is idle."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _bury(self) -> None:
        worked = self._ready.done() and self._ready.exception() is None
        self.end()
        self._stillborn = 0 if worked else self._stillborn + 1
        if self._stillborn > 1:
            raise CorefpipeError(
                "processes end while they load the model, perhaps for want of memory", cure="Take fewer --processes"
            ) from None


_resolver: FileResolver
"""Of a worker."""


def _load(settings: Settings, out: Path) -> None:
    global _resolver
    from threadpoolctl import threadpool_limits

    from corefpipe.batch.resolving import FileResolver

    _resolver = FileResolver(settings, out)
    threadpool_limits(1)  # the processes share the cores


def _resolve(item: Input) -> Outcome:
    return _resolver(item)
