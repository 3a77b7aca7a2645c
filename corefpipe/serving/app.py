"""The ASGI application: its paths, and errors as JSON."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict
from functools import cached_property
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from corefpipe.serving.hosts import AllowedHosts
from corefpipe.serving.problems import HEADERS, MEDIA_TYPE, ProblemError
from corefpipe.serving.queue import Queue
from corefpipe.serving.requests import JSON, Draining, read_texts
from corefpipe.serving.resolving import Answer, Loaded
from corefpipe.serving.schema import openapi
from corefpipe.serving.sessions import Sessions
from corefpipe.serving.settings import Settings
from corefpipe.serving.stream_requests import StreamRequests
from corefpipe.serving.worker import Worker
from corefpipe.version import __version__

_PAGES = ("health", "ready", "info", "openapi.json", "docs")
_CURES = {404: "GET /docs lists the paths", 405: "GET /docs lists the methods"}


def make_app(settings: Settings, workers: Sequence[Worker], loaded: Loaded) -> Starlette:
    """The application.

    Args:
        settings: of the server.
        workers: the processes, which are not ended by the application.
        loaded: what they have loaded.
    """
    service = _Service(settings, workers, loaded)
    app = Starlette(
        routes=[
            Route("/resolve", service.resolve, methods=["POST"]),
            Route("/streams", service.open_stream, methods=["POST"]),
            Route("/streams/{id}", service.one_stream, methods=["POST", "GET", "DELETE"]),
            Route("/health", service.health),
            Route("/ready", service.ready),
            Route("/info", service.info),
            Route("/openapi.json", service.openapi),
            Route("/docs", service.docs),
            Route("/", lambda request: RedirectResponse("docs")),
            # Starlette would redirect to an address with whatever the request has as host.
            *(Route(f"/{name}/", _without_slash, methods=["GET"]) for name in _PAGES),
        ],
        middleware=[
            Middleware(Draining, limits=settings.limits),
            Middleware(AllowedHosts, hosts=settings.allowed_hosts),
        ],
        exception_handlers={ProblemError: _on_problem, HTTPException: _on_http_exception, Exception: _on_error},
        lifespan=service.lifespan,
    )
    app.router.redirect_slashes = False
    return app


async def _without_slash(request: Request) -> Response:
    return RedirectResponse(f"../{request.url.path.strip('/')}")


class _Service:
    """The answers to requests."""

    def __init__(self, settings: Settings, workers: Sequence[Worker], loaded: Loaded):
        self._settings = settings
        self._limits = settings.limits
        self._workers = workers
        self._loaded = loaded
        self._reading: Counter[str] = Counter()  # address -> number of requests whose bodies arrive

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Start the queue with the application, and stop it when that ends."""
        self._queue = Queue(self._workers, self._settings)
        sessions = Sessions(self._workers, self._queue, self._limits)
        self._streams = StreamRequests(sessions, self._settings, self._arriving)
        self._queue.start()
        yield
        await self._queue.stop()

    async def resolve(self, request: Request) -> Response:
        """POST /resolve."""
        try:
            with self._arriving(request):
                texts, single = await read_texts(request, self._limits)
            answers = await self._answers(texts, request)
        except ClientDisconnect:
            return Response(status_code=400)  # the client has disconnected
        if single:
            return _answer(*answers)
        docs = (answer.body if answer.status == 200 else b'{"error":%b}' % answer.body for answer in answers)
        return _response(b'{"docs":[%b]}' % b",".join(docs))

    async def open_stream(self, request: Request) -> Response:
        """POST /streams."""
        return await _unless_gone(self._streams.open(request))

    async def one_stream(self, request: Request) -> Response:
        """POST, GET or DELETE /streams/ID."""
        return await _unless_gone(self._streams.one(request))

    async def health(self, request: Request) -> Response:
        """GET /health."""
        return _json({"status": "ok"})

    async def ready(self, request: Request) -> Response:
        """GET /ready."""
        queue = self._queue
        load = {"ready": queue.is_ready, "waiting": queue.waiting, "resolving": queue.resolving}
        return _json(load, 200 if queue.is_ready else 503)

    async def info(self, request: Request) -> Response:
        """GET /info."""
        found = {
            "version": __version__,
            "model": self._settings.model,
            "language": self._loaded.language,
            "licence": self._loaded.licence,
            "processes": self._settings.processes,
            "limits": asdict(self._limits),
        }
        return _json(found)

    async def openapi(self, request: Request) -> Response:
        """GET /openapi.json."""
        return _json(self._openapi)

    async def docs(self, request: Request) -> Response:
        """GET /docs."""
        return HTMLResponse(self._docs, headers=HEADERS)

    @cached_property
    def _openapi(self) -> dict[str, Any]:
        return openapi(self._limits)

    @cached_property
    def _docs(self) -> str:
        from corefpipe.report.pages.api import api_page  # with NumPy, which nothing else here needs

        return api_page(self._openapi)

    @contextmanager
    def _arriving(self, request: Request) -> Iterator[None]:
        """While the body of a request arrives; there may not be too many of them."""
        address = request.client.host if request.client else ""
        total, own = self._reading.total(), self._reading[address]
        if total >= self._limits.queue or own >= self._limits.arriving:
            who = f"{total} requests arrive" if total >= self._limits.queue else f"{own} requests of {address} arrive"
            detail = f"the server is busy: {who}"
            raise ProblemError(503, detail, "Try again in 1 s", headers={"Retry-After": "1", "Connection": "close"})
        self._reading[address] += 1
        try:
            yield
        finally:
            self._reading[address] -= 1
            if not self._reading[address]:
                del self._reading[address]

    async def _answers(self, texts: list[str], request: Request) -> list[Answer]:
        """Wait for the answers, for the end of the time, or for the client to go; then give up the places."""
        entries = self._queue.put(texts)
        gone = asyncio.create_task(_disconnected(request))
        answers = asyncio.gather(*(entry.answer for entry in entries))
        try:
            done, _ = await asyncio.wait(
                (answers, gone), timeout=self._limits.timeout, return_when=asyncio.FIRST_COMPLETED
            )
            if answers in done:
                return answers.result()
            if gone in done:
                raise ClientDisconnect
            raise ProblemError(
                504,
                f"the texts were not resolved within {self._limits.timeout:g} s",
                "Send fewer or shorter texts, or try again later",
            )
        finally:
            gone.cancel()
            answers.cancel()
            answers.add_done_callback(_retrieve)
            self._queue.drop(entries)


