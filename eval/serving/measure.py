"""Load a server on the loopback interface: throughput, latency, overload, memory over time.

    OMP_NUM_THREADS=1 python eval/serving/measure.py --corpora ../shared/corpora
    python eval/serving/table.py                                                  # writes table.md and figure.svg

Writes result.json. The texts are pieces of novels. README.md describes the protocol.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from corefpipe.serving import resolving
from corefpipe.serving.settings import Settings
from corefpipe.utils.processes import lifeline, pool_of_one

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine

HERE = Path(__file__).resolve().parent
WORDS, TEXTS, ROUNDS = 60, 100, 3
CONCURRENCIES = (1, 2, 4, 8, 16, 32)
LATENCIES = 100  # requests per concurrency
BURST, CLIENTS, QUEUE = 320, 64, 16  # overload
STEPS, PER_STEP = 6, 150  # memory
TICK = os.sysconf("SC_CLK_TCK")


class Server:
    """`corefpipe serve` in a process of its own, on a free port.

    Args:
        process: with a pipe for standard error.
    """

    def __init__(self, process: subprocess.Popen[str]):
        assert process.stderr is not None
        self.process = process
        self.port = int(re.findall(r"http://127\.0\.0\.1:(\d+) ", process.stderr.readline())[0])
        self.pids = [process.pid, *worker_pids(process.pid)]

    def client(self) -> HTTPConnection:
        """A connection, kept between requests."""
        return HTTPConnection("127.0.0.1", self.port, timeout=120)

    def cpu(self) -> float:
        """CPU seconds of the server and its workers so far."""
        return sum(map(cpu_of, self.pids))


@contextmanager
def served(*options: str) -> Iterator[Server]:
    """A server with these options; it must end with exit code 0."""
    command = [sys.executable, "-m", "corefpipe", "serve", "--port", "0", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8")
    try:
        server = Server(process)
        yield server
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    finally:
        process.kill()


def worker_pids(pid: int) -> list[int]:
    """The worker processes of a server."""
    children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split())
    return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def cpu_of(pid: int) -> float:
    """CPU seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def megabytes(pid: int) -> float:
    """Private memory of a process."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private")) / 1024


def ask(client: HTTPConnection, value: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
    """POST to /resolve: status, headers, JSON."""
    client.request("POST", "/resolve", json.dumps(value), {"Content-Type": "application/json"})
    response = client.getresponse()
    return response.status, {k.lower(): v for k, v in response.getheaders()}, json.loads(response.read())


def spread(server: Server, requests: Sequence[dict[str, Any]], clients: int) -> list[tuple[int, float, Any, Any]]:
    """Send requests from so many clients, each waiting for its answer: status, seconds, headers and JSON of each."""

    def run(mine: Sequence[dict[str, Any]]) -> list[tuple[int, float, Any, Any]]:
        client, found = server.client(), []
        for value in mine:
            start = time.perf_counter()
            status, headers, answer = ask(client, value)
            found.append((status, time.perf_counter() - start, headers, answer))
        client.close()
        return found

    with ThreadPoolExecutor(clients) as pool:
        parts = list(pool.map(run, [requests[number::clients] for number in range(clients)]))
    found: list[Any] = [None] * len(requests)
    for number, part in enumerate(parts):
        found[number::clients] = part
    return found


def checked(found: Sequence[tuple[int, float, Any, Any]], texts: Sequence[str]) -> None:
    """Each answer is that of its own text."""
    docs = [doc for _, _, _, answer in found for doc in answer.get("docs", [answer])]
    assert [doc["text"] for doc in docs] == list(texts)


def throughput(texts: list[str]) -> dict[str, Any]:
    """CPU and elapsed milliseconds per text: in one batch without a server, and through it, in turn."""
    ways: dict[str, Callable[[Server], Any]] = {
        "one text per request, 1 client": lambda server: spread(server, [{"text": text} for text in texts], 1),
        "one text per request, 8 clients": lambda server: spread(server, [{"text": text} for text in texts], 8),
        "32 texts per request, 2 clients": lambda server: spread(
            server, [{"texts": texts[i : i + 32]} for i in range(0, len(texts), 32)], 2
        ),
    }
    times: dict[str, list[tuple[float, float]]] = {}

    def timed(name: str, cpu: Callable[[], float], work: Callable[[], Any]) -> Any:
        before, start = cpu(), time.perf_counter()
        found = work()
        times.setdefault(name, []).append((cpu() - before, time.perf_counter() - start))
        return found

    with lifeline() as alive, served() as server:
        pool, loaded = pool_of_one(alive, resolving.load, Settings())
        pid = loaded.result().pid
        pool.submit(resolving.resolve, texts[:8]).result()
        spread(server, [{"texts": texts[:8]}], 1)
        for _ in range(ROUNDS):
            timed("one batch", lambda: cpu_of(pid), pool.submit(resolving.resolve, texts).result)
            for name, way in ways.items():
                checked(timed(name, server.cpu, lambda way=way: way(server)), texts)
        pool.shutdown()
    medians = {name: np.median(np.array(rows), axis=0) * 1000 / len(texts) for name, rows in times.items()}
    base = medians["one batch"]
    return {
        name: {
            "cpu ms per text": round(float(row[0]), 2),
            "elapsed ms per text": round(float(row[1]), 2),
            "cpu ratio": round(float(row[0] / base[0]), 3),
            "throughput ratio": round(float(base[1] / row[1]), 3),
        }
        for name, row in medians.items()
    }


def latency(server: Server, texts: list[str]) -> dict[str, Any]:
    """Percentiles of the seconds between request and answer, by number of clients."""
    found = {}
    for clients in CONCURRENCIES:
        start = time.perf_counter()
        replies = spread(server, [{"text": text} for text in texts[:LATENCIES]], clients)
        elapsed = time.perf_counter() - start
        checked(replies, texts[:LATENCIES])
        p50, p99 = np.percentile([seconds * 1000 for _, seconds, _, _ in replies], [50, 99])
        found[str(clients)] = {
            "p50 ms": round(p50, 1),
            "p99 ms": round(p99, 1),
            "texts per s": round(len(replies) / elapsed, 1),
        }
    return found


def overload(texts: list[str]) -> dict[str, Any]:
    """More clients than may wait: what they are answered, and what those get that try again as they are told."""
    with served("--queue", str(QUEUE), "--max-texts", str(QUEUE)) as server:
        numbered = [f"{number}. {texts[number % len(texts)]}" for number in range(BURST)]
        replies = spread(server, [{"text": text} for text in numbered], CLIENTS)
        for text, (status, _, headers, answer) in zip(numbered, replies, strict=True):
            assert answer["text"] == text if status == 200 else int(headers["retry-after"]) >= 1
        refused = [seconds * 1000 for status, seconds, _, _ in replies if status == 503]

        def patient(text: str) -> int:
            """Number of attempts until the text is resolved."""
            for attempt in range(1, 100):
                client = server.client()
                status, headers, answer = ask(client, {"text": text})
                client.close()
                if status == 200:
                    assert answer["text"] == text
                    return attempt
                time.sleep(int(headers["retry-after"]))
            raise AssertionError("never resolved")

        with ThreadPoolExecutor(CLIENTS) as pool:
            attempts = list(pool.map(patient, numbered[:CLIENTS]))
        client = server.client()
        client.request("GET", "/ready")
        load = json.loads(client.getresponse().read())
    return {
        "clients": CLIENTS,
        "may wait": QUEUE,
        "requests": BURST,
        "statuses": dict(Counter(str(status) for status, *_ in replies)),
        "p99 ms of a refusal": round(float(np.percentile(refused, 99)), 1),
        "patient clients": CLIENTS,
        "resolved": len(attempts),
        "attempts, mean": round(sum(attempts) / len(attempts), 2),
        "left in the queue": load["waiting"] + load["resolving"],
    }


def memory(server: Server, texts: list[str]) -> list[dict[str, Any]]:
    """Private memory and open files of the server and its worker, after every `PER_STEP` requests.

    One request in ten is broken off by its client.
    """
    found = []
    for step in range(STEPS + 1):
        if step:
            chosen = [texts[(step * PER_STEP + i) % len(texts)] for i in range(PER_STEP)]
            checked(spread(server, [{"text": text} for text in chosen], 8), chosen)
            for text in chosen[::10]:
                client = server.client()
                client.request("POST", "/resolve", json.dumps({"text": text}), {"Content-Type": "application/json"})
                client.close()
        time.sleep(0.3)
        front, worker = map(megabytes, server.pids)
        files = len(os.listdir(f"/proc/{server.pids[0]}/fd"))
        found.append(
            {"requests": step * PER_STEP, "server MB": round(front, 1), "worker MB": round(worker, 1), "files": files}
        )
    return found


def pieces(novels: Path, wanted: int) -> list[str]:
    """Texts of `WORDS` words from the novels in turn."""
    words = {path.stem: path.read_text(encoding="utf-8").split(" ") for path in sorted(novels.glob("*.txt"))}
    each = (" ".join(of[start : start + WORDS]) for start in range(0, 100 * WORDS, WORDS) for of in words.values())
    return list(islice(each, wanted))


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    args = parser.parse_args()
    texts = pieces(args.corpora / "novels", STEPS * PER_STEP)
    start = time.monotonic()
    result: dict[str, Any] = {"machine": machine(), "words per text": WORDS, "texts": TEXTS, "rounds": ROUNDS}
    result["throughput"] = throughput(texts[:TEXTS])
    with served() as server:
        spread(server, [{"texts": texts[:8]}], 1)
        result["latency"] = latency(server, texts)
        result["memory"] = memory(server, texts)
    result["overload"] = overload(texts)
    result["seconds"] = round(time.monotonic() - start)
    result["load average"] = round(os.getloadavg()[1], 1)
    (HERE / "result.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
