"""Time and memory of deduplicating made-up records of five fields; the protocol is in README.md.

    OMP_NUM_THREADS=1 python eval/records/speed.py --sizes 20000 100000

Writes speed.json and speed.svg beside this file; eval/figures.py writes the table in README.md. `--show` only draws.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from dots import dot_plot

HERE = Path(__file__).resolve().parent
TRAINING = 2000
STEPS = ("blocking", "comparison", "learning", "clustering", "all")
DECODERS = {"agglomerative": {"unlinked": -1.0}, "l3m": {"gamma": 0.5}}


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[20_000, 100_000])
    parser.add_argument("--show", action="store_true", help="measure nothing, draw speed.json")
    args = parser.parse_args()
    rows = json.loads((HERE / "speed.json").read_text("utf8")) if args.show else []
    for size in [] if args.show else args.sizes:
        # Each size in a process of its own, for its peak of memory.
        with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as processes:
            for row in processes.submit(measured, size).result():
                rows.append(row)
                print(row, flush=True)
    (HERE / "speed.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf8")
    panels = {}
    for decoder in DECODERS:
        own = [row for row in rows if row["decoder"] == decoder]
        panels[decoder] = {step: {f"{row['records']:,}": (row[step], 0.0) for row in own} for step in STEPS}
    dot_plot(HERE / "speed.svg", panels, "CPU seconds")


def measured(size: int) -> list[dict[str, Any]]:
    """Rows of one size, one per decoder."""
    # Imported here: the parent needs nothing of it.
    from made_up import People

    from corefpipe.clustering import Clusterer, ItemSets
    from corefpipe.clustering.blocking import Blocking
    from corefpipe.clustering.comparing import Comparison

    known, known_labels = People(1).records(TRAINING)
    records, labels = People(2).records(size)
    clock = time.process_time
    begin = clock()
    train = ItemSets.records([known])
    items = ItemSets.records([records])
    comparison, blocking = Comparison.guess(train), Blocking.guess(train)
    train_links = train.links(comparison, blocking=blocking)
    prepared = clock() - begin
    begin = clock()
    pairs = blocking.pairs(items)
    blocked = clock() - begin
    kept = int((labels[pairs[:, 0]] == labels[pairs[:, 1]]).sum())
    begin = clock()
    links = items.links(comparison, blocking=_Chosen(pairs))
    compared = clock() - begin
    del pairs
    rows = []
    for decoder, settings in DECODERS.items():
        begin = clock()
        clusterer = Clusterer.named("binary", decoder, sampling="all", **settings).fit(train_links, [known_labels])
        learned = clock() - begin + prepared
        begin = clock()
        found = clusterer.predict(links)[0]
        clustered = clock() - begin
        both, said, true = (pair_count(x) for x in (labels.astype(np.int64) * (found.max() + 1) + found, found, labels))
        rows.append(
            {
                "records": size,
                "decoder": decoder,
                "blocking": round(blocked, 2),
                "comparison": round(compared, 2),
                "learning": round(learned, 2),
                "clustering": round(clustered, 2),
                "all": round(blocked + compared + learned + clustered, 2),
                "peak_mb": round(peak_mb()),
                "pairs": int((links.antecedent >= 0).sum()),
                "recall": kept / true,
                "pairwise_f": round(200 * both / (said + true), 2),
            }
        )
    return rows


class _Chosen:
    """Pairs that were chosen before, so that choosing and comparing are timed apart."""

    def __init__(self, pairs: np.ndarray):
        self.chosen = pairs

    def pairs(self, items: object, number: int) -> np.ndarray:
        """(n_pairs, 2) int, the pairs."""
        return self.chosen


def pair_count(labels: np.ndarray) -> int:
    """Number of pairs of items with the same label."""
    counts = np.unique(labels, return_counts=True)[1]
    return int((counts * (counts - 1) // 2).sum())


def peak_mb() -> float:
    """Highest memory of this process so far, in MB."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) * 1.024e-3


if __name__ == "__main__":
    main()
