"""Wall times of the scorer: start-up, corpora, and the assignment of CEAF against SciPy's.

Usage: python eval/scoring_speed/bench.py [KEY RESPONSE]...
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from corefpipe import read, score
from corefpipe.scoring.assignment import best_assignment
from corefpipe.scoring.contingency import Contingency, from_labels
from corefpipe.scoring.metrics import METRICS

RUNS = 7
SMALL = "#begin document (farm); part 000\nfarm 0 0 Mary (1)\nfarm 0 1 sees -\nfarm 0 2 her (1)\n\n#end document\n"


def seconds(run: Callable[[], object]) -> float:
    """Median wall time of RUNS runs."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return median(times)


def process(*arguments: str) -> float:
    """Wall time of a fresh Python process, from start to end."""
    return seconds(lambda: subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL))


def start_up() -> None:
    """Fresh processes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "farm.conll"
        file.write_text(SMALL, encoding="utf-8")
        for name, arguments in (
            ("python -c pass", ("-c", "pass")),
            ("import numpy", ("-c", "import numpy")),
            ("import scipy.sparse.csgraph", ("-c", "import scipy.sparse.csgraph")),
            ("import scipy.optimize", ("-c", "import scipy.optimize")),
            ("import corefpipe", ("-c", "import corefpipe")),
            ("import corefpipe.scoring", ("-c", "import corefpipe.scoring")),
            ("corefpipe score, two small files", ("-m", "corefpipe", "score", str(file), str(file))),
        ):
            print(f"{name:36} {process(*arguments):7.3f} s")


def corpus(key: str, response: str) -> None:
    """A pair of files: the command, reading, scoring, and each metric."""
    pair = [list(read(path, repeats="keep")) for path in (key, response)]
    reading = seconds(lambda: [list(read(path, repeats="keep")) for path in (key, response)])
    scoring = seconds(lambda: score(*pair))
    mentions = sum(len(document.mentions) for side in pair for document in side)
    print(f"{Path(key).stem}: {len(pair[0])} documents, {mentions} mentions on both sides")
    print(f"  the command {process('-m', 'corefpipe', 'score', key, response):.3f} s, of it", end=" ")
    print(f"reading {reading:.3f} s, scoring {scoring:.4f} s; alone:", end=" ")
    print(", ".join(f"{metric} {seconds(lambda m=metric: score(*pair, metrics=[m])):.4f} s" for metric in METRICS))


def assignment(items: int, chains: int, noise: float) -> None:
    """Our solver and SciPy's two on a random response that moves a share of the items to random chains."""
    from scipy.optimize import linear_sum_assignment
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    random = np.random.default_rng(0)
    key = random.integers(0, chains, items)
    table = from_labels(key, np.where(random.random(items) < noise, random.integers(0, chains, items), key))
    weights = 2 * table.shared / (table.key_sizes[table.rows] + table.response_sizes[table.columns])
    shape = len(table.key_sizes), len(table.response_sizes)

    def dense() -> float:
        matrix = np.zeros(shape)
        matrix[table.rows, table.columns] = weights
        return float(matrix[linear_sum_assignment(matrix, maximize=True)].sum())

    def sparse() -> float:
        # A column of its own for each row, so that it may stay alone; 1 more everywhere, as zeros would be dropped.
        alone = np.arange(shape[0])
        places = np.concatenate([table.rows, alone]), np.concatenate([table.columns, shape[1] + alone])
        values = np.concatenate([weights + 1, np.ones(shape[0])])
        matrix = csr_array((values, tuple(p.astype(np.int32) for p in places)), shape=(shape[0], sum(shape)))
        _, chosen = min_weight_full_bipartite_matching(matrix, maximize=True)
        return float(weights[chosen[table.rows] == table.columns].sum())

    def ours() -> float:
        return float(weights[best_assignment(table.rows, table.columns, weights)].sum())

    assert np.allclose([dense(), sparse()], ours(), rtol=1e-12)
    base = seconds(ours)
    print(f"{_size(table):44} ours {base:.4f} s", end="")
    for name, run in (("csgraph", sparse), ("optimize", dense)):
        print(f", {name} {seconds(run) / base:5.1f} times as long", end="")
    print()


def _size(table: Contingency) -> str:
    return f"{len(table.key_sizes)} x {len(table.response_sizes)} chains, {len(table.rows)} cells"


if __name__ == "__main__":
    start_up()
    for key, response in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        corpus(key, response)
    for setting in ((300, 100, 0.3), (1000, 300, 0.3), (6000, 2000, 0.3), (3000, 40, 1.0), (20000, 300, 1.0)):
        assignment(*setting)
