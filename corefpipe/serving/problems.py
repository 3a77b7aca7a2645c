"""Why a request, or one of its texts, was not answered, as JSON of RFC 9457 (Problem Details for HTTP APIs)."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

MEDIA_TYPE = "application/problem+json"
HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
"""Headers of all answers."""


class ProblemError(Exception):
    """An error that is reported to a client. It never contains parts of a traceback.

    Args:
        status: HTTP status code.
        detail: what is wrong, without a full stop.
        cure: what would have been right, without a full stop.
        field: where in the request, such as `texts[3]`.
        headers: further headers of the response.
    """

    def __init__(
        self, status: int, detail: str, cure: str = "", field: str = "", headers: Mapping[str, str] | None = None
    ):
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.cure = cure
        self.field = field
        self.headers = dict(headers or {})

    def to_dict(self) -> dict[str, Any]:
        """The members of the JSON object; those that are empty are left out."""
        members = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "cure": self.cure,
            "field": self.field,
        }
        return {name: value for name, value in members.items() if value}
