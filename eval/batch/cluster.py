"""Measure what a Dask cluster costs per document beside worker processes, by numbers of workers and documents.

    OMP_NUM_THREADS=1 python eval/batch/cluster.py --corpora ../shared/corpora

Starts `dask scheduler` and `dask worker` on 127.0.0.1, runs `corefpipe resolve` with `--processes` and with `--dask` on
the same files, and compares the results byte by byte. CPU time is that of the command, its processes, the scheduler and
the workers. Writes `cluster.json` and `cluster.svg`; `--plot` draws the latter again.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from measure import contents, pieces

from corefpipe.batch import Input, Settings
from corefpipe.batch.cluster import cluster_pool
from corefpipe.batch.log import WORK
from corefpipe.batch.pool import Job, outcomes

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine

HERE = Path(__file__).resolve().parent
WORDS = 100  # per document: the shorter, the more the cluster's own work counts
DOCUMENTS = (40, 80, 120)
_FEW = 4  # documents that load the models
TASKS = 500  # files that are only sent to a worker and back
IDLE = 10  # seconds in which the cluster has nothing to do
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure, write and plot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--documents", type=int, nargs="+", default=DOCUMENTS)
    parser.add_argument("--plot", action="store_true", help="only draw the figures of cluster.json")
    args = parser.parse_args()
    path = HERE / "cluster.json"
    if not args.plot:
        result: dict[str, object] = {"machine": machine(), "words": WORDS, "overhead, ms": overhead(TASKS)}
        with tempfile.TemporaryDirectory() as name:
            result["rows"] = list(measured(Path(name), args.corpora / "novels", args.documents))
        path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    plot(json.loads(path.read_text(encoding="utf-8"))["rows"])


def measured(folder: Path, novels: Path, sizes: list[int]) -> Iterator[dict[str, object]]:
    """Yield a row per number of documents and way to resolve them; the models of a cluster are loaded before."""
    sources = {size: cut(novels, folder / f"in{size}", size) for size in (_FEW, *sizes)}
    first: dict[int, dict[str, bytes]] = {}

    def run(size: int, way: str, workers: int, pids: list[int], *options: str) -> dict[str, object]:
        out = folder / f"{way}{workers}-{size}"
        before, start = cpu(pids), time.monotonic()
        own = children()
        command = [
            sys.executable,
            "-m",
            "corefpipe",
            "resolve",
            str(sources[size]),
            "-o",
            str(out),
            "--format",
            "conll",
        ]
        subprocess.run([*command, *options], check=True, stderr=subprocess.DEVNULL)
        row = {
            "documents": size,
            "way": way,
            "workers": workers,
            "elapsed": round(time.monotonic() - start, 1),
            "command": round(children() - own, 2),
            "scheduler": round(sum(cpu(pids[:1])) - sum(before[:1]), 2) if pids else 0,
            "dask workers": round(sum(cpu(pids)[1:]) - sum(before[1:]), 2) if pids else 0,
        }
        same = first.setdefault(size, contents(out))
        row["bytes equal"] = contents(out) == same and len(same) == size
        print(row, flush=True)
        return row

    for workers in (2, 1):
        for size in sizes:
            yield run(size, "processes", workers, [], "--processes", str(workers))
        with cluster(workers) as (address, pids):
            run(_FEW, "dask", workers, pids, "--dask", address)
            idle = sum(cpu(pids))
            time.sleep(IDLE)
            idle = round((sum(cpu(pids)) - idle) / IDLE, 4)
            for size in sizes:
                yield run(size, "dask", workers, pids, "--dask", address) | {"idle": idle}


def overhead(tasks: int) -> dict[str, float]:
    """CPU milliseconds per file of the way to a worker and back, with files that are refused without being read."""
    with cluster(1) as (address, pids), tempfile.TemporaryDirectory() as name:
        out = Path(name)
        (out / WORK).mkdir(parents=True)
        settings = Settings("conll")
        with cluster_pool(Job(settings, out, settings.signature()), address) as pool:
            items = [Input(Path(f"{number}.txt"), f"{number}.txt", "x", error="refused") for number in range(tasks)]
            list(outcomes(items[:10], pool))  # loads the model
            before, own = cpu(pids), time.process_time()
            list(outcomes(items, pool))
            own = time.process_time() - own
            scheduler, worker = (after - earlier for after, earlier in zip(cpu(pids), before, strict=True))
    spent = {"command": own, "scheduler": scheduler, "worker": worker}
    return {name: round(1000 * seconds / tasks, 2) for name, seconds in spent.items()}


def cut(novels: Path, folder: Path, wanted: int) -> Path:
    """Write files of `WORDS` words."""
    folder.mkdir()
    for number, (_, words) in enumerate(islice(pieces(novels), wanted)):
        (folder / f"{number:05d}.txt").write_text(" ".join(words.split(" ")[:WORDS]), encoding="utf-8")
    return folder


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, list[int]]]:
    """Address of a scheduler, and the process ids of it and of its workers."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    address, where = (
        f"tcp://127.0.0.1:{port}",
        ["--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"],
    )
    words = [["scheduler", "--port", str(port)], *[["worker", address, "--no-nanny", "--nthreads", "1"]] * workers]
    dask = [sys.executable, "-m", "dask"]
    # The profiler of the workers takes samples by the clock: on a machine with other work it would count too much.
    environment = {**os.environ, "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
    started = [subprocess.Popen([*dask, *each, *where], stderr=subprocess.DEVNULL, env=environment) for each in words]
    try:
        from distributed import Client

        with Client(address, timeout=60) as client:
            client.wait_for_workers(workers, timeout=60)
        yield address, [process.pid for process in started]
    finally:
        for process in started:
            process.kill()
            process.wait()


def cpu(pids: list[int]) -> list[float]:
    """CPU seconds of each process so far."""
    fields = [Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split() for pid in pids]
    return [(int(field[11]) + int(field[12])) / TICKS for field in fields]


def children() -> float:
    """CPU seconds of all commands that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def plot(rows: list[dict]) -> None:
    """Draw CPU time over documents, and how elapsed time falls with workers."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "corefpipe"
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    styles = {"processes": ("#0072B2", "o"), "dask": ("#D55E00", "s")}
    for way, (colour, marker) in styles.items():
        for workers, line in ((1, ":"), (2, "-")):
            kept = {row["documents"]: row for row in rows if (row["way"], row["workers"]) == (way, workers)}
            sizes = sorted(kept)
            for axes, values in (
                (left, [total(kept[size]) for size in sizes]),
                (right, [kept[size]["documents"] / kept[size]["elapsed"] for size in sizes]),
            ):
                axes.plot(sizes, values, line, color=colour, marker=marker, label=f"{way}, {workers}")
    left.set(xlabel="documents", ylabel="CPU seconds, loading included", ylim=0, xlim=0)
    right.set(xlabel="documents", ylabel="documents per second, elapsed", ylim=0, xlim=0)
    left.legend(title="workers", frameon=False)
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(HERE / "cluster.svg", metadata={"Date": None})


def total(row: dict) -> float:
    """CPU seconds of all processes of a run."""
    return row["command"] + row["scheduler"] + row["dask workers"]


if __name__ == "__main__":
    main()
