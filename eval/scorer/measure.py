"""Measure the cost of scoring: start-up, a corpus, growth with the number of mentions, CEAF's assignment and SciPy's.

Usage: python eval/scorer/measure.py [CORPUS]        (default: ../shared/corpora/ontogum/train)
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import numpy as np

from corefpipe import read, write
from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.scoring import METRICS
from corefpipe.scoring.assignment import best_assignment
from corefpipe.scoring.contingency import Contingency, from_labels
from corefpipe.scoring.groups import metrics_named

RUNS = 5
SMALL = "#begin document (farm); part 000\nfarm 0 0 Mary (1)\nfarm 0 1 sees -\nfarm 0 2 her (1)\n\n#end document\n"


def wall(run: Callable[[], object]) -> float:
    """Median wall time of RUNS runs, in seconds."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return median(times)


def process(*arguments: str, runs: int = RUNS) -> tuple[float, float]:
    """Run a fresh Python process: median CPU seconds (user and system), peak memory in MB."""
    times, memory = [], 0.0
    for _ in range(runs):
        child = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        if status:
            raise SystemExit(f"failed: {' '.join(arguments)}")
        times.append(usage.ru_utime + usage.ru_stime)
        # In bytes on macOS, in KiB elsewhere.
        memory = max(memory, usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10))
    return median(times), memory


