"""What grows in a server that runs for long, and why: many new texts, then the same ones again.

    OMP_NUM_THREADS=1 python eval/serving/memory.py --corpora ../shared/corpora

Private memory of the server and its worker after every 200 requests from eight clients, first each with a new text,
then with the texts of before. Beside it the worker's code runs in a process of its own on the same texts, and its word
forms and strings are counted. Writes memory.json and memory.svg.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from measure import HERE, Server, checked, megabytes, pieces, served, spread

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine

REQUESTS, PER_STEP, CLIENTS = 1600, 200, 8
BATCH = 8  # texts that the worker's code gets at once


def main() -> None:
    """Measure, write and plot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--show", action="store_true", help="only draw memory.json")
    args = parser.parse_args()
    path = HERE / "memory.json"
    if not args.show:
        texts = pieces(args.corpora / "novels", REQUESTS)
        result: dict[str, Any] = {"machine": machine(), "requests": REQUESTS, "server": of_server(texts)}
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            result["worker alone"] = process.submit(of_worker, texts).result()
        path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    plot(json.loads(path.read_text(encoding="utf-8")))


def steps(texts: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of texts so far and the next ones: none, all in turn, and all again."""
    yield 0, []
    both = texts + texts
    for start in range(0, len(both), PER_STEP):
        yield start + PER_STEP, both[start : start + PER_STEP]


def of_server(texts: list[str]) -> list[dict[str, float]]:
    """Private memory and open files of the server and its worker."""
    found = []
    with served() as server:
        spread(server, [{"texts": texts[:8]}], 1)
        for number, chosen in steps(texts):
            if chosen:
                checked(spread(server, [{"text": text} for text in chosen], CLIENTS), chosen)
            found.append({"requests": number, **sizes(server)})
            print(found[-1], flush=True)
    return found


def sizes(server: Server) -> dict[str, float]:
    """Megabytes and open files."""
    time.sleep(0.3)
    front, worker = map(megabytes, server.pids)
    files = len(os.listdir(f"/proc/{server.pids[0]}/fd"))
    return {"server MB": round(front, 1), "worker MB": round(worker, 1), "files": files}


def of_worker(texts: list[str]) -> list[dict[str, float]]:
    """Private memory, word forms and strings of the worker's code alone."""
    from corefpipe.serving.resolving import TextResolver
    from corefpipe.serving.settings import Settings

    resolver = TextResolver(Settings())
    resolve: Callable[[list[str]], Any] = resolver
    resolve(texts[:BATCH])
    found = []
    for number, chosen in steps(texts):
        for start in range(0, len(chosen), BATCH):
            resolve(chosen[start : start + BATCH])
        vocab = resolver.pipeline().vocab
        mb = round(megabytes(os.getpid()), 1)
        found.append({"texts": number, "MB": mb, "word forms": len(vocab), "strings": len(vocab.strings)})
    return found


def plot(result: dict[str, Any]) -> None:
    """Draw memory by number of requests, and by number of word forms."""
    try:
        import matplotlib as mpl
    except ModuleNotFoundError:
        print("matplotlib is not installed: no figure")
        return
    mpl.use("svg")
    mpl.rcParams |= {"svg.fonttype": "none", "svg.hashsalt": "serving"}
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    server, alone = result["server"], result["worker alone"]
    for what in ("worker MB", "server MB"):
        left.plot([row["requests"] for row in server], [row[what] for row in server], "o-", label=what)
    left.plot([row["texts"] for row in alone], [row["MB"] for row in alone], "o-", label="the worker's code alone, MB")
    left.axvline(result["requests"], color="0.6", linestyle=":", label="from here on the same texts again")
    left.set(title="Private memory", xlabel="requests", ylabel="MB", ylim=(0, None))
    left.legend(fontsize=8)
    right.plot([row["texts"] for row in alone], [row["word forms"] for row in alone], "o-", color="C3")
    right.set(title="Word forms that spaCy keeps", xlabel="texts", ylim=(0, None))
    figure.savefig(HERE / "memory.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
