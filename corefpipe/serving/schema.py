"""The JSON of requests and answers as pydantic models, and the OpenAPI description made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import models_json_schema

from corefpipe.serving import stream_schema
from corefpipe.serving.schema_parts import ProblemJSON, StrictModel, json_answer, problem_answer, reference
from corefpipe.serving.settings import Limits
from corefpipe.version import __version__

_MODE: Literal["validation"] = "validation"
_TEXT = "Mary Bell lost her keys. She found them."


class ResolveRequest(StrictModel):
    """One text or a batch of texts, not both."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [{"required": ["text"]}, {"required": ["texts"]}],
            "examples": [{"text": _TEXT}, {"texts": [_TEXT, "Ann called her mother."]}],
        }
    )
    text: str | None = Field(None, description="A text; the answer is a document.")
    texts: list[str] | None = Field(None, description="Texts; the answer has one document or error per text.")


class Range(StrictModel):
    """A part of the text, in characters."""

    start: int = Field(description="First character, counted from 0 in Unicode code points.")
    end: int = Field(description="Character after the last.")


class NamedEntity(Range):
    """A named entity."""

    label: str = Field(description="Entity type, such as PERSON.")


class Mention(Range):
    """A mention."""

    label: str = Field(description="Mention type: pronoun, name, nominal, coordination or verb.")
    kb_id: str = Field(description="Id of its chain.")


class TokenJSON(Range):
    """A token with its annotation."""

    id: int = Field(description="Number of the token, from 0.")
    tag: str = Field("", description="Part of speech of the Penn Treebank.")
    pos: str = Field("", description="Universal part of speech.")
    morph: str = Field("", description="Morphological features of Universal Dependencies.")
    lemma: str = Field("", description="Lemma.")
    dep: str = Field("", description="Relation to the head, of Universal Dependencies.")
    head: int | None = Field(None, description="Number of the head; that of the token itself for a root.")


class QuotationSpanJSON(Range):
    """A quotation, or what tells of one."""

    label: str = Field(description="quotation, speaker, addressee or cue.")
    kb_id: str = Field(description="Id of the chain of the speaker or addressee; empty if there is none.")


class SpanGroups(StrictModel):
    """Spans by key."""

    coref: list[Mention] = Field(description="All mentions of all chains.")
    coref_quotations: list[QuotationSpanJSON] = Field(
        [], description="The quotations, and what tells of them; `coref.quotations` says what belongs together."
    )


class ChainJSON(StrictModel):
    """A coreference chain."""

    id: str = Field(description="Id, as in `kb_id` of its mentions.")
    name: str = Field(description="The name or short noun phrase that says most of what it refers to.")
    mentions: list[int] = Field(description="Its mentions, as indices into `spans.coref`.")


class AntecedentJSON(StrictModel):
    """A likely antecedent."""

    mention: int = Field(description="Index into `spans.coref`.")
    probability: float = Field(description="Calibrated probability that the two mentions corefer.")


class PersonJSON(StrictModel):
    """The speaker or the addressee of a quotation."""

    chain: str | None = Field(description="Id of the chain; null for somebody in no chain, who is mentioned once.")
    name: str | None = Field(description="Name of the chain.")
    mention: Range | None = Field(description="The mention that tells who it is.")
    probability: float | None = Field(description="Calibrated probability that it is a mention of this person.")


class QuotationJSON(Range):
    """What is said between quotation marks, or a part of it if the narrator interrupts."""

    turn: int = Field(description="Number of the turn: the parts of one speech have the same.")
    speaker: PersonJSON | None = Field(description="Who speaks; null if unknown.")
    addressee: PersonJSON | None = Field(description="Who is spoken to; null if unknown.")
    cue: Range | None = Field(description="The verb of saying, such as `said`; null if there is none.")


class CorefJSON(StrictModel):
    """Chains, quotations, and one value per mention of `spans.coref` in each of the other lists."""

    chains: list[ChainJSON] = Field(description="The chains in order of their first mentions.")
    probabilities: list[float] = Field(
        description="Calibrated probability that the mention's link, or its start of a chain, is correct."
    )
    antecedents: list[list[AntecedentJSON]] = Field(
        description="The mention's likely antecedents, most probable first."
    )
    quotations: list[QuotationJSON] = Field(description="The quotations in text order.")


class ResolvedDocument(StrictModel):
    """A document as spaCy's `Doc.to_json` writes it and `Doc.from_json` reads it, with `coref` and `warnings`."""

    text: str = Field(description="The text.")
    ents: list[NamedEntity] = Field([], description="Named entities.")
    sents: list[Range] = Field([], description="Sentences.")
    tokens: list[TokenJSON] = Field(description="Tokens.")
    spans: SpanGroups = Field(description="Mentions and quotations.")
    coref: CorefJSON = Field(description="Chains, probabilities, antecedents and quotations.")
    warnings: list[str] = Field(description="Why the chains may be useless, such as a text in another language.")