def start_up() -> float:
    """Measure fresh processes; return the CPU seconds of the command on two small files."""
    print("| a fresh process | CPU seconds |\n| --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "farm.conll"
        file.write_text(SMALL, encoding="utf-8")
        for name, arguments in (
            ("`python -c pass`", ("-c", "pass")),
            ("`import numpy`", ("-c", "import numpy")),
            ("`import scipy.sparse.csgraph`", ("-c", "import scipy.sparse.csgraph")),
            ("`import scipy.optimize` (`linear_sum_assignment`)", ("-c", "import scipy.optimize")),
            ("`import corefpipe`", ("-c", "import corefpipe")),
            ("`import corefpipe.scoring`", ("-c", "import corefpipe.scoring")),
            ("`corefpipe score`, two small files", ("-m", "corefpipe", "score", str(file), str(file))),
        ):
            seconds = process(*arguments)[0]
            print(f"| {name} | {seconds:.2f} |")
    return seconds


def perturbed(document: Document, random: np.random.Generator) -> Document:
    """A response to a document: some mentions missing, cut to their last word or in other chains; chains merged."""
    entities = list(document.chains())
    merged = {entity: entity if random.random() > 0.1 else random.choice(entities) for entity in entities}
    mentions: dict[tuple[int, int], Mention] = {}
    for mention in document.mentions:
        fate = random.random()
        if fate < 0.1:
            continue
        entity = merged[mention.entity] if fate < 0.8 else random.choice(entities)
        start = mention.start if fate < 0.9 else mention.end - 1
        mentions.setdefault((start, mention.end), Mention(start, mention.end, str(entity)))
    return Document(
        document.name, document.part, document.words, document.sentence_starts, sort_mentions(list(mentions.values()))
    )


def corpus(path: Path) -> None:
    """Measure scoring a corpus against a perturbed response."""
    keys = list(read(path, repeats="first"))
    random = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        pair = [Path(folder) / name for name in ("key.conll", "response.conll")]
        write(keys, pair[0])
        write((perturbed(document, random) for document in keys), pair[1])
        command = ("-m", "corefpipe", "score", *map(str, pair))
        seconds, memory = process(*command)
        size = sum(file.stat().st_size for file in pair) / 2**20
    words, mentions = sum(map(len, keys)), sum(len(document.mentions) for document in keys)
    print(f"\n{path.parent.name}/{path.name}: {len(keys)} documents, {words} words, {mentions} mentions, ", end="")
    print(f"both files together {size:.1f} MB; all coreference metrics, a fresh process: ", end="")
    print(f"{seconds:.2f} s of CPU, {memory:.0f} MB")


def long_document(mentions: int, random: np.random.Generator) -> tuple[Document, Document]:
    """Make a key with this many mentions, of one to three words, in 0.3 times as many chains, and a response to it."""
    starts = np.arange(mentions) * 4
    ends = starts + random.integers(1, 4, mentions)
    chains = random.integers(0, max(mentions * 3 // 10, 1), mentions)
    rows = zip(starts.tolist(), ends.tolist(), chains.tolist(), strict=True)
    words = ["word"] * (4 * mentions)
    key = Document("long", words=words, mentions=[Mention(start, end, str(chain)) for start, end, chain in rows])
    key.sentence_starts = list(range(0, len(words), 20))
    return key, perturbed(key, random)


def growth(idle: float) -> None:
    """Measure the command on one document with more and more mentions; `idle` is its start-up time in seconds."""
    print("\n| mentions | chains | CPU seconds | ms per 1,000 mentions, start-up not counted | MB |")
    print("| --- | --- | --- | --- | --- |")
    random = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        for mentions in (4000, 16000, 32000, 64000, 100000):
            key, response = long_document(mentions, random)
            pair = [Path(folder) / name for name in ("key.conll", "response.conll")]
            for document, file in zip((key, response), pair, strict=True):
                write(document, file)
            seconds, memory = process("-m", "corefpipe", "score", *map(str, pair), runs=3)
            each = 1e6 * (seconds - idle) / mentions
            print(f"| {mentions} | {len(key.chains())} | {seconds:.2f} | {each:.0f} | {memory:.0f} |", flush=True)


def metrics() -> None:
    """Measure each metric alone, on the labels of one document with 100,000 items in 30,000 chains."""
    random = np.random.default_rng(0)
    key = random.integers(0, 30000, 100000)
    response = np.where(random.random(100000) < 0.3, random.integers(0, 30000, 100000), key)
    table = from_labels(["d"], [key], [response])
    print(f"\n| metric, on {_size(table)} | seconds |\n| --- | --- |")
    for metric in metrics_named("all"):
        print(f"| {METRICS[metric.name].title} | {wall(lambda m=metric: m.count(table)):.3f} |")


def assignment(items: int, chains: int, noise: float) -> None:
    """Compare our assignment with SciPy's on the whole table; the response moves a share of items to random chains."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    random = np.random.default_rng(0)
    key = random.integers(0, chains, items)
    response = np.where(random.random(items) < noise, random.integers(0, chains, items), key)
    table = from_labels(["d"], [key], [response])
    shape = len(table.key_sizes), len(table.response_sizes)
    seconds = []
    for weights in (
        2 * table.shared / (table.key_sizes[table.rows] + table.response_sizes[table.columns]),
        table.shared,
    ):

        def whole(weights: np.ndarray = weights) -> float:
            alone = np.arange(shape[0])
            places = np.concatenate([table.rows, alone]), np.concatenate([table.columns, shape[1] + alone])
            values = np.concatenate([weights + 1, np.ones(shape[0])])
            matrix = csr_array((values, tuple(p.astype(np.int32) for p in places)), shape=(shape[0], sum(shape)))
            _, chosen = min_weight_full_bipartite_matching(matrix, maximize=True)
            return float(weights[chosen[table.rows] == table.columns].sum())

        def ours(weights: np.ndarray = weights) -> float:
            return float(weights[best_assignment(table.rows, table.columns, weights)].sum())

        assert np.isclose(whole(), ours(), rtol=1e-12)
        seconds += [wall(ours), wall(whole)]
    e, e_whole, m, m_whole = seconds
    print(f"| {_size(table)} | {e:.4f} | {e_whole / e:.1f} | {m:.4f} | {m_whole / m:.1f} |", flush=True)


def _size(table: Contingency) -> str:
    return f"{len(table.key_sizes)} x {len(table.response_sizes)} chains, {len(table.rows)} cells"


def settings() -> Iterator[tuple[int, int, float]]:
    """Yield the number of items, number of chains and share of items moved."""
    yield from ((300, 100, 0.3), (6000, 2000, 0.3), (3000, 40, 1.0), (20000, 300, 1.0))
    yield from ((100000, 30000, 0.3), (100000, 30000, 1.0))


if __name__ == "__main__":
    seconds = start_up()
    folder = Path(sys.argv[1] if sys.argv[1:] else "../shared/corpora/ontogum/train")
    if folder.exists():
        corpus(folder)
    else:
        print(f"\n{folder} is not there: the corpus is left out")
    growth(seconds)
    metrics()
    print("\n| table | CEAF-e, s | SciPy on the whole table, times | CEAF-m, s | SciPy, times |")
    print("| --- | --- | --- | --- | --- |")
    for setting in settings():
        assignment(*setting)
