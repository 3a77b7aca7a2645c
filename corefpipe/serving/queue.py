"""A bounded queue of texts in front of the worker processes, which take them in batches."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from corefpipe.serving.problems import ProblemError
from corefpipe.serving.resolving import Answer
from corefpipe.serving.settings import Settings
from corefpipe.serving.worker import Worker, WorkerDiedError

logger = logging.getLogger("corefpipe.serving")

BATCH_CHARACTERS = 20_000
"""Number of characters from which on a batch takes no more texts, so that short texts do not wait long behind it."""

_ATTEMPTS = 2  # how many processes may die over a text
_PER_TEXT = 200  # characters that take as long as what a text needs whatever its length
_LEFT = 2.0  # seconds that a batch whose clients have disconnected may continue; a new process takes about as long
_LOOK = 1.0  # seconds after which an idle process is looked at
_FORGETTING = 0.9  # weight of the earlier batches in the mean time per character


class Entry:
    """A text that waits or is being resolved.

    Args:
        text: the text.

    Attributes:
        answer: its answer; cancelled if the client has disconnected.
        deaths: number of processes that died over batches with it; after one it is resolved alone.
    """

    __slots__ = ("answer", "deaths", "since", "text")

    def __init__(self, text: str):
        self.text = text
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.deaths = 0
        self.since = asyncio.get_running_loop().time()

    def finish(self, answer: Answer) -> None:
        """Set the answer, if the client still waits for it."""
        if not self.answer.done():
            self.answer.set_result(answer)


class Queue:
    """Texts in order of arrival, and the tasks that hand them to worker processes.

    Args:
        workers: the processes.
        settings: sizes of the queue and of batches, and times.

    Attributes:
        resolving: number of texts that are being resolved.
    """

    def __init__(self, workers: Sequence[Worker], settings: Settings):
        self._workers = workers
        self._settings = settings
        self._limits = settings.limits
        self._waiting: dict[Entry, None] = {}
        self._characters = 0  # of the waiting texts
        self._past = (0.0, 0.0)  # seconds and characters of the last batches
        self._arrived = asyncio.Event()
        self._taking = asyncio.Lock()  # one process at a time makes up its batch
        self._tasks: list[asyncio.Task[None]] = []
        self._turns = {worker: asyncio.Lock() for worker in workers}
        self.resolving = 0

    @property
    def waiting(self) -> int:
        """Number of texts that wait."""
        return len(self._waiting)

    @property
    def is_ready(self) -> bool:
        """Whether a process has loaded its model."""
        return any(worker.is_ready for worker in self._workers)

    @asynccontextmanager
    async def turn(self, worker: Worker) -> AsyncIterator[None]:
        """Wait for a process that has loaded its model and does nothing else; nothing else is done until the end."""
        async with self._turns[worker]:
            await worker.ready()
            yield

    def start(self) -> None:
        """Start handing texts to the processes."""
        self._tasks = [asyncio.create_task(self._serve(worker)) for worker in self._workers]

    async def stop(self) -> None:
        """Stop; texts that still wait are not resolved."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def put(self, texts: Sequence[str]) -> list[Entry]:
        """Add the texts of a request, all or none.

        Raises:
            ProblemError: 503, with the seconds after which to try again: there is no room, or the texts before these
                take so long that the request would run out of time.
        """
        limits = self._limits
        wait = self._expected_wait()
        if self.waiting + len(texts) > limits.queue or (self._waiting and wait > limits.timeout):
            seconds = max(1, math.ceil(wait))
            raise ProblemError(
                503,
                f"the server is busy: {self.waiting} texts wait",
                f"Try again in {seconds} s",
                headers={"Retry-After": str(seconds)},
            )
        entries = [Entry(text) for text in texts]
        for entry in entries:
            self._add(entry)
        self._arrived.set()
        return entries

    def drop(self, entries: Iterable[Entry]) -> None:
        """Remove the texts of disconnected clients from the queue."""
        for entry in entries:
            entry.answer.cancel()
            self._remove(entry)

    def _add(self, entry: Entry) -> None:
        self._waiting[entry] = None
        self._characters += len(entry.text)

    def _remove(self, entry: Entry) -> None:
        if entry in self._waiting:
            del self._waiting[entry]
            self._characters -= len(entry.text)

    def _expected_wait(self) -> float:
        """Seconds until the texts that wait now are resolved."""
        seconds, characters = self._past
        waiting = self._characters + _PER_TEXT * self.waiting
        return waiting * seconds / characters / len(self._workers) if characters else 0.0

    async def _serve(self, worker: Worker) -> None:
        """Hand batches to a process until the task is cancelled."""
        while True:
            batch = await self._batch_for(worker)
            self.resolving += len(batch)
            try:
                async with self.turn(worker):
                    if awaited := [entry for entry in batch if not entry.answer.done()]:
                        await self._resolve(worker, awaited)
            except Exception as error:  # whatever happens, the next batch is served
                logger.error("a batch could not be resolved", exc_info=error)
                for entry in batch:
                    entry.finish(Answer.of(ProblemError(500, "the text could not be resolved")))
            finally:
                self.resolving -= len(batch)

    async def _batch_for(self, worker: Worker) -> list[Entry]:
        """The next batch of a process that has loaded its model; one that dies while it waits is replaced."""
        while True:
            await worker.ready()
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK):
                    return await self._next_batch()

    async def _resolve(self, worker: Worker, batch: list[Entry]) -> None:
        loop = asyncio.get_running_loop()
        start = loop.time()
        try:
            async with asyncio.timeout(self._limits.timeout):
                answers = await _while_awaited(worker.resolve([entry.text for entry in batch]), batch)
        except TimeoutError:
            # No client waits any more: the time of each request began before that of its batch.
            logger.error("a batch took %.1f s, and nobody waits for it; its process is replaced", loop.time() - start)
            worker.kill()
        except WorkerDiedError:
            self._return(batch)
        else:
            for entry, answer in zip(batch, answers, strict=True):
                entry.finish(answer)
            size = sum(_PER_TEXT + len(entry.text) for entry in batch)
            self._past = (
                _FORGETTING * self._past[0] + loop.time() - start,
                _FORGETTING * self._past[1] + size,
            )

    def _return(self, batch: list[Entry]) -> None:
        """Put texts back to the front, to be resolved one by one; those over which processes died twice have failed."""
        later = dict(self._waiting)
        self._waiting.clear()
        self._characters -= sum(len(entry.text) for entry in later)
        again = []
        for entry in batch:
            entry.deaths += 1
            if entry.deaths < _ATTEMPTS:
                again.append(entry)
            else:
                detail = "the processes that resolved the text died, perhaps because memory ran out"
                entry.finish(Answer.of(ProblemError(500, detail, "Split the text")))
        for entry in (*again, *later):
            if not entry.answer.done():
                self._add(entry)
        self._arrived.set()

    async def _next_batch(self) -> list[Entry]:
        """Wait for texts, and then a moment for more of them; take a batch."""
        async with self._taking:
            while True:
                while not self._waiting:
                    await self._arrival()
                end = next(iter(self._waiting)).since + self._settings.batch_wait
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(end):
                        while self._waiting and not self._is_full():
                            await self._arrival()
                if self._waiting:
                    return self._take()

    async def _arrival(self) -> None:
        self._arrived.clear()
        await self._arrived.wait()

    def _is_full(self) -> bool:
        return self.waiting >= self._settings.batch_size or self._characters >= BATCH_CHARACTERS

    def _take(self) -> list[Entry]:
        """The first of the waiting texts: not more than the share of one process, and one that killed another alone."""
        most = min(self._settings.batch_size, math.ceil(self.waiting / len(self._workers)))
        batch: list[Entry] = []
        characters = 0
        for entry in self._waiting:
            if batch and (len(batch) >= most or characters + len(entry.text) > BATCH_CHARACTERS or entry.deaths):
                break
            batch.append(entry)
            characters += len(entry.text)
            if entry.deaths:
                break
        for entry in batch:
            self._remove(entry)
        return batch


async def _while_awaited(resolving: Coroutine[Any, Any, list[Answer]], batch: Sequence[Entry]) -> list[Answer]:
    """The answers of a batch.

    Raises:
        TimeoutError: they take longer than `_LEFT` seconds after the last one for whom they were has gone.
    """
    working = asyncio.ensure_future(resolving)
    nobody = asyncio.ensure_future(asyncio.wait([entry.answer for entry in batch]))
    try:
        await asyncio.wait((working, nobody), return_when=asyncio.FIRST_COMPLETED)
        return await asyncio.wait_for(working, _LEFT if nobody.done() else None)
    finally:
        working.cancel()
        nobody.cancel()
