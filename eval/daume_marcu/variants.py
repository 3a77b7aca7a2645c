"""SCDP with other embeddings, and by several longer chains, on the data of measure.py.

    OMP_NUM_THREADS=1 python eval/daume_marcu/variants.py --corpora ../shared/corpora   # variants.json, then table.py

Runs that are in the results already are not repeated.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from embedding import DIMENSIONS, vectors_of
from implicit import WIDTH, ImplicitSCDP
from items import Task
from measure import measured, tasks
from sampled import SWEEPS, by_model

from corefpipe.clustering.bayes import SCDP, BayesClusterer

FILE = Path(__file__).parent / "variants.json"
LONG = {"scale": False, "chains": 4, "burn_in": 100, "draws": 100}


@dataclass(frozen=True)
class Variant:
    """A model, and how items without vectors become vectors.

    Attributes:
        model: the model.
        dimensions: of each feature.
        scale: what vectors are multiplied by.
        for_vectors: whether it says something of items that are vectors.
    """

    model: Callable[[], BayesClusterer]
    dimensions: int = DIMENSIONS
    scale: float = 1.0
    for_vectors: bool = False


VARIANTS = {
    **{f"SCDP-1, {d}": Variant(lambda: SCDP(1, **SWEEPS), d) for d in (1, 2, 5, 20)},
    "SCDP-1, footnote 5": Variant(lambda: ImplicitSCDP(1, **SWEEPS), WIDTH, WIDTH**-0.5),
    "SCDP-1, long": Variant(lambda: SCDP(1, **LONG), for_vectors=True),
    "SCDP-2, long": Variant(lambda: SCDP(2, **LONG), for_vectors=True),
}


def run(task: Task, variant: Variant, seed: int) -> dict[str, Any]:
    """Measures, CPU time, and what the chains tell, of one run."""
    began = time.process_time()
    train, test = vectors_of(task.train, task.test, variant.dimensions)
    scaled = [one * variant.scale for one in train], [one * variant.scale for one in test]
    model = variant.model().set_params(random_state=seed)
    found, more = by_model(task, model, scaled)
    best = model.draws_.log_joint.reshape(model.chains, -1).max(axis=1)
    more["best of chains"] = np.round(best, 1).tolist()
    return measured(task.test, found) | more | {"seconds": round(time.process_time() - began, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--data", nargs="*", help="only these data sets")
    parser.add_argument("--variants", nargs="*", default=list(VARIANTS), choices=VARIANTS)
    options = parser.parse_args()
    result: dict[str, Any] = json.loads(FILE.read_text(encoding="utf8")) if FILE.exists() else {}
    makers = {name: make for name, make in tasks(options.corpora).items() if name in (options.data or [name])}
    for seed, (name, make) in product(range(options.runs), makers.items()):
        own = result.setdefault(name, {})
        wanted = [one for one in options.variants if str(seed) not in own.get(one, {})]
        if name == "digits":
            wanted = [one for one in wanted if VARIANTS[one].for_vectors]
        task = make(seed) if wanted else None
        for one in wanted:
            assert task is not None
            own.setdefault(one, {})[str(seed)] = found = run(task, VARIANTS[one], seed)
            print(name, seed, one, found, flush=True)
            FILE.write_text(json.dumps(result, ensure_ascii=False) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
