"""The application through Starlette's test client: answers as the schema says, and errors of all kinds as JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("starlette", reason="the extra [serve] is not installed")
pytest.importorskip("uvicorn", reason="the extra [serve] is not installed")

from pydantic import ValidationError

from corefpipe.serving.problems import MEDIA_TYPE
from corefpipe.serving.schema import Health, Info, Load, ProblemJSON, ResolvedBatch, ResolvedDocument, ResolveRequest
from corefpipe.version import __version__

TEXT = "Mary Bell lost her keys. She found them."


def problem_of(response, status: int) -> ProblemJSON:
    """The problem in a response, which has the form that the schema says."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == MEDIA_TYPE
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "Traceback" not in response.text
    problem = ProblemJSON.model_validate_json(response.content)
    assert problem.status == status
    assert problem.detail
    assert problem.cure
    return problem


def test_a_text(client):
    response = client.post("/resolve", json={"text": TEXT})
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json")
    document = ResolvedDocument.model_validate_json(response.content)
    spans = [TEXT[mention.start : mention.end] for mention in document.spans.coref]
    chains = [[spans[i] for i in chain.mentions] for chain in document.coref.chains]
    assert chains == [["Mary Bell", "her", "She"], ["her keys", "them"]]
    assert len(spans) == len(document.coref.probabilities) == len(document.coref.antecedents)


def test_a_plain_text_is_the_same(client):
    whole = client.post("/resolve", json={"text": "Ann Müller 🙂 lost it."}).content
    for kind in ("text/plain", "text/plain; charset=UTF-8", 'Text/Plain;charset="utf-8"'):
        plain = client.post("/resolve", content="Ann Müller 🙂 lost it.".encode(), headers={"content-type": kind})
        assert (plain.status_code, plain.content) == (200, whole)


def test_a_batch(client):
    texts = [TEXT, "", "Ann called her mother."]
    response = client.post("/resolve", json={"texts": texts})
    assert response.status_code == 200
    batch = ResolvedBatch.model_validate_json(response.content)
    assert [doc.text for doc in batch.docs] == texts
    assert response.json()["docs"][0] == client.post("/resolve", json={"text": TEXT}).json()
    assert client.post("/resolve", json={"texts": []}).json() == {"docs": []}


def test_supervision(client):
    assert Health.model_validate_json(client.get("/health").content).status == "ok"
    load = Load.model_validate_json(client.get("/ready").content)
    assert (load.ready, load.waiting, load.resolving) == (True, 0, 0)
    info = Info.model_validate_json(client.get("/info").content)
    assert (info.version, info.model, info.language, info.licence) == (__version__, "en", "en", "CC BY-SA 4.0")
    assert info.limits.max_texts == 4
    assert client.head("/health").status_code == 200


def test_the_documentation(client):
    description = client.get("/openapi.json").json()
    schemas = description["components"]["schemas"]
    references = set(json.dumps(description).split('"#/components/schemas/')[1:])
    assert {reference.partition('"')[0] for reference in references} <= set(schemas)
    for example in schemas["ResolveRequest"]["examples"]:
        assert client.post("/resolve", json=example).status_code == 200
    page = client.get("/").text
    assert "POST /resolve" in page
    for path in description["paths"]:
        assert path in page
    assert "http://" not in page
    assert "https://" not in page


@pytest.mark.parametrize(
    ("body", "status", "field", "detail"),
    [
        (b"", 400, "", "Invalid JSON"),
        (b'{"text": "Ann', 400, "", "Invalid JSON"),
        (b'{"text": "Ann \xff"}', 400, "", "Invalid JSON"),
        (rb'{"text": "Ann \ud800"}', 400, "", "Invalid JSON"),
        (b"[" * 3000, 400, "", "Invalid JSON"),
        (b'"Ann"', 422, "", "object"),
        (b'["Ann"]', 422, "", "object"),
        (b"{}", 422, "text", "there is no text"),
        (b'{"text": null}', 422, "text", "there is no text"),
        (b'{"text": 1}', 422, "text", "string"),
        (b'{"texts": "Ann"}', 422, "texts", "array"),
        (b'{"texts": ["Ann", {}]}', 422, "texts[1]", "string"),
        (b'{"text": "Ann", "texts": ["Ann"]}', 422, "text", "both"),
        (b'{"txt": "Ann"}', 422, "txt", "unknown"),
        (b'{"texts": ["a", "b", "c", "d", "e"]}', 422, "texts", "there are 5 texts"),
        (b'{"text": "%b"}' % (301 * b"a"), 422, "text", "the text has 301 characters"),
        (b'{"texts": ["a", "%b"]}' % (301 * b"a"), 422, "texts[1]", "the text has 301 characters"),
        (b'{"text": "%b"}' % (4000 * b"a"), 413, "", "the request has more than 4000 bytes"),
        (b'{"text": "%b"}' % (40_000 * b"a"), 413, "", "the request has more than 4000 bytes"),
    ],
)
def test_wrong_bodies(client, body, status, field, detail):
    problem = problem_of(client.post("/resolve", content=body, headers={"content-type": "application/json"}), status)
    assert problem.field == field
    assert detail in problem.detail


@pytest.mark.parametrize(
    ("headers", "field", "detail"),
    [
        ({}, "Content-Type", "no media type"),
        ({"content-type": "application/xml"}, "Content-Type", "application/xml"),
        ({"content-type": "text/plain; charset=latin-1"}, "Content-Type", "latin-1"),
        ({"content-type": "application/json", "content-encoding": "gzip"}, "Content-Encoding", "compressed"),
    ],
)
def test_wrong_kinds_of_bodies(client, headers, field, detail):
    problem = problem_of(client.post("/resolve", content=b"Ann", headers=headers), 415)
    assert problem.field == field
    assert detail in problem.detail


def test_wrong_plain_texts(client):
    headers = {"content-type": "text/plain"}
    problem = problem_of(client.post("/resolve", content=b"Ann \xff", headers=headers), 400)
    assert problem.detail == "the text is not UTF-8 (byte 4)"
    problem = problem_of(client.post("/resolve", content=301 * b"a", headers=headers), 422)
    assert (problem.field, problem.detail) == ("", "the text has 301 characters")


def test_wrong_paths_and_methods(client):
    assert problem_of(client.get("/resolv"), 404).detail == "there is no such path"
    response = client.put("/resolve")
    assert problem_of(response, 405).detail == "PUT /resolve is not allowed"
    assert response.headers["allow"] == "POST"
    problem_of(client.post("/info"), 405)


def test_a_defect_of_ours(client, monkeypatch):
    def fail(*_):
        raise RuntimeError("secret")

    monkeypatch.setattr("corefpipe.serving.app.read_texts", fail)
    response = client.post("/resolve", json={"text": TEXT})
    assert problem_of(response, 500).detail == "the server failed"
    assert "secret" not in response.text


SMALL = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
JSON = st.recursive(
    SMALL, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "texts", "x"]), inner)
)


@given(body=st.binary(max_size=40) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_body_has_an_answer(client, body):
    response = client.post("/resolve", content=body, headers={"content-type": "application/json"})
    if response.status_code == 200:
        request = ResolveRequest.model_validate_json(body)
        model = ResolvedBatch if request.text is None else ResolvedDocument
        model.model_validate_json(response.content)
        return
    assert response.status_code in (400, 422)
    problem_of(response, response.status_code)
    if response.status_code == 400:
        with pytest.raises(ValidationError):
            ResolveRequest.model_validate_json(body)
