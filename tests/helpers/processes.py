"""Starting, interrupting, killing and waiting for processes in tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from corefpipe.utils.processes import start_worker
from helpers import ROOT

HAS_PROC = Path("/proc/self/stat").exists()
"""Whether processes can be looked up as on Linux."""


def start_python(
    *arguments: object, stdin: int | None = None, stdout: int | None = None, stderr: int = subprocess.DEVNULL
) -> subprocess.Popen[str]:
    """Start Python in a new session, in which Ctrl-C works and this corefpipe is imported."""
    return subprocess.Popen(
        [sys.executable, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=_heed_interrupts,
    )


def _heed_interrupts() -> None:
    # Background jobs of a shell ignore SIGINT, and the processes that they start inherit this.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(
    condition: Callable[[], object], process: subprocess.Popen[str] | None = None, seconds: float = 60
) -> None:
    """Wait until a condition holds; fail if the process ends first, or after a time limit."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        assert process is None or process.poll() is None, process.communicate()
        time.sleep(0.02)


def workers_of(pid: int) -> list[int]:
    """Ids of the worker processes that a process has started with multiprocessing."""
    folder = Path(f"/proc/{pid}/task/{pid}/children")
    children = map(int, folder.read_text().split()) if folder.exists() else ()
    return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def sleep_as_worker(alive: Connection, ready: Connection) -> None:
    """Target of a new process: become a worker, send True, and sleep for longer than any test waits."""
    start_worker(alive)
    ready.send(True)
    time.sleep(120)


def is_running(pid: int) -> bool:
    """Whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
