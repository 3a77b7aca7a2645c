"""A Dask cluster: the same results and log as in one process; workers killed, a scheduler restarted, nothing lost."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.batches import log_of, make, results
from helpers.processes import HAS_PROC, start_python, wait_for

from corefpipe.batch import Input, Outcome, resolve_files
from corefpipe.batch import cluster as cluster_module
from corefpipe.batch.log import WORK
from corefpipe.batch.pool import Job, outcomes
from corefpipe.batch.settings import Settings
from corefpipe.exceptions import CorefpipeError, SettingError

pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[object]:
    """Two worker processes."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=2, host="127.0.0.1", dashboard_address="127.0.0.1:0") as started:
        yield started


@pytest.fixture(scope="module")
def client(cluster) -> Iterator[object]:
    from distributed import Client

    with Client(cluster, set_as_default=False) as connected:
        yield connected


@pytest.fixture(scope="module")
def texts(samples, tmp_path_factory) -> Path:
    """Twelve files, one of them not UTF-8."""
    text = (samples / "bakery.txt").read_text(encoding="utf-8") * 4
    files: dict[str, str | bytes] = {f"{number}/x.txt": f"{number}. {text}" for number in range(11)}
    return make(tmp_path_factory.mktemp("texts"), {**files, "bad.txt": b"\xff"})


@pytest.fixture(scope="module")
def whole(texts, model, tmp_path_factory) -> Path:
    """The results of one process."""
    out = tmp_path_factory.mktemp("whole") / "out"
    resolve_files([texts], out, Settings("conll", str(model)))
    return out


def entries(out: Path) -> dict[str, dict]:
    """The log without the times, by file; each file that was resolved is there once."""
    found = [{name: value for name, value in entry.items() if name != "seconds"} for entry in log_of(out)]
    good = [entry["file"] for entry in found if "error" not in entry]
    assert len(good) == len(set(good))
    return {entry["file"]: entry for entry in found}


def during(out: Path, act: Callable[[], object]) -> threading.Thread:
    """Act as soon as the first file is logged."""

    def wait_and_act() -> None:
        wait_for(lambda: log_of(out))
        act()

    thread = threading.Thread(target=wait_and_act)
    thread.start()
    return thread


def kill_one(client) -> None:
    os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)


@pytest.mark.slow
def test_the_same_as_in_one_process(cluster, texts, whole, model, tmp_path, monkeypatch):
    monkeypatch.chdir(texts.parent)
    out = tmp_path / "out"
    summary = resolve_files([texts.name], out, Settings("conll", str(model)), dask=cluster.scheduler_address)
    assert (summary.files, summary.failed, summary.documents) == (11, 1, 11)
    assert summary.failures[0].startswith(f"{texts.name}/bad.txt:1 (document bad): byte 1 of the line, 0xFF, is not")
    assert results(out) == results(whole)
    there = entries(whole)
    there["bad.txt"]["error"] = there["bad.txt"]["error"].replace(str(texts), texts.name)
    assert entries(out) == there
    assert not (out / WORK).exists()
    again = resolve_files([texts], out, Settings("conll", str(model)), dask=cluster.scheduler_address, resume=True)
    assert (again.files, again.done, again.failed) == (0, 11, 1)


@pytest.mark.slow
def test_a_worker_killed_in_the_middle(client, texts, whole, model, tmp_path):
    out = tmp_path / "out"
    killer = during(out, lambda: kill_one(client))
    summary = resolve_files([texts], out, Settings("conll", str(model)), dask=client)
    killer.join()
    assert (summary.files, summary.failed) == (11, 1)
    assert results(out) == results(whole)
    assert entries(out) == entries(whole)
    assert client.status == "running"


def test_a_file_whose_workers_die(cluster, client, monkeypatch):
    monkeypatch.setattr(cluster.scheduler, "allowed_failures", 0)
    future = client.submit(os._exit, 1, pure=False)
    outcome = cluster_module._outcome(future, Input(Path("in/x.txt"), "x.txt", "x"))
    assert outcome == Outcome("x.txt", "x", error=outcome.error)
    assert outcome.error.startswith("in/x.txt: its worker died while it was resolved, perhaps because memory ran out.")


