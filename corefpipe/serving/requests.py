"""Read the body of a request within limits of size and time, and the texts in it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from corefpipe.serving.problems import ProblemError
from corefpipe.serving.schema import ResolveRequest
from corefpipe.serving.settings import Limits
from corefpipe.utils.text import counted

JSON, PLAIN = "application/json", "text/plain"
_DRAINED = 8
"""Number of times `max_bytes` that is still read of a body whose request was refused (see `Draining`)."""

_EXAMPLE = '{"text": "…"} or {"texts": ["…", "…"]}'

Model = TypeVar("Model", bound=BaseModel)


class Draining:
    """ASGI middleware that reads on where an answer ends the connection before the body of the request has arrived.

    The client gets the answer at once. Without this its system would throw the answer away: a connection that is closed
    while data arrives is reset. No more is read than some times `max_bytes`, and no longer than `timeout`.

    Args:
        app: the application.
        limits: of requests.
    """

    def __init__(self, app: ASGIApp, limits: Limits):
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        # A client that expects "100 Continue" sends nothing before the application asks for it.
        comes = (b"expect", b"100-continue") not in [(name, value.lower()) for name, value in scope.get("headers", ())]
        closes = False

        async def receiving() -> Message:
            nonlocal comes
            message = await receive()
            comes = bool(message.get("more_body"))
            return message

        async def sending(message: Message) -> None:
            nonlocal closes
            if message["type"] == "http.response.start":
                closes = (b"connection", b"close") in message["headers"]
            elif closes and comes and not message.get("more_body"):
                await send({**message, "more_body": True})
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._limits.timeout):
                        left = _DRAINED * self._limits.max_bytes
                        while comes and left > 0:
                            left -= len((await receiving()).get("body", b""))
                message = {"type": message["type"]}
            await send(message)

        await self._app(scope, receiving, sending)


async def read_texts(request: Request, limits: Limits) -> tuple[list[str], bool]:
    """The texts of a request, and whether it is one text, not a batch.

    Raises:
        ProblemError: 400, 408, 413, 415 or 422.
        ClientDisconnect: the client has gone.
    """
    kind = _media_type(request.headers, (JSON, PLAIN), f"{_EXAMPLE} as {JSON}, or one text as {PLAIN}")
    body = await _arrived(request, limits)
    texts, single = ([_decoded(body)], True) if kind == PLAIN else _texts_of(body)
    names = ["" if kind == PLAIN else "text"] if single else [f"texts[{number}]" for number in range(len(texts))]
    _check(texts, names, limits)
    return texts, single


async def read_object(request: Request, limits: Limits, model: type[Model], example: str) -> Model:
    """The JSON of a request as a model.

    Args:
        request, limits: the request, and what it may have.
        model: the members.
        example: for errors.

    Raises:
        ProblemError: 400, 408, 413, 415 or 422.
        ClientDisconnect: the client has gone.
    """
    _media_type(request.headers, (JSON,), f"{example} as {JSON}")
    return _validated(model, await _arrived(request, limits), example)


def check_characters(text: str, limits: Limits, name: str = "text") -> None:
    """Raise ProblemError (422) for a text that is too long."""
    if len(text) > limits.max_characters:
        raise ProblemError(
            422,
            f"the text has {len(text)} characters",
            f"Send at most {limits.max_characters}; split the text, or use the command corefpipe resolve",
            name,
        )


async def _arrived(request: Request, limits: Limits) -> bytes:
    """The body of a request, when it is there."""
    try:
        async with asyncio.timeout(limits.timeout):
            return await _read_body(request, limits.max_bytes)
    except TimeoutError:
        raise ProblemError(
            408,
            f"the request did not arrive within {limits.timeout:g} s",
            "Send it faster, or in parts",
            headers={"Connection": "close"},
        ) from None


def _media_type(headers: Mapping[str, str], kinds: Collection[str], example: str) -> str:
    if headers.get("content-encoding", "identity").lower() != "identity":
        raise ProblemError(415, "the body is compressed", "Send it without Content-Encoding", "Content-Encoding")
    kind, *parameters = (part.strip().lower() for part in headers.get("content-type", "").split(";"))
    if kind not in kinds:
        detail = f"no support for the media type {kind:.100}" if kind else "no media type is given"
        raise ProblemError(415, detail, f"Send {example}", "Content-Type")
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name == "charset" and value.strip("\"'") not in ("utf-8", "utf8", "us-ascii"):
            raise ProblemError(415, f"no support for the charset {value:.100}", "Send UTF-8", "Content-Type")
    return kind


async def _read_body(request: Request, most: int) -> bytes:
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > most:
        raise _too_large(most)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise _too_large(most)
        parts.append(part)
    return b"".join(parts)


def _too_large(most: int) -> ProblemError:
    return ProblemError(
        413, f"the request has more than {most} bytes", "Send fewer or shorter texts", headers={"Connection": "close"}
    )


def _decoded(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ProblemError(400, f"the text is not UTF-8 (byte {error.start})", "Send UTF-8") from None


def _validated(model: type[Model], body: bytes, example: str) -> Model:
    try:
        return model.model_validate_json(body)
    except ValidationError as errors:
        error = errors.errors(include_url=False, include_context=False, include_input=False)[0]
        if error["type"] == "json_invalid":
            raise ProblemError(400, error["msg"], f"Send {example}") from None
        what, cure = error["msg"], _valid(model, error["loc"]) or f"Send {example}"
        if error["type"] == "extra_forbidden":
            what, cure = "it is unknown", f"Remove it; valid are {', '.join(model.model_fields)}"
        raise ProblemError(422, what, cure, _place(error["loc"])) from None


def _valid(model: type[BaseModel], location: tuple[int | str, ...]) -> str:
    """What the schema of a model allows in a place of a request; "" if it has no such place."""
    schema: dict[str, Any] = model.model_json_schema()
    for part in location:
        schema = schema.get("items", {}) if isinstance(part, int) else schema.get("properties", {}).get(part, {})
        schema = next((one for one in schema.get("anyOf", ()) if one["type"] != "null"), schema)
    match schema:
        case {"type": "integer", "minimum": least, "maximum": most}:
            return f"Give a whole number from {least} to {most}"
        case {"type": "string", "maxLength": most}:
            return f"Give a string of at most {most} characters"
        case {"type": "string", "minLength": least}:
            return f"Give a string of at least {counted(least, 'character')}"
        case {"type": "string"}:
            return "Give a string"
        case {"type": "array", "items": {"type": "string"}}:
            return "Give a list of strings"
    return ""


def _texts_of(body: bytes) -> tuple[list[str], bool]:
    found = _validated(ResolveRequest, body, _EXAMPLE)
    if found.text is not None and found.texts is not None:
        raise ProblemError(422, "there are both text and texts", f"Send {_EXAMPLE}", "text")
    if found.text is not None:
        return [found.text], True
    if found.texts is None:
        raise ProblemError(422, "there is no text", f"Send {_EXAMPLE}", "text")
    return found.texts, False


def _place(location: tuple[int | str, ...]) -> str:
    """Name of a place in the request: `texts[3]`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part:.100}" for part in location).removeprefix(".")


def _check(texts: list[str], names: list[str], limits: Limits) -> None:
    if len(texts) > limits.max_texts:
        raise ProblemError(
            422, f"there are {len(texts)} texts", f"Send at most {limits.max_texts} per request", field="texts"
        )
    for text, name in zip(texts, names, strict=True):
        check_characters(text, limits, name)
