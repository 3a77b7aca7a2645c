"""`corefpipe serve`: resolve texts over HTTP."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from corefpipe.cli import options
from corefpipe.cli.option_groups import with_option_groups
from corefpipe.cli.options import ReadAs
from corefpipe.exceptions import SettingError

if TYPE_CHECKING:
    from corefpipe.serving.settings import Settings

Host = Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for all interfaces.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")]
AllowedHosts = Annotated[
    Optional[list[str]],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="HOST",
        help="Accepted value of the Host header, * for all; can be repeated. Default: the address that the server "
        "listens on, and localhost; every IP address if it listens on all interfaces.",
    ),
]
AccessLog = Annotated[bool, typer.Option("--access-log", help="Print one line per request.")]


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """How much a client may ask for."""

    max_bytes: Annotated[int, typer.Option(metavar="N", help="Maximum body of a request, in bytes.")] = 1_000_000
    max_texts: Annotated[int, typer.Option(metavar="N", help="Maximum number of texts per request.")] = 64
    max_characters: Annotated[int, typer.Option(metavar="N", help="Maximum length of a text in characters.")] = 100_000
    timeout: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", help="Time in which a request must arrive, and in which its texts must then be resolved."
        ),
    ] = 60.0
    queue: Annotated[
        int,
        typer.Option(metavar="N", help="Maximum number of texts that wait; further requests get 503 and Retry-After."),
    ] = 256
    per_address: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Maximum number of connections per client address; half as many requests may arrive at the same time.",
        ),
    ] = 128
    max_streams: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Maximum number of open streams; each needs 1.5 MB, and 4 MB in a worker, which has up to 16.",
        ),
    ] = 64
    stream_characters: Annotated[int, typer.Option(metavar="N", help="Maximum length of a stream in characters.")] = (
        1_000_000
    )
    stream_idle: Annotated[
        float, typer.Option(metavar="SECONDS", help="Time after which a stream that nobody asks for is closed.")
    ] = 1800.0


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """The processes that resolve texts, and how many texts they take at once."""

    processes: Annotated[
        int, typer.Option(min=1, help="Number of worker processes. Each needs 350 MB, 460 MB with long texts.")
    ] = 1
    batch_size: Annotated[int, typer.Option(metavar="N", help="Maximum number of texts per batch.")] = 32
    batch_wait: Annotated[
        float,
        typer.Option(metavar="MS", help="Milliseconds for which an idle process waits for more texts of a batch."),
    ] = 2.0

    def settings(self) -> dict[str, Any]:
        """The options by name, as the settings of the server have them; times in seconds."""
        return asdict(self) | {"batch_wait": self.batch_wait / 1000}


@with_option_groups
def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    chosen: options.ModelOptions,
    read_as: options.ReadText = ReadAs.AUTO,
    workers: WorkerOptions,
    limits: LimitOptions,
    allowed_hosts: AllowedHosts = None,
    access_log: AccessLog = False,
) -> None:
    """Resolve texts over HTTP, until Ctrl-C or SIGTERM.

    \b
    Examples:
      corefpipe serve
      corefpipe serve --processes 4 --host 0.0.0.0 --port 80
      curl localhost:8000/resolve --json '{"text": "Ann lost her keys. She found them."}'
      curl localhost:8000/resolve -H 'Content-Type: text/plain' --data-binary @letter.txt
      curl localhost:8000/streams --json '{"name": "chat"}'
      curl localhost:8000/streams/ID --json '{"text": "I lost my keys.", "speaker": "Ann"}'

    POST /resolve takes a text or a batch of texts, and returns the JSON of spaCy's Doc.to_json with chains. POST
    /streams opens a text that grows; POST /streams/ID appends to it, GET returns its chains, DELETE closes it. GET
    /docs describes the interface, /openapi.json for programs; /health, /ready and /info are for supervisors. Nothing
    is downloaded, not even by /docs. There is neither encryption nor authentication: use a proxy for both.

    After Ctrl-C or SIGTERM the server answers the requests that it has accepted, refuses others, and exits. A second
    Ctrl-C ends it at once.

    Exit code: 0 after Ctrl-C or SIGTERM, 1 after a second Ctrl-C, 2 if the command was wrong.
    """
    model = chosen.settings()
    try:
        from corefpipe.serving.hosts import hosts_of
        from corefpipe.serving.server import serve as run
    except ImportError as error:
        raise SettingError(
            f"the server needs {error.name}, which is not installed", cure="pip install 'corefpipe[serve]'"
        ) from error
    hosts = tuple(name.lower() for name in allowed_hosts) if allowed_hosts else hosts_of(host)
    given = {**model, **workers.settings(), "read_as": read_as.value, "allowed_hosts": hosts}
    if not run(_settings(given, limits), host, port, access_log):
        raise typer.Exit(1)


def _settings(given: dict[str, Any], limits: LimitOptions) -> Settings:
    from corefpipe.serving.settings import Limits, Settings

    return Settings(**given, limits=Limits(**asdict(limits)))
