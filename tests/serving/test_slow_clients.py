"""Connections on which nothing happens are closed: no request, half of one, an answer that is not read."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from helpers.processes import wait_for
from helpers.servers import head

pytest.importorskip("starlette", reason="the extra [serve] is not installed")
pytest.importorskip("uvicorn", reason="the extra [serve] is not installed")

from corefpipe.serving import server as serving
from corefpipe.serving.app import make_app
from corefpipe.serving.settings import Settings

ANSWER = 40_000_000  # bytes, more than the system keeps for a client that does not read


@pytest.fixture
def server(worker, monkeypatch) -> Iterator[serving._Server]:
    """An impatient server in a thread; its answer to GET /openapi.json is long."""
    monkeypatch.setattr(serving, "_SLOW", 0.2)
    monkeypatch.setattr("corefpipe.serving.app.openapi", lambda limits: {"x": "x" * ANSWER})
    listener = serving._bound("127.0.0.1", 0)
    listener.listen()  # so that clients may connect before the thread listens
    config = serving._config(Settings(), make_app(Settings(), [worker], worker.load()), access_log=False)
    server = serving._Server(config, listener)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    yield server
    server.should_exit = True
    thread.join(30)
    assert not thread.is_alive()


def test_slow_clients_of_one_address_do_not_shut_others_out(server):
    """256 half-sent bodies of one address took all places."""
    part = head("/resolve", "Content-Type: text/plain", "Content-Length: 3")
    slow = [socket.create_connection(server.address, timeout=20) for _ in range(256)]
    for client in slow:
        with suppress(OSError):  # those above the limit are closed at once
            client.sendall(part)
    own = Settings().limits.per_address
    wait_for(lambda: len(server.server_state.connections) <= own)
    with socket.create_connection(server.address, timeout=60, source_address=("127.0.0.2", 0)) as other:
        other.sendall(part + b"Ann")
        assert other.recv(12) == b"HTTP/1.1 200"
    for client in slow:
        client.close()


@pytest.mark.slow
def test_slow_clients(server):
    silent, half, deaf, waiting = (socket.create_connection(server.address, timeout=20) for _ in range(4))
    half.sendall(b"POST /resolve HTTP/1.1\r\nHost: localhost\r\nX: ")
    deaf.sendall(head("/openapi.json", method="GET"))
    waiting.sendall(head("/resolve", "Content-Type: text/plain", "Content-Length: 3"))
    assert deaf.recv(10) == b"HTTP/1.1 2"
    wait_for(lambda: len(server.server_state.connections) == 1)
    for client in (silent, half):
        with suppress(ConnectionResetError):
            assert client.recv(10) == b""
    received = 0
    with suppress(ConnectionResetError):
        while part := deaf.recv(1 << 20):
            received += len(part)
    assert received < ANSWER  # the rest was thrown away and is not kept in memory
    # A request that is under way has the time that the option says.
    waiting.sendall(b"Ann")
    assert waiting.recv(12) == b"HTTP/1.1 200"
    for client in (silent, half, deaf, waiting):
        client.close()
