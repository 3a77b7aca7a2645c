"""For which hosts a server answers: a page from elsewhere that gives its own name our address is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from ipaddress import IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from corefpipe.serving.problems import HEADERS, MEDIA_TYPE, ProblemError
from corefpipe.serving.resolving import Answer

ANY, ADDRESSES = "*", "<addresses>"
"""Stand for all hosts, and for all hosts that are numbers."""

_HOST = re.compile(r"(?:\[(?P<literal>[0-9A-Fa-f:.]+)\]|(?P<name>[\w.~-]+))(?::[0-9]{0,5})?", re.ASCII)
"""An IPv6 address in brackets, or an IPv4 address or name, and a port."""

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
            await Response(Answer.of(problem).body, problem.status, HEADERS, MEDIA_TYPE)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _allows(self, headers: Headers) -> bool:
        given = headers.getlist("host")
        host = _host_in(given[0]) if len(given) == 1 else None
        return host is not None and (host in self._hosts or (ADDRESSES in self._hosts and _is_address(host)))


def _host_in(header: str) -> str | None:
    """The host of a header `Host` (RFC 9110, 7.2), in lower case, without its port; None if it is not valid."""
    found = _HOST.fullmatch(header)
    if found is None or (found["literal"] is not None and not _is_address(found["literal"], IPv6Address)):
        return None
    return str(found["literal"] or found["name"]).lower()


def _is_address(host: str, kind: Callable[[str], object] = ip_address) -> bool:
    try:
        kind(host)
    except ValueError:
        return False
    return True
