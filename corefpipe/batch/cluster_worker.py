"""What a worker of a Dask cluster does: it loads the model once, and resolves one file at a time."""

from __future__ import annotations

import socket
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from threadpoolctl import ThreadpoolController

from corefpipe.batch.inputs import Input
from corefpipe.batch.log import WORK, Outcome
from corefpipe.batch.pool import Job
from corefpipe.exceptions import CorefpipeError
from corefpipe.utils.digests import digest_of_bytes
from corefpipe.utils.paths import is_url

if TYPE_CHECKING:
    from corefpipe.batch.resolving import FileResolver

_MODELS = 2
"""Number of models that a worker keeps, also for later runs."""

_lock = threading.Lock()
"""A worker process may have several threads; spaCy's pipelines and the capture of warnings may not."""

_resolvers: OrderedDict[str, FileResolver] = OrderedDict()
_threads: ThreadpoolController | None = None


def resolve_on_worker(job: Job, item: Input) -> Outcome:
    """Resolve a file and write its result.

    Raises:
        CorefpipeError: this worker cannot resolve any file as the others do: it has another version or model, or does
            not see the folder of the results; or the disk is full.
    """
    global _threads
    with _lock:
        resolver = _resolver_of(job)
        _threads = _threads or ThreadpoolController()
        with _threads.limit(limits=1):  # the workers share the cores
            return resolver(item)


def _resolver_of(job: Job) -> FileResolver:
    from corefpipe.batch.resolving import FileResolver

    _check_folder(job)
    key = digest_of_bytes(repr((job.settings, job.signature, job.options)).encode("utf-8", "surrogateescape"))
    if key not in _resolvers:
        _check_versions(job)
        _resolvers[key] = FileResolver(job.settings, job.out, options=job.options)
        if len(_resolvers) > _MODELS:
            _resolvers.popitem(last=False)
    _resolvers.move_to_end(key)
    _resolvers[key].out = job.out
    return _resolvers[key]


def _check_versions(job: Job) -> None:
    """Raise an error if the results would not be the same as on the other machines."""
    signature = job.settings.signature()
    differing = [name for name, value in job.signature.items() if signature.get(name) != value]
    if differing:
        raise CorefpipeError(
            f"a worker on {socket.gethostname()} has another {', '.join(differing)}",
            cure="Install the same versions and the same model on all machines, and start the workers again",
        )


def _check_folder(job: Job) -> None:
    """Raise an error if the results would not be where they are looked for."""
    if not is_url(job.out) and not (job.out / WORK).is_dir():
        raise CorefpipeError(
            f"a worker on {socket.gethostname()} does not see the folder of the results",
            cure="Use a folder that all machines see under the same path, or a URL such as s3://…",
            file=str(job.out),
        )
