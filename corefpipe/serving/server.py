"""Run a server until a signal stops it: it then finishes the requests that it has accepted, and refuses others."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from corefpipe.exceptions import SettingError
from corefpipe.serving.app import make_app
from corefpipe.serving.problems import HEADERS, MEDIA_TYPE, ProblemError
from corefpipe.serving.resolving import Answer
from corefpipe.serving.settings import Settings
from corefpipe.serving.worker import Worker
from corefpipe.utils.processes import lifeline
from corefpipe.utils.progress import say, status

_IDLE = 5  # seconds after which a connection without a request is closed
_SLOW = 30.0  # seconds for a client to send the head of a request, or to read the rest of an answer
_MOST_HEAD = 2**16  # bytes of the head of a request
_GRACE = 5  # seconds that stopping may take longer than a request


def serve(settings: Settings, host: str = "127.0.0.1", port: int = 8000, access_log: bool = False) -> bool:
    """Answer requests until SIGTERM, SIGHUP or Ctrl-C. Call it in the main thread, which alone gets signals.

    A script that calls it needs the guard `if __name__ == "__main__":`, as it starts processes.

    Args:
        settings: of the server.
        host, port: where to listen; port 0 takes a free one.
        access_log: print a line per request on standard error.

    Returns:
        Whether all requests that it had accepted were finished; not after a second Ctrl-C.

    Raises:
        SettingError: the address cannot be used, or the decoder has no such setting.
        ModelError: no such model, or one that cannot parse.
        CorefpipeError: a process died while it loaded the model.
    """
    with closing(_bound(host, port)) as listener, lifeline() as alive:
        workers: list[Worker] = []
        try:
            with status(f"load the model in {settings.processes} process{'es' * (settings.processes > 1)}"):
                workers += (Worker(alive, settings) for _ in range(settings.processes))
                loaded = [worker.load() for worker in workers]
            server = _Server(_config(settings, make_app(settings, workers, loaded[0]), access_log), listener)
            server.run(sockets=[listener])
            return not server.force_exit
        finally:  # they are idle now, or their clients have disconnected
            for worker in workers:
                worker.kill()


def _bound(host: str, port: int) -> socket.socket:
    """A socket that is bound but does not listen yet, so that clients are refused until the model is loaded."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
        except OSError:
            listener.close()
            raise
    except (OSError, OverflowError, UnicodeError) as error:
        what = getattr(error, "strerror", None) or error
        raise SettingError(
            f"the server cannot listen on {host} port {port} ({what})", cure="Give another host or port"
        ) from None
    return listener


def _config(settings: Settings, app: object, access_log: bool) -> uvicorn.Config:
    if access_log:
        logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(message)s")
        logging.getLogger("uvicorn.access").setLevel(logging.INFO)
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        loop="asyncio",
        http=partial(_Connection, per_address=settings.limits.per_address),  # type: ignore[arg-type]
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=access_log,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=_IDLE,
        timeout_graceful_shutdown=int(settings.limits.timeout) + _GRACE,
    )


class _Parser(h11.Connection):
    """The parser of a connection, which refuses requests whose end is told in two ways.

    A proxy before the server may take such a body to end elsewhere, so that what follows would be another request
    (RFC 9112, 6.1). Both are refused with 400, and the connection is closed.

    Attributes:
        wrong: why the last request is refused.
    """

    wrong = ""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return the next event; called by uvicorn."""
        try:
            return self._checked(super().next_event())
        except h11.RemoteProtocolError as error:
            self.wrong = str(error)
            raise

    @staticmethod
    def _checked(
        event: h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED],
    ) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if b"transfer-encoding" in names and (b"content-length" in names or event.http_version < b"1.1"):
                raise h11.RemoteProtocolError("Transfer-Encoding with Content-Length or HTTP/1.0")
        return event


class _Connection(H11Protocol):
    """A connection; one more of an address that has `per_address` of them is closed at once."""

    def __init__(self, *args: Any, per_address: int, **options: Any):
        super().__init__(*args, **options)
        self.conn = self._parser = _Parser(h11.SERVER, _MOST_HEAD)
        self._per_address = per_address

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Called by asyncio."""
        super().connection_made(transport)
        if self.client is not None:
            others = (one for one in self.connections if isinstance(one, H11Protocol) and one.client is not None)
            if sum(one.client[0] == self.client[0] for one in others if one.client) > self._per_address:
                transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, as JSON; called by uvicorn, which would send its message as plain text."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):  # else the answer to the request has begun
            problem = ProblemError(400, f"{msg.rstrip('.')} ({self._parser.wrong:.200})", "Send a request of HTTP/1.1")
            body = Answer.of(problem).body
            headers = {**HEADERS, "Content-Type": MEDIA_TYPE, "Content-Length": f"{len(body)}", "Connection": "close"}
            response = h11.Response(status_code=400, headers=[*headers.items()], reason=b"Bad Request")
            for event in (response, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class _Server(uvicorn.Server):
    """A server that also closes connections of slow clients, and for which a signal is the usual way to end.

    Args:
        config: of the base class.
        listener: the socket that is given to `run`.

    Attributes:
        address: where it listens.
    """

    def __init__(self, config: uvicorn.Config, listener: socket.socket):
        super().__init__(config)
        self.address = listener.getsockname()
        self._quiet_since: dict[object, float] = {}  # connections without a request that is being answered

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at signals. The base class raises them again at the end, so that the exit code is not 0."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = [signal.SIGINT, signal.SIGTERM]
        hangup = getattr(signal, "SIGHUP", None)
        if hangup is not None and signal.getsignal(hangup) != signal.SIG_IGN:  # `nohup` ignores it
            numbers.append(hangup)
        before = {number: signal.signal(number, self.handle_exit) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, and print the address."""
        await super().startup(sockets)
        host, port = self.address[:2]
        say(f"Listening on http://{f'[{host}]' if ':' in host else host}:{port} (documentation: /docs). Ctrl-C stops.")

    async def on_tick(self, counter: int) -> bool:
        """Called every 0.1 seconds; whether to stop."""
        if counter % 10 == 0:
            self._abort_slow(time.monotonic())
        return await super().on_tick(counter)

    def _abort_slow(self, now: float) -> None:
        """Abort connections that have been without a request for too long: nothing, half a head, an answer not read."""
        quiet = {}
        for connection in self.server_state.connections:
            assert isinstance(connection, H11Protocol)
            if connection.cycle is None or connection.cycle.response_complete:
                quiet[connection] = self._quiet_since.get(connection, now)
        self._quiet_since = {}
        for connection, since in quiet.items():
            if now - since > _SLOW:
                connection.transport.abort()
            else:
                self._quiet_since[connection] = since
