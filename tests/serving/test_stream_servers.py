"""Streams of real servers whose processes are killed, hang or have too much to do."""

from __future__ import annotations

import os
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from helpers.processes import HAS_PROC, wait_for
from helpers.servers import started_server
from helpers.streams import mentions_of, rebuilt

from corefpipe import Stream

pytest.importorskip("starlette", reason="the extra [serve] is not installed")
pytest.importorskip("uvicorn", reason="the extra [serve] is not installed")

PIECES = [f"Ann Bell met friend {number}. She greeted him, and he smiled at her." for number in range(23)]
PIECES[0] = "Hello!"  # no mentions
PIECES[18] = f"See https://example.org/{'x' * 300} for her."  # a word that is too long for the parser

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not HAS_PROC, reason="looks up processes as on Linux")]


def expected(pieces) -> dict:
    stream = Stream()
    for piece in pieces:
        stream.append(piece)
    return mentions_of(stream.chains())


def test_a_stream_survives_the_death_of_its_process():
    """Killed between two pieces, within one, and after the state was saved: nothing is lost."""
    with started_server() as server:
        id = server.request("/streams", {}).json["id"]
        records = []
        for number, piece in enumerate(PIECES):
            if number in (3, 21):
                (worker,) = server.workers()
                os.kill(worker, signal.SIGKILL)
            if number == 10:
                with ThreadPoolExecutor(1) as pool, server.paused():
                    reply = pool.submit(server.request, f"/streams/{id}", {"text": piece})
                    (worker,) = server.workers()
                    os.kill(worker, signal.SIGKILL)
                    reply = reply.result()
            else:
                reply = server.request(f"/streams/{id}", {"text": piece})
            assert reply.status == 200, reply.body
            records.append(reply.json)
        assert [record["piece"] for record in records] == list(range(1, 24))
        assert rebuilt(records) == expected(PIECES)
        assert server.request(f"/streams/{id}").json["pieces"] == 23
        assert server.request(f"/streams/{id}", method="DELETE").status == 200
        assert server.request(f"/streams/{id}").status == 410
        assert server.stop() == 0
    assert "Traceback" not in server.log


def test_a_piece_that_runs_out_of_time_is_not_appended():
    with started_server("--timeout", "3") as server:
        id = server.request("/streams", {}).json["id"]
        assert server.request(f"/streams/{id}", {"text": PIECES[0]}).status == 200
        with server.paused():
            reply = server.request(f"/streams/{id}", {"text": PIECES[1]})
            assert (reply.status, reply.json["detail"]) == (
                504,
                "the stream did not answer within 3 s, and nothing was appended",
            )
        wait_for(lambda: server.request("/ready").status == 200)
        for number, piece in enumerate(PIECES[1:4], 2):
            assert server.request(f"/streams/{id}", {"text": piece}).json["piece"] == number
        chains = server.request(f"/streams/{id}").json["chains"]
        found = {(m["start"], m["end"]): one["id"] for one in chains for m in one["mentions"]}
        assert found == expected(PIECES[:4])
        assert server.stop() == 0
    assert "Traceback" not in server.log


def test_streams_and_texts_at_once_in_two_processes():
    with started_server("--processes", "2") as server, ThreadPoolExecutor(16) as pool:
        ids = [server.request("/streams", {"name": str(number)}).json["id"] for number in range(4)]

        def converse(id: str) -> dict:
            return rebuilt([server.request(f"/streams/{id}", {"text": piece}).json for piece in PIECES[:6]])

        talks = [pool.submit(converse, id) for id in ids]
        texts = [pool.submit(server.request, "/resolve", {"texts": PIECES[:3]}) for _ in range(4)]
        assert [talk.result() for talk in talks] == [expected(PIECES[:6])] * 4
        assert [text.result().status for text in texts] == [200] * 4
        with server.paused():
            replies = [pool.submit(server.request, f"/streams/{ids[0]}", {"text": "Ann left."}) for _ in range(12)]
            wait_for(lambda: sum(reply.done() for reply in replies) == 4)
        assert Counter(reply.result().status for reply in replies) == {200: 8, 503: 4}
        os.kill(server.workers()[0], signal.SIGKILL)  # its streams go to the other
        for id in ids[1:]:
            assert server.request(f"/streams/{id}", {"text": PIECES[6]}).json["piece"] == 7
            chains = server.request(f"/streams/{id}").json["chains"]
            assert {(m["start"], m["end"]): one["id"] for one in chains for m in one["mentions"]} == expected(
                PIECES[:7]
            )
        assert server.stop() == 0
