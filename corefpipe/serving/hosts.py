"""For which hosts a server answers: a page from elsewhere that gives its own name our address is refused."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from corefpipe.serving.problems import MEDIA_TYPE, ProblemError
from corefpipe.serving.resolving import Answer

ANY, ADDRESSES = "*", "<addresses>"
"""Stand for all hosts, and for all hosts that are numbers."""

_LOCAL = ("localhost", "127.0.0.1", "::1")


def hosts_of(address: str) -> tuple[str, ...]:
    """The hosts under which a server that listens on an address is called: the address itself, and this machine.

    For one that listens on all addresses these are all numbers; names have to be allowed.
    """
    everywhere = address in ("", "0.0.0.0", "::")  # nosec B104: compared, not bound
    return (*_LOCAL, ADDRESSES if everywhere else address.lower())


class AllowedHosts:
    """ASGI middleware that answers 421 to requests for other hosts (header `Host`).

    Args:
        app: the application.
        hosts: their names or numbers, in lower case, without ports; `ANY`, `ADDRESSES`.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]):
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http" and ANY not in self._hosts and not self._allows(Headers(scope=scope)):
            problem = ProblemError(421, "the host of the request is not one of this server", "See --allowed-hosts")
            await Response(Answer.of(problem).body, problem.status, media_type=MEDIA_TYPE)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _allows(self, headers: Headers) -> bool:
        given = headers.get("host", "").lower()
        host = given[1:].partition("]")[0] if given.startswith("[") else given.partition(":")[0]
        return host in self._hosts or (ADDRESSES in self._hosts and _is_address(host))


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
