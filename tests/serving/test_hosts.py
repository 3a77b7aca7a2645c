"""For which hosts a server answers, and where redirects lead."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("starlette", reason="the extra [serve] is not installed")

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from corefpipe.serving.hosts import AllowedHosts, hosts_of


@pytest.mark.parametrize(
    ("listens", "host", "status"),
    [
        ("127.0.0.1", "localhost:8000", 200),
        ("127.0.0.1", "LOCALHOST", 200),
        ("127.0.0.1", "[::1]:8000", 200),
        ("127.0.0.1", "evil.example", 421),
        ("127.0.0.1", "10.0.0.7", 421),
        ("Box.example", "box.example:80", 200),
        ("0.0.0.0", "10.0.0.7:8000", 200),
        ("0.0.0.0", "evil.example", 421),
        ("0.0.0.0", "[fe80::1]", 200),
        ("127.0.0.1", "localhost:", 200),
        *(
            (listens, host, 421)
            for listens in ("127.0.0.1", "0.0.0.0")
            for host in (
                *("[::1]evil.com", "[::1].evil.com:80", "[::1", "::1", "[::1]]", "[localhost]", "[127.0.0.1]", "[]"),
                *(
                    "localhost:evil.com",
                    "localhost:80:80",
                    "127.0.0.1:8000@evil.com",
                    "evil.com@localhost",
                    "localhost/",
                ),
                *("localhost evil.com", "127.0.0.1,evil.com", "localhost%00", "localhost:123456", ":80", "", " "),
                *("127.0.0.1.evil.com", "127.1.evil", "localhost#", "localhost?x", "[::1%25eth0]", "l\u00f6calhost"),
            )
        ),
    ],
)
def test_hosts(listens, host, status):
    app = Starlette(routes=[Route("/", lambda request: PlainTextResponse("ok"))])
    client = TestClient(AllowedHosts(app, hosts_of(listens)))
    reply = client.get("/", headers={"Host": host.encode()})
    assert reply.status_code == status
    if status == 421:
        assert reply.json()["cure"] == "See --allowed-hosts"
        assert reply.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("hosts", [["localhost", "evil.example"], ["evil.example", "localhost"], []])
def test_a_request_has_one_host(hosts):
    async def app(scope, receive, send):
        await PlainTextResponse("ok")(scope, receive, send)

    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "headers": [(b"host", host.encode()) for host in hosts]}
    # In a thread of its own, since tests of pages leave an event loop running in theirs.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, AllowedHosts(app, hosts_of("127.0.0.1"))(scope, None, send)).result()
    assert sent[0]["status"] == 421


@pytest.mark.parametrize(("path", "target"), [("/", "docs"), ("/docs/", "../docs"), ("/health/", "../health")])
def test_redirects_are_relative(client, path, target):
    reply = client.get(path, headers={"Host": "evil.example"}, follow_redirects=False)
    assert (reply.status_code, reply.headers["location"]) == (307, target)
    assert client.get(path).status_code == 200
