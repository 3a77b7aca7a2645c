"""Where the files of a run are resolved: in this process; in `processes`; or on a Dask cluster, in `cluster`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from corefpipe.batch.inputs import Input
from corefpipe.batch.log import Outcome
from corefpipe.batch.settings import Settings

if TYPE_CHECKING:
    from corefpipe.parsing.annotate import Watch


@dataclass(frozen=True, slots=True)
class Job:
    """What all files of a run have in common; it is sent to the workers.

    Attributes:
        settings: how to resolve and write them.
        out: the folder of the results.
        signature: `Settings.signature` where the run was started.
        options: of the command whose errors these are (`CorefpipeError.worded`); None in Python.
    """

    settings: Settings
    out: Path
    signature: dict[str, Any]
    options: Collection[str] | None = None


class Pool(Protocol):
    """Resolves files, several at once."""

    @property
    def busy(self) -> int:
        """Number of files that were submitted and whose outcome was not given yet."""
        ...

    def has_room(self) -> bool:
        """Whether another file can be submitted now."""
        ...

    def submit(self, item: Input) -> None:
        """Resolve a file."""
        ...

    def finished(self) -> Iterable[Outcome]:
        """Wait for files, or for room, and return the outcomes of the files that are finished; perhaps none.

        Raises:
            CorefpipeError: no file can be resolved: no worker can be started, the model cannot be loaded, the disk is
                full.
        """
        ...


def outcomes(items: Iterable[Input], pool: Pool) -> Iterator[Outcome]:
    """Resolve files, and yield outcomes in the order in which files finish.

    Raises:
        CorefpipeError: see `Pool.finished`.
    """
    waiting = iter(items)
    left = True
    while left or pool.busy:
        while left and pool.has_room():
            item = next(waiting, None)
            left = item is not None
            if item is not None:
                pool.submit(item)
        if left or pool.busy:  # a pool without workers has neither files nor room
            yield from pool.finished()


class ThisProcess:
    """Resolves files one by one in this process; the model is loaded with the first file.

    Args:
        job: what the files have in common.
        watch: shows progress within a long document.
    """

    def __init__(self, job: Job, watch: Watch | None = None):
        self._job = job
        self._watch = watch
        self._resolve: Callable[[Input], Outcome] | None = None
        self._items: list[Input] = []

    @property
    def busy(self) -> int:
        """See `Pool`."""
        return len(self._items)

    def has_room(self) -> bool:
        """See `Pool`."""
        return not self._items

    def submit(self, item: Input) -> None:
        """See `Pool`."""
        self._items.append(item)

    def finished(self) -> list[Outcome]:
        """See `Pool`."""
        from corefpipe.batch.resolving import FileResolver

        self._resolve = self._resolve or FileResolver(self._job.settings, self._job.out, self._watch, self._job.options)
        return [self._resolve(self._items.pop())]
