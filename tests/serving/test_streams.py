"""Streams of the application through Starlette's test client: answers as the schema says, limits and errors."""

from __future__ import annotations

import pytest
from helpers.streams import mentions_of, rebuilt

pytest.importorskip("starlette", reason="the extra [serve] is not installed")
pytest.importorskip("uvicorn", reason="the extra [serve] is not installed")

from starlette.testclient import TestClient

from corefpipe import Stream
from corefpipe.serving import sessions
from corefpipe.serving.app import make_app
from corefpipe.serving.problems import MEDIA_TYPE
from corefpipe.serving.schema import ProblemJSON
from corefpipe.serving.settings import Limits, Settings
from corefpipe.serving.stream_schema import StreamChainsJSON, StreamJSON, UpdateJSON

PIECES = [
    "Mary Bell lost her keys.",
    "She found them under the mat.",
    "\n\n",
    "Her brother Tom laughed.",
    "He had them.",
]


@pytest.fixture(scope="module")
def few(worker):
    """A client of an application with room for two short streams, which expire soon."""
    limits = Limits(timeout=30, max_characters=60, max_streams=2, stream_characters=100, stream_idle=0.5)
    with TestClient(make_app(Settings(limits=limits), [worker], worker.load())) as client:
        yield client


def opened(client, **options) -> str:
    response = client.post("/streams", json=options)
    assert response.status_code == 201, response.text
    return StreamJSON.model_validate_json(response.content).id


def problem_of(response, status: int) -> ProblemJSON:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == MEDIA_TYPE
    problem = ProblemJSON.model_validate_json(response.content)
    assert problem.detail
    assert problem.cure
    return problem


def test_a_conversation(client):
    """The answers, and the chains, are those of a stream in Python."""
    id = opened(client, name="talk", window=500, revise=1)
    stream = Stream(window=500, revise=1, name="talk")
    records = []
    for number, piece in enumerate(PIECES, 1):
        response = client.post(f"/streams/{id}", json={"text": piece})
        assert response.status_code == 200
        found, expected = UpdateJSON.model_validate_json(response.content), stream.append(piece)
        assert (found.piece, found.start, found.end, found.sentences) == (number, *expected[:3])
        records.append(response.json())
    assert rebuilt(records) == mentions_of(stream.chains())
    chains = StreamChainsJSON.model_validate_json(client.get(f"/streams/{id}").content)
    assert (chains.id, chains.name, chains.pieces, chains.words) == (id, "talk", len(PIECES), len(stream))
    assert {one.id: [(m.start, m.end) for m in one.mentions] for one in chains.chains} == {
        entity: [mention.span for mention in mentions] for entity, mentions in stream.chains().items()
    }
    assert "Mary Bell" in [mention.text for chain in chains.chains for mention in chain.mentions]
    closed = client.delete(f"/streams/{id}")
    assert StreamJSON.model_validate_json(closed.content).pieces == len(PIECES)


def test_speakers(client):
    id, stream = opened(client), Stream()
    for text, speaker in (("I lost my keys.", "Ann"), ("You did not.", "Bob"), ("I did.", "Ann")):
        client.post(f"/streams/{id}", json={"text": text, "speaker": speaker})
        stream.append(text, speaker=speaker)
    found = client.get(f"/streams/{id}").json()["chains"]
    assert [[m["start"] for m in chain["mentions"]] for chain in found] == [
        [mention.start for mention in mentions] for mentions in stream.chains().values()
    ]
    client.delete(f"/streams/{id}")


@pytest.mark.slow
def test_many_pieces_after_which_the_state_is_saved(client, monkeypatch):
    """More pieces than the server keeps beside a state, in several streams in turn."""
    monkeypatch.setattr(sessions, "_SAVED_EVERY", 5)
    ids, stream = [opened(client) for _ in range(3)], Stream()
    for number in range(12):
        text = f"Ann saw dog {number}. It barked at her."
        stream.append(text)
        for id in ids:
            assert client.post(f"/streams/{id}", json={"text": text}).json()["piece"] == number + 1
    for id in ids:
        chains = client.get(f"/streams/{id}").json()
        assert {(m["start"], m["end"]): one["id"] for one in chains["chains"] for m in one["mentions"]} == mentions_of(
            stream.chains()
        )
        client.delete(f"/streams/{id}")


def test_streams_that_are_not_there(client):
    id = opened(client)
    client.delete(f"/streams/{id}")
    for response in (
        client.get(f"/streams/{id}"),
        client.post(f"/streams/{id}", json={"text": "Ann."}),
        client.delete(f"/streams/{id}"),
    ):
        problem = problem_of(response, 410)
        assert problem.detail == f"the stream {id} was closed"
        assert problem.cure == "Open another one with POST /streams"
    problem = problem_of(client.get("/streams/nobody"), 404)
    assert problem.detail == "there is no stream nobody"
    assert "POST /streams opens one" in problem.cure
    problem_of(client.get("/streams"), 405)
    assert problem_of(client.put(f"/streams/{id}"), 405)


