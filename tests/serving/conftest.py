"""A worker process with the packaged model, and a client of an application that uses it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from corefpipe.serving.settings import Limits, Settings
from corefpipe.serving.worker import Worker
from corefpipe.utils.processes import lifeline

LIMITS = Limits(max_bytes=4000, max_texts=4, max_characters=300, timeout=30, queue=8)


@pytest.fixture(scope="session")
def worker() -> Iterator[Worker]:
    """A worker process that has loaded the packaged model."""
    with lifeline() as alive:
        worker = Worker(alive, Settings())
        worker.load()
        yield worker
        worker.kill()


@pytest.fixture(scope="session")
def client(worker) -> Iterator[object]:
    """Starlette's test client, of an application with small limits."""
    from starlette.testclient import TestClient

    from corefpipe.serving.app import make_app

    with TestClient(
        make_app(Settings(limits=LIMITS), [worker], worker.load()), raise_server_exceptions=False
    ) as client:
        yield client