def _retrieve(answers: asyncio.Future[list[Answer]]) -> None:
    """Retrieve the results of answers without a client: otherwise asyncio logs an exception that was not retrieved."""
    if not answers.cancelled():
        answers.exception()


async def _disconnected(request: Request) -> None:
    """Wait until the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _answer(answer: Answer) -> Response:
    return _response(answer.body, answer.status, JSON if answer.status < 300 else MEDIA_TYPE)


async def _unless_gone(answer: Awaitable[Answer]) -> Response:
    try:
        return _answer(await answer)
    except ClientDisconnect:
        return Response(status_code=400)  # the client has disconnected


def _json(value: dict[str, Any], status: int = 200) -> Response:
    return _response(json.dumps(value, ensure_ascii=False).encode(), status)


def _response(body: bytes, status: int = 200, kind: str = JSON, headers: Mapping[str, str] | None = None) -> Response:
    return Response(body, status, {**HEADERS, **(headers or {})}, kind)


async def _on_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, ProblemError)
    return _response(Answer.of(problem).body, problem.status, MEDIA_TYPE, problem.headers)


async def _on_http_exception(request: Request, error: Exception) -> Response:
    """Unknown paths and methods."""
    assert isinstance(error, HTTPException)
    what = f"{request.method} {request.url.path}"
    detail = {404: "there is no such path", 405: f"{what:.200} is not allowed"}.get(error.status_code, error.detail)
    problem = ProblemError(error.status_code, detail, _CURES.get(error.status_code, ""), headers=error.headers)
    return await _on_problem(request, problem)


async def _on_error(request: Request, error: Exception) -> Response:
    """A defect of ours; Starlette logs the traceback."""
    return await _on_problem(request, ProblemError(500, "the server failed", "The log of the server has the error"))
