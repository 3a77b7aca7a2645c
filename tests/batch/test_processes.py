"""Worker processes of a batch run: killed, interrupted, resumed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.batches import TEXT, log_of, make, results
from helpers.processes import HAS_PROC, is_running, start_python, wait_for, workers_of

from corefpipe.batch import LOG, resolve_files
from corefpipe.batch.log import WORK
from corefpipe.exceptions import CorefpipeError
from corefpipe.utils import processes


@pytest.mark.slow
@pytest.mark.skipif(not HAS_PROC, reason="looks up processes as on Linux")
def test_killed_and_resumed(settings, model, tmp_path, samples):
    """Kill a worker, terminate the run, kill it, resume it: no result is lost or computed twice."""
    text = (samples / "bakery.txt").read_text(encoding="utf-8") * 8
    folder = make(tmp_path / "in", {f"{number}/x.txt": f"{number}. {text}" for number in range(10)})
    out = tmp_path / "out"

    first = start(folder, out, model, processes=2)
    wait_for(lambda: len(log_of(out)) >= 1, first)
    os.kill(workers_of(first.pid)[0], signal.SIGKILL)
    wait_for(lambda: any("error" in entry for entry in log_of(out)), first)
    workers = workers_of(first.pid)
    os.killpg(first.pid, signal.SIGTERM)
    _, said = first.communicate(timeout=20)
    assert first.returncode == 143
    assert said == f"Finished results are in {out}. Run the same command with --resume to continue\n"
    assert not (out / WORK).exists()
    wait_for(lambda: not any(map(is_running, workers)))
    (failed,) = [entry for entry in log_of(out) if "error" in entry]
    assert "x.txt: its process was killed, perhaps because memory ran out. Try again" in failed["error"]
    done = len(log_of(out))
    assert done < 10

    second = start(folder, out, model, "--resume")
    wait_for(lambda: len(log_of(out)) >= done + 1, second)
    second.send_signal(signal.SIGKILL)
    second.communicate()
    with (out / LOG).open("ab") as stream:
        stream.write(b'{"file": "1')  # as after a kill during a write
    make(out / WORK, {"tmp/x.conll": "half"})
    done = {entry["file"] for entry in log_of(out) if "error" not in entry}
    assert 1 < len(done) < 10

    summary = resolve_files([folder], out, settings, resume=True)
    assert (summary.done, summary.files, summary.failed) == (len(done), 10 - len(done), 0)
    resolve_files([folder], tmp_path / "whole", settings)
    assert results(out) == results(tmp_path / "whole")
    assert len(results(out)) == 10
    good = [entry["file"] for entry in log_of(out) if "error" not in entry]
    assert sorted(good) == sorted(set(good))
    assert len(good) == 10


@pytest.mark.skipif(not HAS_PROC, reason="looks up processes as on Linux")
def test_workers_that_die_before_their_first_file(settings, tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "start_worker", sys.exit)  # the worker dies before its first file
    folder = make(tmp_path / "in", {"a.txt": TEXT, "b.txt": TEXT, "c.txt": TEXT})
    with pytest.raises(CorefpipeError, match="worker processes die while they load the model"):
        resolve_files([folder], tmp_path / "out", settings, processes=2)


def start(folder: Path, out: Path, model: Path, *options: str, processes: int = 1) -> subprocess.Popen[str]:
    words = ["resolve", folder, "-o", out, "--format", "conll", "--model", model, "--processes", processes, *options]
    return start_python("-m", "corefpipe", *words, stderr=subprocess.PIPE)
