"""The answers to requests for streams."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from starlette.requests import Request

from corefpipe.serving.problems import ProblemError
from corefpipe.serving.requests import Model, check_characters, read_object
from corefpipe.serving.resolving import Answer
from corefpipe.serving.sessions import Session, Sessions
from corefpipe.serving.settings import Settings
from corefpipe.serving.stream_schema import OpenRequest, PieceRequest
from corefpipe.serving.streaming import Opening, Piece


class StreamRequests:
    """Answers the requests for streams.

    Args:
        sessions: the streams that are open.
        settings: of the server.
        arriving: a context in which the body of a request is read.
    """

    def __init__(
        self, sessions: Sessions, settings: Settings, arriving: Callable[[Request], AbstractContextManager[None]]
    ):
        self._sessions = sessions
        self._settings = settings
        self._arriving = arriving

    async def open(self, request: Request) -> Answer:
        """POST /streams."""
        wanted = await self._read(request, OpenRequest, '{"name": "…"} or {}')
        if wanted.model not in (None, self._settings.model):
            detail = f"the model of this server is {self._settings.model}"
            cure = f'Give "{self._settings.model}", or leave it out; another model needs a server of its own'
            raise ProblemError(422, detail, cure, "model")
        return self._described(self._sessions.open(Opening(wanted.name, wanted.window, wanted.revise)), 201)

    async def one(self, request: Request) -> Answer:
        """POST, GET or DELETE /streams/ID."""
        id = request.path_params["id"]
        if request.method == "DELETE":
            return self._described(await self._sessions.close(id))
        if request.method == "POST":
            return await self._append(id, request)
        return (await self._sessions.chains(id)).answer

    async def _append(self, id: str, request: Request) -> Answer:
        self._sessions.find(id)  # before the body arrives
        piece = await self._read(request, PieceRequest, '{"text": "…"}')
        check_characters(piece.text, self._settings.limits)
        return (await self._sessions.append(id, Piece(piece.text, piece.speaker))).answer

    async def _read(self, request: Request, model: type[Model], example: str) -> Model:
        with self._arriving(request):
            return await read_object(request, self._settings.limits, model, example)

    def _described(self, session: Session, status: int = 200) -> Answer:
        found = {
            "id": session.id,
            **session.history.opening._asdict(),
            "model": self._settings.model,
            "pieces": session.pieces,
            "characters": session.characters,
            "idle": self._settings.limits.stream_idle,
        }
        return Answer.of(found)._replace(status=status)
