"""Why SCDP-1 merges households of the census: chains from the true clusters, and with other steps of the precisions.

    OMP_NUM_THREADS=1 python eval/daume_marcu/walks.py --corpora ../shared/corpora   # writes walks.json, then table.py

One chain of 200 sweeps each, on the data of seed 0.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from embedding import vectors_of
from items import Task
from measure import measured, tasks
from sampled import MODELS

from corefpipe.clustering import ItemSets
from corefpipe.clustering.bayes.scdp_chain import ScdpChain

FILE = Path(__file__).parent / "walks.json"
SWEEPS = 200
NUMBER, STREET = 4, 5  # columns of the census


class GivenMeans(ScdpChain):
    """A chain whose precisions are drawn given the means only."""

    def _move_precisions(self, random: np.random.Generator) -> None:
        """No step with the means integrated out."""


WALKS = {
    "as usual": (ScdpChain, False),
    "from the true clusters": (ScdpChain, True),
    "precisions drawn given the means only": (GivenMeans, False),
}


def walked(task: Task, kind: type[ScdpChain], from_truth: bool) -> dict[str, Any]:
    """Clusters, F and log joint of the last state; of the pairs wrongly joined, how many share number and street.

    Args:
        task: one set of train, and one of test.
        kind: the chain.
        from_truth: whether the items of test begin in their true clusters.
    """
    random = np.random.default_rng(0)
    train, test = (ItemSets.vectors(part) for part in vectors_of(task.train, task.test))
    chain = kind(MODELS["SCDP-1"].fit(train, [one.labels for one in task.train])._start(test).model, random)
    if from_truth:
        chain.of_universe[-1] = np.unique(task.test[0].labels, return_inverse=True)[1]
        chain.means = chain.drawn_means(random)
    for _ in range(SWEEPS):
        chain.sweep(random)
    labels, items = chain.labels(), task.test[0]
    left, right = np.triu_indices(len(labels), 1)
    wrong = (labels[left] == labels[right]) & ~items.same
    return {
        "clusters": len(np.unique(labels)),
        "F": measured(task.test, [labels])["F"],
        "log joint": round(chain.log_joint()),
        "wrong pairs": int(wrong.sum()),
        "of one address": int((wrong & (items.differences[:, [NUMBER, STREET]] == 0).all(axis=1)).sum()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    makers = tasks(parser.parse_args().corpora)
    result: dict[str, Any] = {}
    for name in ("census", "Cora"):
        task = makers[name](0)
        for walk, (kind, from_truth) in WALKS.items():
            result.setdefault(name, {})[walk] = found = walked(task, kind, from_truth)
            print(name, walk, found, flush=True)
    for one in result["Cora"].values():
        del one["of one address"]
    FILE.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
