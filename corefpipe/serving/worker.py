"""A worker process as the server sees it: it loads the model, resolves batches, and is replaced if it dies or hangs."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import TypeVar

from corefpipe.exceptions import CorefpipeError
from corefpipe.serving import resolving
from corefpipe.serving.resolving import Answer, Loaded
from corefpipe.serving.settings import Settings
from corefpipe.utils.processes import pool_of_one

logger = logging.getLogger("corefpipe.serving")
Result = TypeVar("Result")

_LONGEST_PAUSE = 30.0  # seconds between attempts to start a process


class WorkerDiedError(Exception):
    """The process has died while it worked."""


class Worker:
    """A worker process, which is started at once.

    Args:
        alive: the lifeline (see `corefpipe.utils.processes`).
        settings: the model.
    """

    def __init__(self, alive: Connection, settings: Settings):
        self._alive = alive
        self._settings = settings
        self._pool: ProcessPoolExecutor | None = None
        self._pid: int | None = None  # known once the model is loaded
        self._start()

    @property
    def is_ready(self) -> bool:
        """Whether it has loaded the model and lives."""
        return self._pid is not None and any(one.pid == self._pid for one in multiprocessing.active_children())

    def load(self) -> Loaded:
        """Wait until the model is loaded, before there is an event loop.

        Raises:
            ModelError: no such model, or one that cannot parse.
            SettingError: the decoder has no such setting.
            CorefpipeError: the process died.
        """
        try:
            return self._now_ready(self._loaded.result())
        except BrokenProcessPool:
            raise CorefpipeError(
                "a worker process died while it loaded the model, perhaps because memory ran out",
                cure="Use fewer --processes",
            ) from None

    async def ready(self) -> None:
        """Wait until the model is loaded; as often as the process dies or fails before, another is started."""
        pause = 1.0
        while not self.is_ready:
            try:
                if self._pid is not None:
                    logger.error("an idle worker process died; another is started")
                    self._give_up(dead=True)
                if self._pool is None:
                    self._start()
                self._now_ready(await asyncio.wrap_future(self._loaded))
            except Exception as error:  # whatever is wrong now, such as a model that is being replaced, may be mended
                logger.error("a worker process cannot be started, trying again: %s", error)
                self.kill()
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    async def resolve(self, texts: Sequence[str]) -> list[Answer]:
        """Resolve a batch (see `call`)."""
        return await self.call(resolving.resolve, texts)

    async def call(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Call a function of a module in the process.

        Raises:
            WorkerDiedError: the process died; call `ready` before the next call.
        """
        pool = self._pool
        assert pool is not None  # see `ready`
        try:
            return await asyncio.wrap_future(pool.submit(function, *arguments))
        except BrokenProcessPool:
            if self._pool is pool:  # nobody has noticed before
                logger.error("a worker process died, perhaps because memory ran out; another is started")
                self._give_up(dead=True)
            raise WorkerDiedError from None

    def kill(self) -> None:
        """End the process at once, whatever it does; one that is loading its model, after that or with the lifeline."""
        own = [process for process in multiprocessing.active_children() if process.pid == self._pid]
        for process in own:
            process.kill()
        self._give_up(dead=bool(own))

    def _give_up(self, dead: bool) -> None:
        self._pid = None
        if self._pool is not None:
            # The pool's thread ends with its process; Python's exit must not meet it while it closes its pipe.
            self._pool.shutdown(wait=dead, cancel_futures=True)
            self._pool = None

    def _start(self) -> None:
        self._loaded: Future[Loaded]
        self._pool, self._loaded = pool_of_one(self._alive, resolving.load, self._settings)

    def _now_ready(self, loaded: Loaded) -> Loaded:
        self._pid = loaded.pid
        return loaded