class FailedText(StrictModel):
    """A text of a batch that could not be resolved; the others are not affected."""

    error: ProblemJSON


class ResolvedBatch(StrictModel):
    """The answer to a batch."""

    docs: list[ResolvedDocument | FailedText] = Field(description="One document or error per text, in the same order.")


class Load(StrictModel):
    """What the server is doing."""

    ready: bool = Field(description="Whether a process has loaded its model.")
    waiting: int = Field(description="Number of texts in the queue.")
    resolving: int = Field(description="Number of texts that are being resolved.")


class Health(StrictModel):
    """That the server answers."""

    status: Annotated[str, Field(description="Always `ok`.")]


class LimitsJSON(StrictModel):
    """What a client may ask for."""

    max_bytes: int = Field(description="Largest body of a request.")
    max_texts: int = Field(description="Most texts per request.")
    max_characters: int = Field(description="Most characters per text.")
    timeout: float = Field(description="Seconds in which a body must arrive, and its texts must then be resolved.")
    queue: int = Field(description="Most texts that wait.")
    per_address: int = Field(description="Most connections of one address; half as many requests may arrive at once.")
    max_streams: int = Field(description="Most streams that are open.")
    stream_characters: int = Field(description="Most characters of a stream.")
    stream_idle: float = Field(description="Seconds after which a stream that nobody asks for is closed.")


class Info(StrictModel):
    """What runs here."""

    version: str = Field(description="Version of corefpipe.")
    model: str = Field(description="Name of the model.")
    language: str = Field(description="Code of its language; empty if unknown.")
    licence: str = Field(description="Licence of the model's weights; empty if unknown.")
    processes: int = Field(description="Number of worker processes.")
    limits: LimitsJSON


_RESOLVE_ERRORS = {
    400: "Not JSON, or not UTF-8.",
    408: "The body did not arrive in time.",
    413: "The body is too large.",
    415: "Another media type or charset, or a compressed body.",
    422: "The JSON does not have this form, or a text is too long; `field` says where.",
    500: "The text could not be resolved. In a batch, the error stands in place of the document.",
    503: "Too many texts wait; the header `Retry-After` says in how many seconds to try again.",
    504: "The texts could not be resolved in time.",
}


def openapi(limits: Limits) -> dict[str, Any]:
    """The OpenAPI 3.1 description of the server."""
    models: list[type[BaseModel]] = [ResolveRequest, ResolvedDocument, ResolvedBatch, ProblemJSON, Health, Load, Info]
    models += stream_schema.MODELS
    _, schemas = models_json_schema([(model, _MODE) for model in models], ref_template="#/components/schemas/{model}")
    size = f"at most {limits.max_bytes} bytes, {limits.max_texts} texts and {limits.max_characters} characters per text"
    body = {
        "application/json": {"schema": reference(ResolveRequest)},
        "text/plain": {"schema": {"type": "string"}, "example": _TEXT},
    }
    resolved = {"application/json": {"schema": {"oneOf": [reference(ResolvedDocument), reference(ResolvedBatch)]}}}
    errors = {str(status): problem_answer(what) for status, what in _RESOLVE_ERRORS.items()}
    errors["503"]["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}
    resolve = {
        "operationId": "resolve",
        "summary": "Find the coreference chains of a text or a batch of texts",
        "description": f"Limits: {size}. The texts must be resolved within {limits.timeout:g} seconds.",
        "requestBody": {"required": True, "content": body},
        "responses": {
            "200": {"description": "The document; for a batch, its documents.", "content": resolved},
            **errors,
        },
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "corefpipe",
            "version": __version__,
            "summary": "Coreference resolution over HTTP",
            "license": {"name": "MIT (the code; for the weights of the model see /info)", "identifier": "MIT"},
        },
        "servers": [{"url": "."}],
        "paths": {
            "/resolve": {"post": resolve},
            **stream_schema.paths(limits),
            "/health": {"get": _get("health", "Whether the server answers", Health)},
            "/ready": {
                "get": _get("ready", "Whether texts can be resolved, and how many wait", Load)
                | {"responses": {"200": json_answer("Ready.", Load), "503": json_answer("Not ready.", Load)}}
            },
            "/info": {"get": _get("info", "Version, model, licence of its weights, limits", Info)},
        },
        "components": {"schemas": schemas["$defs"]},
    }


def _get(name: str, summary: str, model: type[BaseModel]) -> dict[str, Any]:
    return {"operationId": name, "summary": summary, "responses": {"200": json_answer("Done.", model)}}
