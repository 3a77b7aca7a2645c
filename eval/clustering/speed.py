"""Measure time and memory of training and decoding: five passes over OntoGUM train, decoding of dev.

    OMP_NUM_THREADS=1 python eval/clustering/speed.py --corpora ../shared/corpora

Writes speed.json: CPU seconds on one core, with gold mentions. decoders.py measures the other decoders.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from corefpipe.clustering import Clusterer
from corefpipe.tuning import Prepared

HERE = Path(__file__).resolve().parent
LEARNERS = {"L3M, γ = 1": ("l3m", {"gamma": 1.0}), "L3M, γ = 0": ("l3m", {"gamma": 0.0}), "Sum-Link": ("sum-link", {})}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--features", default="l3m2014")
    parser.add_argument("--window", type=int, help="mentions before an anaphor; default: as in the feature set")
    args = parser.parse_args()
    folder = parsed(args.corpora, args.features, args.window)
    found = {}
    # Each learner runs in its own process, which maps the arrays from files, so that the peak does not include parsing.
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as processes:
        cases = [(folder, *learner) for learner in LEARNERS.values()]
        for name, row in zip(LEARNERS, processes.map(measured, cases), strict=True):
            found[name] = row
            print(name, row, flush=True)
    (HERE / "speed.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf8")


def measured(case: tuple[Path, str, dict[str, float]]) -> dict[str, Any]:
    """CPU seconds and memory of a learner, and the size of what it learns from."""
    folder, name, settings = case
    prepared = Prepared.load(folder)
    links, matrix = prepared.train.links, prepared.train.links.features
    clusterer = Clusterer.named(name, passes=5, l2=0.001, **settings)
    start = time.process_time()
    clusterer.fit(links, prepared.train.labels)
    learned = time.process_time()
    clusterer.predict(prepared.dev.links)
    done = time.process_time()
    size = sum(array.nbytes for array in (matrix.data, matrix.indices, matrix.indptr)) / 1e6
    # Not ru_maxrss, which for a child includes the peak of its parent.
    peak = int(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii"))[1]) * 1.024e-3 - size
    return {
        "links": links.n_links,
        "features per link": round(matrix.nnz / links.n_links, 1),
        "matrix_mb": round(size),
        "learning": round(learned - start, 2),
        "decoding": round(done - learned, 3),
        "peak_mb": round(peak),
    }


def parsed(corpora: Path, features: str = "l3m2014", window: int | None = None) -> Path:
    """Parse OntoGUM; return a folder with the links of train and dev."""
    # Imported here, so that the measured processes do not load spaCy.
    from corefpipe import read
    from corefpipe.features import FeatureSet
    from corefpipe.parsing.annotate import annotate
    from corefpipe.parsing.pipelines import load_base
    from corefpipe.tuning import prepare

    folder = HERE / "work"
    nlp = load_base("en")
    parts = [list(annotate(read(corpora / "ontogum" / part, repeats="first"), nlp)) for part in ("train", "dev")]
    prepare(parts[0], parts[1], FeatureSet(features, min_count=5, window=window), "gold").save(folder)
    return folder


if __name__ == "__main__":
    main()
