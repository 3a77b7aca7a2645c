"""Real servers in processes of their own: overload, slow and vanished clients, killed workers, signals.

Where something must be under way, the worker processes are paused.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from helpers.processes import HAS_PROC, is_running, wait_for
from helpers.servers import Server, head, started_server

pytest.importorskip("starlette", reason="the extra [serve] is not installed")
pytest.importorskip("uvicorn", reason="the extra [serve] is not installed")

TEXT = "Mary Bell lost her keys. She found them."
JSON = "Content-Type: application/json"

pytestmark = pytest.mark.skipif(not HAS_PROC, reason="looks up processes as on Linux")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    options = "--queue 4 --max-texts 4 --max-bytes 100000 --timeout 30"
    with started_server(*options.split()) as server:
        yield server


def test_overload_loses_nothing(server):
    """Of many requests at once each is answered with its own text, or refused and not resolved."""
    texts = [f"{number}. {TEXT}" for number in range(16)]
    with ThreadPoolExecutor(len(texts)) as pool:
        with server.paused():
            found = [pool.submit(server.request, "/resolve", {"text": text}) for text in texts]
            accepted = [0]

            def all_arrived() -> bool:
                load = server.load()
                accepted[0] = load["waiting"] + load["resolving"]
                return accepted[0] + sum(reply.done() for reply in found) == len(texts)

            wait_for(all_arrived)
        replies = [reply.result() for reply in found]
    assert 4 <= accepted[0] <= 8  # those that the process has taken, and four that wait
    assert Counter(reply.status for reply in replies) == {200: accepted[0], 503: len(texts) - accepted[0]}
    for text, reply in zip(texts, replies, strict=True):
        if reply.status == 200:
            assert reply.json["text"] == text
        else:
            assert int(reply.headers["retry-after"]) >= 1
            assert reply.json["detail"] == "the server is busy: 4 texts wait"
    assert server.load() == {"ready": True, "waiting": 0, "resolving": 0}


def test_clients_that_go_give_up_their_places(server):
    with server.paused():
        first = server.connect()
        first.sendall(request_of(TEXT))
        wait_for(lambda: server.load()["resolving"] == 1)
        others = [server.connect() for _ in range(4)]
        for other in others:
            other.sendall(request_of(TEXT))
        wait_for(lambda: server.load()["waiting"] == 4)
        for other in others:
            other.close()
        wait_for(lambda: server.load()["waiting"] == 0)
        assert server.load()["resolving"] == 1
    assert first.recv(100).startswith(b"HTTP/1.1 200 ")
    first.close()


def request_of(text: str) -> bytes:
    body = json.dumps({"text": text}).encode()
    return head("/resolve", JSON, f"Content-Length: {len(body)}") + body


def test_a_body_that_is_too_large_is_not_awaited(server):
    with server.connect() as client:
        client.sendall(head("/resolve", JSON, "Content-Length: 100001", "Expect: 100-continue"))
        assert client.recv(1000).startswith(b"HTTP/1.1 413 ")
    with server.connect() as client:
        client.sendall(head("/resolve", JSON, "Content-Length: 1000000000") + b" " * 1_000_000)
        assert client.recv(1000).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    ("field", "sent"), [("Content-Length: 400000", b""), ("Transfer-Encoding: chunked", b"f4240\r\n" + b" " * 100_001)]
)
def test_a_body_that_is_too_large_is_refused_before_it_is_there(server, field, sent):
    """A client that sends all of it before it reads gets the answer, too: the connection is not reset meanwhile."""
    with server.connect() as client:
        client.settimeout(10)
        client.sendall(head("/resolve", JSON, field) + sent)
        assert client.recv(1000, socket.MSG_PEEK).startswith(b"HTTP/1.1 413 ")
        for _ in range(40):  # it goes on before it reads
            client.sendall(b" " * 10_000)
            time.sleep(0.001)
        if sent:
            client.shutdown(socket.SHUT_WR)
        found = b"".join(iter(lambda: client.recv(10_000), b""))
    assert found.count(b"HTTP/1.1 ") == 1
    assert json.loads(found.partition(b"\r\n\r\n")[2])["detail"] == "the request has more than 100000 bytes"


@pytest.mark.parametrize(
    ("sent", "detail"),
    [
        (b"ABC\r\n\r\n", "illegal request line"),
        (b"GET /health HTTP/1.1\r\nno field\r\n\r\n", "illegal header line"),
        (b"GET /health HTTP/1.1\r\n\r\n", "Missing mandatory Host: header"),
        (head("/resolve", JSON, "Content-Length: x"), "bad Content-Length"),
        (head("/resolve", JSON, "Content-Length: 4", "Transfer-Encoding: chunked"), "Transfer-Encoding with"),
        (head("/resolve", JSON, "Transfer-Encoding: chunked") + b"x\r\n\r\n", "illegal chunk header"),
        (b"GET /" + b"x" * 70_000, "Receive buffer too long"),
        (head("/resolve", JSON, "Content-Length: 200000", "Transfer-Encoding: gzip"), ""),
    ],
)
def test_requests_that_are_not_http_are_refused_as_json(server, sent, detail):
    with server.connect() as client:
        client.sendall(sent)
        found = b"".join(iter(lambda: client.recv(10_000), b""))
    first, _, body = found.partition(b"\r\n\r\n")
    assert first.startswith(b"HTTP/1.1 400 ")
    assert b"content-type: application/problem+json" in first.lower()
    assert b"x-content-type-options: nosniff" in first.lower()
    problem = json.loads(body)
    assert (problem["status"], problem["title"]) == (400, "Bad Request")
    assert detail in problem["detail"]
    assert problem["cure"]


def test_a_refused_body_that_is_not_http_ends_the_connection(server):
    """Where the answer has begun, there is no second one."""
    with server.connect() as client:
        client.sendall(head("/resolve", JSON, CHUNKED) + b"186a1\r\n" + b" " * 100_001)
        assert client.recv(1000, socket.MSG_PEEK).startswith(b"HTTP/1.1 413 ")
        client.sendall(b"no chunk\r\n")
        assert b"".join(iter(lambda: client.recv(10_000), b"")).count(b"HTTP/1.1 ") == 1
    assert "Traceback" not in server.log


CHUNKED = "Transfer-Encoding: chunked"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        (["Content-Length: 4", CHUNKED], 400),
        ([CHUNKED, "Content-Length: 4"], 400),
        (["content-length: 0", "transfer-encoding: chunked"], 400),
        (["Content-Length: 4", "Content-Length: 5"], 400),
        (["Content-Length: +4"], 400),
        (["Content-Length: 4", "Host: localhost"], 400),
        (["Transfer-Encoding: gzip, chunked"], 400),
        ([CHUNKED], 200),
    ],
)
def test_the_end_of_a_body_is_told_in_one_way(server, fields, status):
    smuggled = head("/health", method="GET")
    with server.connect() as client:
        client.sendall(head("/resolve", "Content-Type: text/plain", *fields) + b"3\r\nAnn\r\n0\r\n\r\n" + smuggled)
        found = b""
        while found.count(b"HTTP/1.1 ") < 1 + (status == 200) or status != 200:
            more = client.recv(10_000)
            if not more:
                break
            found += more
    assert found.startswith(b"HTTP/1.1 %d " % status)
    # A request that is refused is the last one of its connection.
    assert found.count(b"HTTP/1.1 ") == (2 if status == 200 else 1)
    assert status == 200 or b"connection: close" in found.lower()


def test_http_1_0_has_no_chunks(server):
    with server.connect() as client:
        client.sendall(head("/resolve", "Content-Type: text/plain", CHUNKED).replace(b"HTTP/1.1", b"HTTP/1.0"))
        # Read to the end of the connection, which the server closes: head and body may come apart.
        assert b"".join(iter(lambda: client.recv(1000), b"")).startswith(b"HTTP/1.1 400 ")


@pytest.mark.slow
def test_a_worker_that_is_killed_is_replaced(server):
    (worker,) = server.workers()
    texts = [TEXT, f"1. {TEXT}"]
    with ThreadPoolExecutor(1) as pool, server.paused():
        reply = pool.submit(server.request, "/resolve", {"texts": texts})
        wait_for(lambda: server.load()["resolving"] == 2)
        os.kill(worker, signal.SIGKILL)
        assert [doc["text"] for doc in reply.result().json["docs"]] == texts
    (other,) = server.workers()
    assert other != worker


@pytest.mark.slow
def test_ready_says_at_once_that_an_idle_worker_was_lost_and_it_is_replaced(server):
    (lost,) = server.workers()
    os.kill(lost, signal.SIGKILL)
    wait_for(lambda: server.request("/ready").status == 503)
    wait_for(lambda: server.request("/ready").status == 200)
    assert lost not in server.workers()
    assert server.request("/resolve", {"text": "Ann lost her keys."}).status == 200
    assert "an idle worker process died; another is started" in server.log


def test_the_documentation_in_a_browser(server, browser):
    """The page loads nothing from elsewhere, and its form shows the chains."""
    page = browser.new_page()
    requests, errors = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: message.type == "error" and errors.append(message.text))
    page.goto(f"http://127.0.0.1:{server.port}/docs")
    page.fill("#input", "🙂 Mary Bell lost her keys. She found them.")
    page.click("text=Resolve")
    page.wait_for_selector("#chains li")
    assert page.locator("#chains li").all_inner_texts() == ["Mary Bell · her · She", "her keys · them"]
    page.fill("#input", "x" * 100_001)
    page.click("text=Resolve")
    page.locator("#state", has_text="413").wait_for()
    page.close()
    assert all(url.startswith(f"http://127.0.0.1:{server.port}/") for url in requests)
    assert all("413" in error for error in errors)


@pytest.mark.slow
def test_times_run_out():
    """A request that does not arrive, and a process that hangs."""
    with started_server("--timeout", "0.3") as server:
        with server.connect() as client:
            client.sendall(head("/resolve", JSON, "Content-Length: 100") + b"{")
            assert client.recv(1000).startswith(b"HTTP/1.1 408 ")
        with server.paused():
            reply = server.request("/resolve", {"text": TEXT})
            assert (reply.status, reply.json["detail"]) == (504, "the texts were not resolved within 0.3 s")
            assert server.request("/resolve", {"texts": ["Ann", "Bob"]}).status in (503, 504)
            wait_for(lambda: "its process is replaced" in server.log)
        assert not server.load()["ready"]
        wait_for(lambda: server.load()["ready"])
        assert server.stop() == 0
    assert "never retrieved" not in server.log
    assert "Traceback" not in server.log


def test_a_signal_to_stop(server):
    """Everything that was accepted is answered, others are refused, and no process is left."""
    workers = server.workers()
    idle = server.connect()
    with ThreadPoolExecutor(4) as pool:
        with server.paused():
            replies = [pool.submit(server.request, "/resolve", {"text": f"{number}. {TEXT}"}) for number in range(4)]
            wait_for(lambda: server.load()["waiting"] + server.load()["resolving"] == 4)
            server.process.send_signal(signal.SIGTERM)
            for worker in workers:  # as a supervisor does that tells the whole service
                os.kill(worker, signal.SIGTERM)
            wait_for(lambda: refused(server))
            assert not any(reply.done() for reply in replies)
        assert [reply.result().status for reply in replies] == [200] * 4
    assert server.process.wait(30) == 0
    assert idle.recv(10) == b""
    idle.close()
    wait_for(lambda: not any(map(is_running, workers)))
    assert "Traceback" not in server.log


@pytest.mark.slow
def test_a_second_interrupt_ends_at_once():
    with started_server() as server, ThreadPoolExecutor(1) as pool, server.paused():
        workers = server.workers()
        reply = pool.submit(server.request, "/resolve", {"text": TEXT})
        wait_for(lambda: server.load()["resolving"] == 1)
        server.process.send_signal(signal.SIGINT)
        wait_for(lambda: refused(server))
        assert server.stop(signal.SIGINT, seconds=20) == 1
        assert reply.exception() is not None or reply.result().status == 500
        wait_for(lambda: not any(map(is_running, workers)))


def refused(server: Server) -> bool:
    try:
        server.connect().close()
    except ConnectionRefusedError:
        return True
    time.sleep(0.02)
    return False