@pytest.mark.slow
def test_files_and_results_at_urls(client, texts, whole, model, tmp_path):
    pytest.importorskip("upath")
    source, out = (path.as_uri() for path in (texts, tmp_path / "out"))
    summary = resolve_files([source], out, Settings("conll", str(model)), dask=client)
    assert (summary.files, summary.failed) == (11, 1)
    assert summary.failures[0].startswith(f"{source}/bad.txt:1 (document bad): byte 1 of the line, 0xFF, is not UTF-8")
    assert results(tmp_path / "out") == results(whole)


@pytest.mark.slow
def test_the_model_is_loaded_once_per_worker(client):
    def models() -> int:
        from corefpipe.batch import cluster_worker

        return len(cluster_worker._resolvers)

    assert max(client.run(models).values()) == 1  # after all the runs above, into several folders


def test_other_versions_and_folders(client, texts, model, tmp_path, monkeypatch):
    settings = Settings("conll", str(model))
    real = settings.signature()
    monkeypatch.setattr(Settings, "signature", lambda _: {**real, "spacy": "3.0"})
    with pytest.raises(CorefpipeError, match=r"a worker on .* has another spacy\. Install the same versions"):
        resolve_files([texts], tmp_path / "out", settings, dask=client)
    monkeypatch.undo()
    with (
        cluster_module.cluster_pool(Job(settings, tmp_path / "none", real), client) as pool,
        pytest.raises(CorefpipeError, match=r"none: a worker on .* does not see the folder of the results"),
    ):
        list(outcomes([Input(texts / "0/x.txt", "0/x.txt", "0/x")], pool))


def test_what_is_refused(texts, model, tmp_path, monkeypatch):
    settings = Settings("conll", str(model))
    with pytest.raises(SettingError, match="both processes and a Dask cluster are given"):
        resolve_files([texts], tmp_path, settings, dask="tcp://127.0.0.1:1", processes=2)
    monkeypatch.setattr(cluster_module, "CONNECT", 0.2)
    with pytest.raises(CorefpipeError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1 .* such as tcp://"):
        resolve_files([texts], tmp_path / "out", settings, dask="tcp://127.0.0.1:1")
    assert not (tmp_path / "out").exists()  # so that the right address needs no --resume
    for address in ("nonsense", "", "tcp://", "http://127.0.0.1:1", "tcp://127.0.0.1:99999"):
        with pytest.raises(SettingError, match=f"'{address}' is no address of a Dask scheduler"):
            resolve_files([texts], tmp_path / "other", settings, dask=address)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SettingError, match=r"needs dask\.distributed, .* pip install 'corefpipe\[dask\]'"):
        resolve_files([texts], tmp_path / "third", settings, dask="tcp://127.0.0.1:1")


def start(*words: object) -> subprocess.Popen[str]:
    return start_python("-m", "dask", *words)


def start_cluster(port: int, workers: int) -> list[subprocess.Popen[str]]:
    """A scheduler and workers, started by their own commands."""
    where = ("--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")
    started = [
        start("worker", f"tcp://127.0.0.1:{port}", *where, "--nthreads", 1, "--no-nanny", "--death-timeout", 60)
        for _ in range(workers)
    ]
    return [start("scheduler", "--port", port, *where), *started]


@pytest.mark.slow
@pytest.mark.skipif(not HAS_PROC, reason="kills processes as on Linux")
def test_a_scheduler_killed_and_started_again(texts, whole, model, tmp_path):
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    out = tmp_path / "out"
    first, second = start_cluster(port, workers=1), []
    words = ("resolve", texts, "-o", out, "--format", "conll", "--model", model, "--dask", f"tcp://127.0.0.1:{port}")
    run = start_python("-m", "corefpipe", *words, stderr=subprocess.PIPE)
    try:
        wait_for(lambda: log_of(out), run)
        first[0].kill()
        first[0].wait()
        second = start_cluster(port, workers=1)
        _, said = run.communicate(timeout=180)
        assert run.returncode == 2, said  # because of the file that is not UTF-8
        assert "11 files, 11 documents" in said.splitlines()[-1]
        assert results(out) == results(whole)
        assert entries(out) == entries(whole)
    finally:
        for process in (*first, *second, run):
            process.kill()
            process.communicate()


def test_paths_as_they_were_given():
    given = Input(Path("x.txt"), "x.txt", "x")
    outcome = Outcome("x.txt", "x", error=f"{Path('x.txt').absolute()}:3: wrong", notes=["odd"])
    assert cluster_module._as_given(outcome, given) == replace(outcome, error="x.txt:3: wrong")
