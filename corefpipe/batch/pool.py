"""Worker processes that resolve files. Each is a pool of one process, so that we know which file killed it."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.batch.inputs import Input
from corefpipe.batch.log import Outcome
from corefpipe.batch.settings import Settings
from corefpipe.errors import CorefpipeError, options_of_command, worded_for_command
from corefpipe.utils.processes import lifeline, pool_of_one

if TYPE_CHECKING:
    from corefpipe.batch.resolving import FileResolver
    from corefpipe.parsing.annotate import Watch


def outcomes(
    items: Iterable[Input], settings: Settings, out: Path, processes: int, watch: Watch | None = None
) -> Generator[Outcome, None, None]:
    """Resolve files, and yield outcomes in the order in which files finish; each process works on one file at a time.

    Args:
        items: the files.
        settings: how to resolve and write them.
        out: the folder of the results.
        processes: number of processes.
        watch: shows progress within a long document, if there is only one process.

    Raises:
        CorefpipeError: no process can be started, the model cannot be loaded, or the disk is full.
    """
    if processes == 1:
        yield from _here(items, settings, out, watch)
        return
    workers: list[_Worker] = []
    try:
        with lifeline() as alive:
            workers += (_Worker(alive, settings, out) for _ in range(processes))
            yield from _outcomes(iter(items), workers)
            for worker in workers:
                worker.end()
    finally:  # processes that were still working have ended with the lifeline
        for worker in workers:
            worker.end()


def _here(items: Iterable[Input], settings: Settings, out: Path, watch: Watch | None) -> Iterator[Outcome]:
    """Resolve files in this process; the model is loaded with the first file."""
    from corefpipe.batch.resolving import FileResolver

    resolver = None
    for item in items:
        resolver = resolver or FileResolver(settings, out, watch)
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
    """A worker process, which is replaced if it dies."""

    def __init__(self, alive: Connection, settings: Settings, out: Path):
        self._alive = alive
        self._common = (settings, out, options_of_command())
        self._pool: ProcessPoolExecutor | None = None
        self._item: Input | None = None
        self._failed_starts = 0  # processes in a row that died before their first file

    def submit(self, item: Input) -> Future[Outcome]:
        """Resolve a file in the process, which is started if necessary."""
        if self._pool is None:
            self._pool, self._ready = pool_of_one(self._alive, _load, *self._common)
        self._item = item
        try:
            return self._pool.submit(_resolve, item)
        except BrokenProcessPool:  # it died while idle, so not because of this file
            self._replace()
            return self.submit(item)

    def outcome(self, future: Future[Outcome]) -> Outcome:
        """The outcome of the submitted file, also if the process died.

        Raises:
            CorefpipeError: this process and the one before it died before their first file.
        """
        assert self._item is not None
        try:
            self._ready.result()  # raises if the model cannot be loaded, which is not the file's fault
            return future.result()
        except BrokenProcessPool:
            self._replace()
            item = self._item
            why = "its process was killed, perhaps because memory ran out"
            cure = "Try again with --resume and fewer --processes"
            return Outcome(item.name, item.target, error=f"{item.path}: {why}. {cure}")

    def end(self) -> None:
        """End the process as soon as it is idle."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _replace(self) -> None:
        """Give up the dead process; the next file starts another."""
        worked = self._ready.done() and self._ready.exception() is None
        self.end()
        self._failed_starts = 0 if worked else self._failed_starts + 1
        if self._failed_starts > 1:
            raise CorefpipeError(
                "worker processes die while they load the model, perhaps because memory ran out",
                cure="Use fewer --processes",
            ) from None


_resolver: FileResolver
_options: Collection[str] | None
"""Both are set in worker processes."""


def _load(settings: Settings, out: Path, options: Collection[str] | None) -> None:
    global _resolver, _options
    from threadpoolctl import threadpool_limits

    from corefpipe.batch.resolving import FileResolver

    _resolver = FileResolver(settings, out)
    _options = options
    threadpool_limits(1)  # the processes share the cores


def _resolve(item: Input) -> Outcome:
    with worded_for_command(_options):
        return _resolver(item)
