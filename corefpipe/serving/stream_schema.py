"""The JSON of streams as pydantic models, and their paths in the OpenAPI description."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticUseDefault

from corefpipe.serving.schema_parts import StrictModel, json_answer, problem_answer, reference
from corefpipe.serving.settings import Limits

WINDOW, REVISE = 10_000, 100
"""Largest values of `window` and `revise`."""


def _given(value: object) -> object:
    """A value, unless it is null, which is as if it were left out."""
    if value is None:
        raise PydanticUseDefault
    return value


def _or_null(kind: object) -> BeforeValidator:
    return BeforeValidator(_given, json_schema_input_type=kind | None)  # type: ignore[operator]


_Name = Annotated[str, Field(max_length=200)]
_Window = Annotated[int, Field(ge=0, le=WINDOW)]
_Revise = Annotated[int, Field(ge=0, le=REVISE)]


class OpenRequest(StrictModel):
    """How a stream is opened; null is as if it were left out."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}, {"name": "support chat", "revise": 1}]})
    name: Annotated[_Name, _or_null(_Name)] = Field("", description="A name for it.")
    model: str | None = Field(None, description="Must be the model of the server, if it is given.")
    window: Annotated[_Window, _or_null(_Window)] = Field(
        1000,
        description="Number of words before a piece that are compared with it mention by mention; of those before, "
        "names and nouns are known.",
    )
    revise: Annotated[_Revise, _or_null(_Revise)] = Field(
        0, description="Number of sentences at the end that are resolved again with the next piece."
    )


class PieceRequest(StrictModel):
    """A piece of the text."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"text": "Mary Bell lost her keys."}, {"text": "I did.", "speaker": "Ann"}]}
    )
    text: str = Field(
        min_length=1, description="One or more sentences; a blank text such as a line break is a paragraph break."
    )
    speaker: Annotated[_Name, _or_null(_Name)] = Field(
        "", description="Who says it; empty or null if nobody does, or it is unknown."
    )


class StreamJSON(StrictModel):
    """A stream that was opened or closed."""

    id: str = Field(description="For the address /streams/ID; whoever knows it can append and read.")
    name: str = Field(description="Its name.")
    model: str = Field(description="Its model.")
    window: int = Field(description="As in the request.")
    revise: int = Field(description="As in the request.")
    pieces: int = Field(description="Number of its pieces.")
    characters: int = Field(description="Number of its characters.")
    idle: float = Field(description="Seconds after which it is closed if nobody asks for it.")


class PlaceJSON(StrictModel):
    """Words of the stream."""

    start: int = Field(description="First word, counted from 0.")
    end: int = Field(description="Word after the last.")


class StreamMentionJSON(PlaceJSON):
    """A mention."""

    text: str = Field(description="Its text.")


class EntityMentionJSON(StreamMentionJSON):
    """A mention that is new or has another entity."""

    entity: str = Field(description="Id of its entity, which no other entity of the stream ever has.")


class UpdateJSON(PlaceJSON):
    """What a piece changed; `start` and `end` are its words.

    The mentions so far are those of all answers: take out `removed`, then put in `mentions`.
    """

    piece: int = Field(description="Number of the piece, counted from 1.")
    sentences: int = Field(description="Number of sentences of the stream.")
    mentions: list[EntityMentionJSON] = Field(
        description="Those that are new or have another entity, in text order. An earlier mention that was alone "
        "appears with the first one that joins it."
    )
    removed: list[PlaceJSON] = Field(description="Mentions that are none any more.")


class StreamChainJSON(StrictModel):
    """A coreference chain."""

    id: str = Field(description="Id of the entity.")
    mentions: list[StreamMentionJSON] = Field(description="Its mentions in text order.")


class StreamChainsJSON(StrictModel):
    """The chains so far."""

    id: str = Field(description="Id of the stream.")
    name: str = Field(description="Its name.")
    pieces: int = Field(description="Number of its pieces.")
    words: int = Field(description="Number of its words.")
    sentences: int = Field(description="Number of its sentences.")
    chains: list[StreamChainJSON] = Field(description="The chains in order of their first mentions.")


MODELS: tuple[type[BaseModel], ...] = (OpenRequest, PieceRequest, StreamJSON, UpdateJSON, StreamChainsJSON)

_BODY_ERRORS = {
    400: "Not JSON, or not UTF-8.",
    408: "The body did not arrive in time.",
    413: "The body is too large.",
    415: "Another media type or charset, or a compressed body.",
    422: "The JSON does not have this form, or a value is not allowed; `field` says where.",
}
_STREAM_ERRORS = {
    404: "There is no such stream; a server that was started again has none of those before.",
    410: "The stream was closed, or has expired.",
    500: "The processes that resolved it died. The stream is as it was before.",
    503: "Too many requests; the header `Retry-After` says in how many seconds to try again.",
    504: "There was no answer in time. The stream is as it was before.",
}
_ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}, "description": "Id of the stream."}


def paths(limits: Limits) -> dict[str, Any]:
    """The paths of streams by address."""
    opening = _operation(
        "open_stream",
        "Open a stream, a text that grows",
        f"At most {limits.max_streams} are open at once. One that nobody asks for is closed after "
        f"{limits.stream_idle:g} seconds.",
        {"201": json_answer("The stream.", StreamJSON)},
        {**_BODY_ERRORS, 503: "As many streams are open as may be; the header `Retry-After` says when to try again."},
        OpenRequest,
    )
    appending = _of_stream(
        "append_to_stream",
        "Append a piece to a stream",
        f"Limits: {limits.max_characters} characters per piece, {limits.stream_characters} per stream. The pieces are "
        "resolved in the order in which they come. If a process dies, the stream is made anew and goes on.",
        {"200": json_answer("What has changed.", UpdateJSON)},
        {**_BODY_ERRORS, **_STREAM_ERRORS},
        PieceRequest,
    )
    chains = {"200": json_answer("The chains.", StreamChainsJSON)}
    closed = {"200": json_answer("The stream, which has ended.", StreamJSON)}
    ending = {status: what for status, what in _STREAM_ERRORS.items() if status != 500}
    return {
        "/streams": {"post": opening},
        "/streams/{id}": {
            "get": _of_stream("chains_of_stream", "The chains of a stream so far", "", chains, _STREAM_ERRORS),
            "post": appending,
            "delete": _of_stream("close_stream", "Close a stream", "Its chains are lost.", closed, ending),
        },
    }


def _of_stream(*arguments: Any) -> dict[str, Any]:
    return _operation(*arguments) | {"parameters": [_ID]}


def _operation(
    name: str,
    summary: str,
    description: str,
    answers: dict[str, Any],
    errors: dict[int, str],
    body: type[BaseModel] | None = None,
) -> dict[str, Any]:
    problems = {str(status): problem_answer(what) for status, what in errors.items()}
    found = {"operationId": name, "summary": summary, "description": description, "responses": answers | problems}
    if body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": reference(body)}}}
    return found
