"""What all commands have in common: signals, pipes, hints to those who type something else."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest
from helpers.processes import start_python


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="signals and pipes as on POSIX")
@pytest.mark.parametrize(
    ("number", "code", "messages"),
    [
        (signal.SIGINT, 1, ("Interrupted.\n", "Aborted!\n")),  # the latter by older versions of typer
        (signal.SIGTERM, 143, ("",)),
    ],
)
def test_signals(tmp_path, number, code, messages):
    os.mkfifo(tmp_path / "pipe.conll")
    process = start_python(
        "-m", "corefpipe", "convert", tmp_path / "pipe.conll", tmp_path / "x.jsonl", stderr=subprocess.PIPE
    )
    with (tmp_path / "pipe.conll").open("w"):  # opened as soon as the command reads it
        process.send_signal(number)
        _, said = process.communicate(timeout=20)
    assert (process.returncode, said in messages) == (code, True)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe.conll"]