def test_a_stream_expires(few):
    from time import sleep

    id = opened(few)
    assert few.post(f"/streams/{id}", json={"text": "Ann."}).status_code == 200
    sleep(0.6)
    assert (
        problem_of(few.get(f"/streams/{id}"), 410).detail
        == f"the stream {id} has expired: nobody asked for it for 0.5 s"
    )


def test_limits(few):
    id, other = opened(few), opened(few)
    response = few.post("/streams", json={})
    assert problem_of(response, 503).detail == "2 streams are open"
    assert int(response.headers["retry-after"]) == 1
    problem = problem_of(few.post(f"/streams/{id}", json={"text": 61 * "a"}), 422)
    assert (problem.field, problem.detail) == ("text", "the text has 61 characters")
    assert few.post(f"/streams/{id}", json={"text": 30 * "a " + "."}).status_code in (200, 422)
    assert few.post(f"/streams/{id}", json={"text": 25 * " a"}).status_code == 200
    while (response := few.post(f"/streams/{id}", json={"text": 25 * " a"})).status_code == 200:
        pass
    assert problem_of(response, 422).detail == "the stream would have more than 100 characters"
    for one in (id, other):
        few.delete(f"/streams/{one}")


@pytest.mark.parametrize(
    ("value", "field", "detail", "cure"),
    [
        ({"window": -1}, "window", "greater than or equal to 0", "Give a whole number from 0 to 10000"),
        ({"window": 20_000}, "window", "less than or equal to 10000", "Give a whole number from 0 to 10000"),
        ({"window": "all"}, "window", "valid integer", "Give a whole number from 0 to 10000"),
        ({"window": True}, "window", "valid integer", "Give a whole number from 0 to 10000"),
        ({"revise": 101}, "revise", "less than or equal to 100", "Give a whole number from 0 to 100"),
        ({"name": 1}, "name", "valid string", "Give a string of at most 200 characters"),
        ({"name": "x" * 201}, "name", "at most 200 characters", "Give a string of at most 200 characters"),
        (
            {"model": "other"},
            "model",
            "the model of this server is en",
            'Give "en", or leave it out; another model needs a server of its own',
        ),
        ({"model": 1}, "model", "valid string", "Give a string"),
        ({"names": "x"}, "names", "it is unknown", "Remove it; valid are name, model, window, revise"),
        ([], "", "object", 'Send {"name": "…"} or {}'),
    ],
)
def test_wrong_openings(client, value, field, detail, cure):
    problem = problem_of(client.post("/streams", json=value), 422)
    assert problem.field == field
    assert detail in problem.detail
    assert problem.cure == cure


def test_null_is_as_if_it_were_left_out(client):
    """In all members of both requests, as the description says."""
    usual = client.post("/streams", json={}).json()
    found = client.post("/streams", json=dict.fromkeys(("name", "model", "window", "revise"))).json()
    assert found == usual | {"id": found["id"]}
    assert (found["name"], found["window"], found["revise"]) == ("", 1000, 0)
    piece = client.post(f"/streams/{found['id']}", json={"text": "Ann left.", "speaker": None})
    assert (piece.status_code, piece.json()["piece"]) == (200, 1)
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    optional = {**schemas["OpenRequest"]["properties"], "speaker": schemas["PieceRequest"]["properties"]["speaker"]}
    for name, schema in optional.items():
        assert {"type": "null"} in schema["anyOf"], name
    for one in (usual, found):
        client.delete(f"/streams/{one['id']}")


def test_wrong_pieces(client):
    id = opened(client)
    for wrong in ({"text": ""}, {"speaker": "Ann"}, {"text": None}, {"text": 1}):
        problem = problem_of(client.post(f"/streams/{id}", json=wrong), 422)
        assert (problem.field, problem.cure) == ("text", "Give a string of at least 1 character"), wrong
    assert (
        "text/plain"
        in problem_of(client.post(f"/streams/{id}", content=b"Ann", headers={"content-type": "text/plain"}), 415).detail
    )
    client.post(f"/streams/{id}", json={"text": "Ann left the hou"})
    problem = problem_of(client.post(f"/streams/{id}", json={"text": "se. She ran."}), 422)
    assert "a word is cut" in problem.detail
    assert client.post(f"/streams/{id}", json={"text": " se. She ran."}).json()["piece"] == 2  # nothing was lost
    client.delete(f"/streams/{id}")
