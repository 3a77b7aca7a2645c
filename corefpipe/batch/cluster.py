"""A Dask cluster that resolves files: the same work as in `processes`, on the workers of a scheduler.

Dask decides which worker resolves a file, and sends the files of a worker that dies to another one. The results are
written by the workers, so all machines must see the same folders; outcomes come back here and are logged here.
"""

from __future__ import annotations

import os
import queue
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corefpipe.batch.cluster_worker import resolve_on_worker
from corefpipe.batch.inputs import Input
from corefpipe.batch.log import Outcome
from corefpipe.batch.pool import Job
from corefpipe.batch.settings import Settings
from corefpipe.exceptions import CorefpipeError, SettingError
from corefpipe.utils.paths import is_url

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT = 10
"""Seconds to wait for the scheduler when a run begins."""

PATIENCE = 60
"""Seconds to wait for the first worker, for workers when all have gone, and for a scheduler that is being restarted."""

_AHEAD = 2
"""Number of files per worker that are submitted at once, so that none waits for this process."""

_TICK = 1.0
"""Seconds after which the number of workers is looked up again."""

_ADDRESS, _LARGEST_PORT = re.compile(r"(?:(?:tcp|tls|ucx|wss?)://)?[^\s/]+:([0-9]{1,5})/?"), 65535
_GIVE = "Give the address that `dask scheduler` prints, such as tcp://127.0.0.1:8786"
_RESUME = "then continue with --resume"


@contextmanager
def cluster_pool(job: Job, dask: str | Client) -> Iterator[ClusterPool]:
    """A Dask cluster; files that are not finished when the context ends are cancelled.

    Args:
        job: what the files have in common.
        dask: address of the scheduler, such as `tcp://127.0.0.1:8786`, or a Client, which is left open.

    Raises:
        SettingError: distributed is not installed.
        CorefpipeError: there is no scheduler at this address, or it has no workers.
    """
    pool = ClusterPool(job, dask)
    try:
        pool.wait_for_workers()
        yield pool
    finally:
        pool.end()


