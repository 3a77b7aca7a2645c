"""Worker processes that resolve files. Each is a pool of one process, so that we know which file killed it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from corefpipe.batch.inputs import Input
from corefpipe.batch.log import Outcome
from corefpipe.batch.pool import Job
from corefpipe.exceptions import CorefpipeError
from corefpipe.utils.processes import lifeline, pool_of_one

if TYPE_CHECKING:
    from corefpipe.batch.resolving import FileResolver


@contextmanager
def process_pool(job: Job, processes: int) -> Iterator[ProcessPool]:
    """Processes that resolve files, one file at a time each; those that still work when the context ends, end too.

    Args:
        job: what the files have in common.
        processes: number of processes.
    """
    workers: list[_Worker] = []
    try:
        with lifeline() as alive:
            workers += (_Worker(alive, job) for _ in range(processes))
            yield ProcessPool(workers)
            for worker in workers:
                worker.end()
    finally:  # processes that were still working have ended with the lifeline
        for worker in workers:
            worker.end()


class ProcessPool:
    """The `Pool` of some worker processes."""

    def __init__(self, workers: list[_Worker]):
        self._idle = list(workers)
        self._busy: dict[Future[Outcome], _Worker] = {}

    @property
    def busy(self) -> int:
        """See `Pool`."""
        return len(self._busy)

    def has_room(self) -> bool:
        """See `Pool`."""
        return bool(self._idle)

    def submit(self, item: Input) -> None:
        """See `Pool`."""
        worker = self._idle.pop()
        self._busy[worker.submit(item)] = worker

    def finished(self) -> Iterator[Outcome]:
        """See `Pool`."""
        for future in wait(self._busy, return_when=FIRST_COMPLETED).done:
            worker = self._busy.pop(future)
            self._idle.append(worker)
            yield worker.outcome(future)


class _Worker:
    """A worker process, which is replaced if it dies."""

    def __init__(self, alive: Connection, job: Job):
        self._alive = alive
        self._job = job
        self._pool: ProcessPoolExecutor | None = None
        self._item: Input | None = None
        self._failed_starts = 0  # processes in a row that died before their first file

    def submit(self, item: Input) -> Future[Outcome]:
        """Resolve a file in the process, which is started if necessary."""
        if self._pool is None:
            self._pool, self._ready = pool_of_one(self._alive, _load, self._job)
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
"""Set in worker processes."""


def _load(job: Job) -> None:
    global _resolver
    from threadpoolctl import threadpool_limits

    from corefpipe.batch.resolving import FileResolver

    _resolver = FileResolver(job.settings, job.out, options=job.options)
    threadpool_limits(1)  # the processes share the cores


def _resolve(item: Input) -> Outcome:
    return _resolver(item)
