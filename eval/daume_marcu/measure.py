"""Daumé & Marcu 2005, Tables 1 to 5 and Figure 3, on data that everybody has; the protocol is in README.md.

Runs that are in the results already are not repeated.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import data
from baselines import Found, binary, coarse, fine, k_means, matching, pairwise_f1, xing
from expected import curves
from items import Items, Task
from proper_nouns import proper_nouns
from sampled import MODELS, sampled

from corefpipe.scoring import score_partitions

HERE = Path(__file__).parent
SYSTEMS: dict[str, Callable[[Task, int], Found]] = {
    "COARSE": coarse,
    "FINE": fine,
    "matching": matching,
    "K-MEANS": k_means,
}
TRIALS: dict[str, Callable[[Task, int], dict[str, Found]]] = {"BINARY": binary, "XING-K": xing}
"""Systems of several results: BINARY is two rows of the table, of XING-K the best one counts."""


def tasks(folder: Path) -> dict[str, Callable[[int], Task]]:
    """The data sets by name."""
    census, cora = (data.found_file(folder, name) for name in ("censusText.txt", "coraATDV.txt"))
    return {
        "digits": data.digits,
        "census": lambda seed: data.census(census, seed),
        "OntoGUM": lambda seed: proper_nouns(folder, "ontogum", seed),
        "LitBank": lambda seed: proper_nouns(folder, "litbank", seed),
        "Cora": lambda seed: data.citations(cora, seed),
    }


def measured(sets: Sequence[Items], found: Found) -> dict[str, float]:
    """The paper's measures by their definitions, over all sets together: pairs, edits and entropies are summed."""
    score = score_partitions([one.labels for one in sets], found, metrics="clustering")
    pairs = score["pairwise"]
    values = {
        "RI": score["rand"].value,
        "P": pairs.precision,
        "R": pairs.recall,
        "F": pairs.f1,
        "CED/N": score["edit_distance"].value / sum(len(one.labels) for one in sets),
        "NES": score["edit_score"].value,
        "VI": score["vi"].value,
        "NVI": score["normalised_vi"].value,
    }
    return {name: round(float(value), 5) for name, value in values.items()}


def by_document(sets: Sequence[Items], found: Found) -> list[list[float]]:
    """For each set what `corefpipe.scoring` counts of its pairs, for tests over documents."""
    counts = score_partitions([one.labels for one in sets], found, metrics="pairwise").counts["pairwise"]
    rows: list[list[float]] = counts.tolist()
    return rows


def run(task: Task, name: str, seed: int) -> dict[str, dict[str, Any]]:
    """Row of the table -> its measures and CPU time, of one run of a system."""
    began = time.process_time()
    more: dict[str, Any] = {}
    if name in MODELS:
        labels, more = sampled(task, name, seed)
        found = {name: labels}
    else:
        found = TRIALS[name](task, seed) if name in TRIALS else {name: SYSTEMS[name](task, seed)}
    more["seconds"] = round(time.process_time() - began, 2)
    if name == "XING-K":
        more["F by C"] = f1 = {constant: round(pairwise_f1(task.test, one), 5) for constant, one in found.items()}
        found = {name: found[max(f1, key=lambda constant: f1[constant])]}
    if len(task.test) > 1:
        return {
            row: measured(task.test, one) | more | {"pairs": by_document(task.test, one)} for row, one in found.items()
        }
    return {row: measured(task.test, one) | more for row, one in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--data", nargs="*", help="only these data sets")
    parser.add_argument("--systems", nargs="*", default=[*SYSTEMS, *TRIALS, *MODELS])
    parser.add_argument("--out", type=Path, default=HERE / "result.json")
    options = parser.parse_args()
    result: dict[str, Any] = json.loads(options.out.read_text(encoding="utf8")) if options.out.exists() else {}
    chosen = {name: make for name, make in tasks(options.corpora).items() if name in (options.data or [name])}
    for seed, (name, make) in product(range(options.runs), chosen.items()):
        own = result.setdefault(name, {"sizes": {}, "runs": {}})
        wanted = [system for system in options.systems if str(seed) not in own["runs"].get(system, {})]
        if not wanted or (wanted == ["matching"] and not own.get("matching", True)):
            continue
        task = make(seed)
        own["sizes"][str(seed)], own["matching"] = task.sizes, task.matching
        own.setdefault("expected", curves([one.labels for one in [*task.train, *task.test]]))
        for system in wanted:
            if system == "matching" and not task.matching:
                continue
            for row, measures in run(task, system, seed).items():
                own["runs"].setdefault(row, {})[str(seed)] = measures
                print(name, seed, row, measures, flush=True)
            options.out.write_text(json.dumps(result, ensure_ascii=False) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
