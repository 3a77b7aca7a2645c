"""Fuzz targets of the server: any request has an answer that the schema knows, and none is an error of ours."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("starlette", reason="the extra [serve] is not installed")
pytest.importorskip("uvicorn", reason="the extra [serve] is not installed")

from corefpipe.serving.problems import MEDIA_TYPE
from corefpipe.serving.schema import ProblemJSON

VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("en")
MEMBERS = st.sampled_from(["text", "texts", "name", "window", "revise", "model", "speaker", "x"])
JSON = st.recursive(VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(MEMBERS, inner, max_size=4))
BODIES = st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode())
TYPES = st.sampled_from(
    ["application/json", "text/plain", "text/plain; charset=latin-1", "application/json; charset=utf-8", "", "a/b;;="]
)
PATHS = st.sampled_from(["/resolve", "/streams", "/streams/x", "/health", "/info", "/docs", "/openapi.json"])
METHODS = st.sampled_from(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])


def check(response) -> None:
    assert response.status_code < 500 or response.status_code == 503, response.text
    assert "Traceback" not in response.text
    if response.status_code >= 400 and response.request.method != "HEAD":
        assert response.headers["content-type"] == MEDIA_TYPE
        assert ProblemJSON.model_validate_json(response.content).cure


@given(method=METHODS, path=PATHS | st.text(st.characters(codec="ascii"), max_size=12), body=BODIES, kind=TYPES)
def test_any_request(client, method, path, body, kind):
    path = "/" + "".join(character for character in path.lstrip("/") if character.isprintable())
    headers = {"content-type": kind}
    response = client.request(method, path, content=body, headers=headers, follow_redirects=False)
    check(response)


@given(opening=BODIES, pieces=st.lists(BODIES, max_size=3))
def test_any_stream(client, opening, pieces):
    response = client.post("/streams", content=opening, headers={"content-type": "application/json"})
    check(response)
    if response.status_code != 201:
        return
    place = f"/streams/{response.json()['id']}"
    for piece in pieces:
        check(client.post(place, content=piece, headers={"content-type": "application/json"}))
    assert client.get(place).status_code == 200
    assert client.delete(place).status_code == 200
    assert client.get(place).status_code == 410
