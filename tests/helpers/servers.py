"""A real server, `corefpipe serve` in a process of its own on a free port, and requests to it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from typing import Any, NamedTuple

from helpers.processes import start_python, workers_of


class Reply(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Server:
    """A running server.

    Args:
        process: `corefpipe serve`, with a pipe for its standard error.

    Attributes:
        port: where it listens.
        log: what it has printed on standard error so far, all of it after `stop`.
    """

    def __init__(self, process: subprocess.Popen[str]):
        self.process = process
        self.log = ""
        self.port = self._port()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _port(self) -> int:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log += line
            if found := re.match(r"Listening on http://127\.0\.0\.1:(\d+) ", line):
                return int(found[1])
        raise AssertionError(self.log)

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log += line

    def request(self, path: str, value: Any = None, seconds: float = 60, method: str = "GET") -> Reply:
        """POST a value as JSON, or without one send a request of another method."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        try:
            if value is None:
                connection.request(method, path)
            else:
                connection.request("POST", path, json.dumps(value).encode(), {"Content-Type": "application/json"})
            response = connection.getresponse()
            return Reply(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        finally:
            connection.close()

    def connect(self) -> socket.socket:
        """A connection, to send bytes as they are."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def load(self) -> dict[str, Any]:
        """What GET /ready says."""
        return self.request("/ready").json

    def workers(self) -> list[int]:
        """Ids of its worker processes."""
        return workers_of(self.process.pid)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Its worker processes stand still."""
        workers = self.workers()
        assert workers
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        try:
            yield
        finally:
            for worker in workers:
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGCONT)

    def stop(self, number: int = signal.SIGTERM, seconds: float = 60) -> int:
        """Send a signal, and wait for the exit code."""
        self.process.send_signal(number)
        code = self.process.wait(seconds)
        self._reader.join(seconds)
        return code


@contextmanager
def started_server(*options: object) -> Iterator[Server]:
    """A server with these options of the command, killed at the end if it still runs."""
    process = start_python("-m", "corefpipe", "serve", "--port", "0", *options, stderr=subprocess.PIPE)
    try:
        yield Server(process)
    finally:
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


def head(path: str, *fields: str, method: str = "POST") -> bytes:
    """The head of a request."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *fields, "", ""]).encode()
