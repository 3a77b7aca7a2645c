"""Parts of the OpenAPI description that all paths have in common."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from corefpipe.serving.problems import MEDIA_TYPE


class StrictModel(BaseModel):
    """An object of JSON without unknown members."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ProblemJSON(StrictModel):
    """An error (RFC 9457)."""

    type: str = Field(description="Always `about:blank`.")
    title: str = Field(description="Name of the status code.")
    status: int = Field(description="HTTP status code.")
    detail: str = Field(description="What is wrong.")
    cure: str = Field("", description="What would have been right.")
    field: str = Field("", description="Where in the request, such as `texts[3]`.")


def reference(model: type[BaseModel]) -> dict[str, str]:
    """The schema of a model."""
    return {"$ref": f"#/components/schemas/{model.__name__}"}


def json_answer(description: str, model: type[BaseModel]) -> dict[str, Any]:
    """An answer with an object."""
    return {"description": description, "content": {"application/json": {"schema": reference(model)}}}


def problem_answer(description: str) -> dict[str, Any]:
    """An answer that says what is wrong."""
    return {"description": description, "content": {MEDIA_TYPE: {"schema": reference(ProblemJSON)}}}