class ClusterPool:
    """The `Pool` of a Dask cluster."""

    def __init__(self, job: Job, dask: str | Client):
        self._address = dask if isinstance(dask, str) else None
        self._client = connected(dask) if isinstance(dask, str) else dask
        self._job = replace(job, settings=_everywhere(job.settings), out=job.out.absolute())
        self._items: dict[Any, tuple[Input, Future[Outcome]]] = {}  # by key of the future
        self._done: queue.Queue[Future[Outcome]] = queue.Queue()
        self._workers = 0
        self._looked = self._seen = time.monotonic()

    @property
    def busy(self) -> int:
        """See `Pool`."""
        return len(self._items)

    def has_room(self) -> bool:
        """See `Pool`."""
        if time.monotonic() - self._looked > _TICK:
            self._count_workers()
        return self.busy < _AHEAD * self._workers

    def submit(self, item: Input) -> None:
        """See `Pool`."""
        there = replace(item, path=item.path.absolute())
        future = self._client.submit(resolve_on_worker, self._job, there, pure=False)
        self._items[future.key] = item, future
        future.add_done_callback(self._done.put)

    def finished(self) -> list[Outcome]:
        """See `Pool`. Files that were lost with their scheduler are submitted again."""
        found, lost = [], []
        for future in self._finished_futures():
            if future.key not in self._items:  # submitted again already
                continue
            item, _ = self._items.pop(future.key)
            outcome = _outcome(future, item)
            if outcome is None:
                lost.append(item)
            else:
                found.append(outcome)
        if lost or self._client.status != "running":
            self._await_scheduler()
            # A connection that is lost does not tell of each of its files.
            cancelled = [key for key, (_, future) in self._items.items() if future.cancelled()]
            for item in [*lost, *(self._items.pop(key)[0] for key in cancelled)]:
                self.submit(item)
        return found

    def end(self) -> None:
        """Cancel what is not finished; leave the cluster."""
        if self._address is None:
            self._client.cancel([future for _, future in self._items.values()])
        else:
            self._client.close()

    def wait_for_workers(self) -> None:
        """Wait for the first worker.

        Raises:
            CorefpipeError: none joins.
        """
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            address = self._address or self._client.scheduler_info()["address"]
            raise CorefpipeError(
                f"no worker has joined the Dask scheduler at {address} within {PATIENCE} seconds",
                cure=f"Start workers, for example `dask worker {address} --nworkers 2 --nthreads 1`",
            ) from None
        self._count_workers()

    def _finished_futures(self) -> list[Future[Outcome]]:
        """Wait for a finished future, but not for long; return all that are finished by then."""
        try:
            found = [self._done.get(timeout=_TICK)]
        except queue.Empty:
            self._count_workers()
            if time.monotonic() - self._seen > PATIENCE:
                raise CorefpipeError(
                    f"all workers of the Dask cluster have gone for {PATIENCE} seconds",
                    cure=f"Start workers, {_RESUME}",
                ) from None
            return []
        while not self._done.empty():
            found.append(self._done.get())
        return found

    def _count_workers(self) -> None:
        self._looked = time.monotonic()
        with suppress(OSError):  # the connection has just been lost
            self._workers = len(self._client.scheduler_info()["workers"]) if self._client.status == "running" else 0
        if self._workers:
            self._seen = self._looked

    def _await_scheduler(self) -> None:
        """Wait until the scheduler answers again, which may be another one at the same address."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if self._address is not None and self._client.status != "running":
                    self._client.close()
                    self._client = _connect(self._address, end - time.monotonic())
                if self._client.status == "running":
                    self.wait_for_workers()
                    return
            except OSError:  # it has just gone, or does not answer yet
                pass
            time.sleep(0.05)
        raise CorefpipeError(
            f"the scheduler of the Dask cluster has gone for {PATIENCE} seconds", cure=f"Start it again, {_RESUME}"
        )


def _outcome(future: Future[Outcome], item: Input) -> Outcome | None:
    """The outcome of a finished future; None if it was lost with its scheduler.

    Raises:
        CorefpipeError: the worker could resolve no file at all.
    """
    from distributed import CancelledError, KilledWorker
    from distributed.comm.core import CommClosedError

    try:
        outcome = future.result()
    except (CancelledError, CommClosedError):
        return None
    except KilledWorker as error:
        workers = f"{error.allowed_failures + 1} workers" if error.allowed_failures else "its worker"
        why = f"{workers} died while it was resolved, perhaps because memory ran out"
        cure = "Try again with --resume and workers with more memory"
        return Outcome(item.name, item.target, error=f"{item.path}: {why}. {cure}")
    except CorefpipeError:
        raise
    except Exception as error:  # of the file's own errors none gets here
        raise CorefpipeError(
            f"a worker of the Dask cluster cannot resolve files ({type(error).__name__}: {error})",
            cure="Install the same version of corefpipe and of what it needs on all machines",
        ) from error
    return _as_given(outcome, item)


def _as_given(outcome: Outcome, item: Input) -> Outcome:
    """The outcome with the path as the user gave it in messages, not as the workers see it."""
    if is_url(item.path):
        return outcome
    seen, given = (os.path.join(path.parent, "") for path in (item.path.absolute(), item.path))
    given = "" if given == os.path.join(".", "") else given
    return replace(
        outcome,
        notes=[note.replace(seen, given) for note in outcome.notes],
        error=outcome.error.replace(seen, given),
    )


def _everywhere(settings: Settings) -> Settings:
    """The settings with the model's folder as an absolute path; a model with a name is found by it on each machine."""
    from corefpipe.resolver.names import model_folder

    folder = Path(settings.model)
    is_folder = folder.is_dir() and model_folder(settings.model) == folder
    return replace(settings, model=str(folder.absolute())) if is_folder else settings


def _connect(address: str, seconds: float) -> Client:
    return _distributed().Client(address, timeout=seconds, set_as_default=False)


def connected(address: str) -> Client:
    """A client of the scheduler at an address.

    Raises:
        SettingError: distributed is not installed, or this is no address.
        CorefpipeError: no scheduler answers there.
    """
    _distributed()
    # A client that cannot be made tries for long to close itself, and fails.
    found = _ADDRESS.fullmatch(address)
    if found is None or int(found[1]) > _LARGEST_PORT:
        raise SettingError(f"{address!r} is no address of a Dask scheduler", cure=_GIVE)
    try:
        return _connect(address, CONNECT)
    except (OSError, ValueError) as error:
        raise CorefpipeError(
            f"no Dask scheduler answers at {address} ({' '.join(str(error).split())[:100]})",
            cure=_GIVE,
        ) from None


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError:
        raise SettingError(
            "a Dask cluster needs dask.distributed, which is not installed", cure="pip install 'corefpipe[dask]'"
        ) from None
    return distributed
