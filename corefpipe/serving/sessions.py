"""The streams of clients: which are open, where each is resolved, and what is kept of it."""

from __future__ import annotations

import asyncio
import math
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from corefpipe.serving import streaming
from corefpipe.serving.problems import ProblemError
from corefpipe.serving.queue import Queue
from corefpipe.serving.settings import Limits
from corefpipe.serving.streaming import History, Opening, Piece, Place, Reply
from corefpipe.serving.worker import Worker, WorkerDiedError

_SAVED_EVERY = 20
"""Pieces after which the state is saved: as many are resolved again, at most, if a process dies."""
_ATTEMPTS = 2  # how many processes may die over a piece
_REMEMBERED = 1000  # streams that have ended, whose clients are told why
_WAITING = 8  # requests that may wait for one stream
_OPEN = "Open another one with POST /streams"


@dataclass(eq=False, slots=True)
class Session:
    """A stream that is open.

    Attributes:
        history: what is kept of it, from which any process can make it.
        worker: the process that resolves its pieces, and has it unless it has died.
        last: when it was asked for last, in seconds of the event loop.
        id: nobody can guess it.
        pieces, characters: their numbers so far.
        waiting: number of requests that are under way.
        alone: held by the request that is answered.
    """

    history: History
    worker: Worker
    last: float
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    pieces: int = 0
    characters: int = 0
    waiting: int = 0
    alone: asyncio.Lock = field(default_factory=asyncio.Lock)

    def place(self, whole: bool) -> Place:
        """Where it is now, with its history or without."""
        return Place(self.id, self.pieces, self.history if whole else None)

    def add(self, piece: Piece, state: bytes | None) -> None:
        """Keep a piece, or the state after it."""
        if state is None:
            self.history = self.history._replace(since=(*self.history.since, piece))
        else:
            self.history = self.history._replace(state=state, since=())
        self.pieces += 1
        self.characters += len(piece.text)


class Sessions:
    """The streams that are open.

    Each belongs to one process, which has it in memory. The server keeps the last state that it got of a stream, and
    the pieces since then: when the process dies or has forgotten the stream, it is made anew of these and goes on.

    Args:
        workers: the processes.
        queue: that hands batches to them.
        limits: of streams.
    """

    def __init__(self, workers: Sequence[Worker], queue: Queue, limits: Limits):
        self._workers = workers
        self._queue = queue
        self._limits = limits
        self._open: dict[str, Session] = {}
        self._ended: dict[str, str] = {}  # id -> why

    def open(self, opening: Opening) -> Session:
        """Open a stream.

        Raises:
            ProblemError: 503, as many are open as may be.
        """
        self._expire()
        if len(self._open) >= self._limits.max_streams:
            oldest = min((session.last for session in self._open.values()), default=math.inf)
            wait = max(1, math.ceil(min(oldest + self._limits.stream_idle - _now(), self._limits.stream_idle)))
            raise ProblemError(
                503,
                f"{len(self._open)} streams are open",
                f"Close one with DELETE /streams/ID, or try again in {wait} s",
                headers={"Retry-After": str(wait)},
            )
        session = Session(History(opening, None, ()), self._least_used(self._workers), _now())
        self._open[session.id] = session
        return session

    def find(self, id: str) -> Session:
        """The stream with an id.

        Raises:
            ProblemError: 404, there was none; 410, it was closed or has expired.
        """
        self._expire()
        if id in self._open:
            return self._open[id]
        if id in self._ended:
            raise ProblemError(410, f"the stream {id} {self._ended[id]}", _OPEN)
        cure = "POST /streams opens one; a server that was started again has none of those before"
        raise ProblemError(404, f"there is no stream {id:.100}", cure)

    async def append(self, id: str, piece: Piece) -> Reply:
        """Append a piece to a stream, after those that came before.

        Raises:
            ProblemError: as `find`; 422, the stream gets too long; 503, too many requests wait for it; 504, time has
                run out; 500, processes died over the piece. The stream is then as it was.
        """
        session = self.find(id)
        async with self._alone(session):
            most = self._limits.stream_characters
            if session.characters + len(piece.text) > most:
                raise ProblemError(
                    422, f"the stream would have more than {most} characters", f"Close it. {_OPEN}", "text"
                )
            save = len(session.history.since) + 1 >= _SAVED_EVERY
            reply = await self._ask(session, streaming.append, piece, save)
            if reply.answer.status == 200:
                session.add(piece, reply.state)
            return reply

    async def chains(self, id: str) -> Reply:
        """The chains of a stream (errors as in `append`)."""
        session = self.find(id)
        async with self._alone(session):
            return await self._ask(session, streaming.chains)

    async def close(self, id: str) -> Session:
        """Close a stream, after the requests that came before (errors as in `append`)."""
        session = self.find(id)
        async with self._alone(session):
            self._end(session, "was closed")
            return session

    def _worker_of(self, session: Session) -> Worker:
        """The process of a stream; if it has died, another one that is ready, if there is any."""
        if not session.worker.is_ready:
            ready = [worker for worker in self._workers if worker.is_ready]
            session.worker = self._least_used(ready or [session.worker])
        return session.worker

    def _least_used(self, workers: Sequence[Worker]) -> Worker:
        used = Counter(session.worker for session in self._open.values())
        return min(workers, key=lambda worker: used[worker])

    def _expire(self) -> None:
        idle = self._limits.stream_idle
        for session in [one for one in self._open.values() if not one.waiting and one.last + idle < _now()]:
            self._end(session, f"has expired: nobody asked for it for {idle:g} s")

    def _end(self, session: Session, why: str) -> None:
        del self._open[session.id]
        self._ended[session.id] = why
        if len(self._ended) > _REMEMBERED:
            del self._ended[next(iter(self._ended))]

    @asynccontextmanager
    async def _alone(self, session: Session) -> AsyncIterator[None]:
        """Wait for the requests for a stream that came before, all in all no longer than a request may take."""
        if session.waiting >= _WAITING:
            raise ProblemError(
                503,
                f"{session.waiting} requests wait for the stream",
                "Wait for the answer to each before the next",
                headers={"Retry-After": "1"},
            )
        session.waiting += 1
        try:
            async with asyncio.timeout(self._limits.timeout), session.alone:
                self.find(session.id)  # it may have been closed meanwhile
                yield
        except TimeoutError:
            raise ProblemError(
                504,
                f"the stream did not answer within {self._limits.timeout:g} s, and nothing was appended",
                "Send a shorter piece, or try again later",
            ) from None
        finally:
            session.waiting -= 1
            session.last = _now()

    async def _ask(self, session: Session, function: Callable[..., Reply | None], *arguments: object) -> Reply:
        """Call a function of `streaming` for a stream in its process, or in the one that takes its place."""
        for _ in range(_ATTEMPTS):
            worker = self._worker_of(session)
            async with self._queue.turn(worker):
                start = _now()
                try:
                    reply = await worker.call(function, session.place(whole=False), *arguments)
                    if reply is None:
                        reply = await worker.call(function, session.place(whole=True), *arguments)
                        assert reply is not None
                    return reply
                except WorkerDiedError:
                    continue
                except asyncio.CancelledError:
                    if _now() - start > self._limits.timeout / 2:  # else it waited for others most of the time
                        worker.kill()
                    raise
        detail = "the processes that resolved the piece died, perhaps because memory ran out"
        raise ProblemError(500, detail, "It was not appended: split it, or append it again")


def _now() -> float:
    return asyncio.get_running_loop().time()
